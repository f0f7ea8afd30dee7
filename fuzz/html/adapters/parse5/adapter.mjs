// parse5 behind httparity's frames.
import {oneByOne, serve} from '../node/frames.mjs';
import {ATTRIBUTE_NAMESPACES, ELEMENT_NAMESPACES, Tape} from '../node/tape.mjs';
import {parseInContext, version} from './parse.mjs';

function start(tape, node) {
  tape.start(ELEMENT_NAMESPACES[node.namespaceURI], node.tagName);
  for (const {namespace, name, value} of node.attrs) tape.attribute(ATTRIBUTE_NAMESPACES[namespace] ?? 0, name, value);
}

/// The children of `root`, in document order, with a stack of our own: trees may be as deep as their input is long.
function tell(root) {
  const tape = new Tape();
  const stack = [{nodes: root.childNodes, next: 0, end: () => {}}];
  while (stack.length > 0) {
    const level = stack[stack.length - 1];
    if (level.next === level.nodes.length) {
      stack.pop();
      level.end();
      continue;
    }
    const node = level.nodes[level.next++];
    if (node.nodeName === '#text') {
      tape.text(node.value);
    } else if (node.nodeName === '#comment') {
      tape.comment(node.data);
    } else if (node.nodeName === '#documentType') {
      tape.doctype(node.name ?? '', node.publicId ?? '', node.systemId ?? '');
    } else {
      start(tape, node);
      stack.push({nodes: node.childNodes, next: 0, end: () => tape.end()});
      if (node.content) {
        tape.templateBegin();
        stack.push({nodes: node.content.childNodes, next: 0, end: () => tape.templateEnd()});
      }
    }
  }
  return tape.bytes();
}

await serve(
    {name: 'parse5', version, answer: 'tree', can: ['fragment', 'foreign-fragment', 'scripting']},
    oneByOne(one => tell(parseInContext(one))));
