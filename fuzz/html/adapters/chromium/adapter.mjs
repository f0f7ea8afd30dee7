// Chromium behind httparity's frames: DOMParser and innerHTML in a page of a headless browser, spoken to over its
// debugging pipe (file descriptors 3 and 4, JSON messages ended by NUL). Scripting is off in both.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {OK, serve} from '../node/frames.mjs';
import {Tape} from '../node/tape.mjs';

const profile = mkdtempSync(join(tmpdir(), 'httparity-chromium-'));
const browser = spawn(
    process.env.HTTPARITY_CHROMIUM ?? 'chromium',
    ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-extensions',
     '--disable-background-networking', '--disable-component-update', '--disable-sync', '--remote-debugging-pipe',
     `--user-data-dir=${profile}`],
    {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
const gone = new Promise(resolve => browser.on('exit', resolve));
let closing = false;
gone.then(() => process.exit(closing ? 0 : 1));
browser.on('error', error => {
  console.error(String(error));
  process.exit(1);
});
process.on('exit', () => {
  browser.kill('SIGKILL');
  try {
    rmSync(profile, {recursive: true, force: true, maxRetries: 5});
  } catch {
    // A helper process of the browser still writes: the profile stays in the temporary folder.
  }
});

const waiting = new Map();
let lastId = 0, received = Buffer.alloc(0);
browser.stdio[4].on('data', chunk => {
  received = Buffer.concat([received, chunk]);
  for (let end; (end = received.indexOf(0)) >= 0;) {
    const message = JSON.parse(received.toString('utf8', 0, end));
    received = received.subarray(end + 1);
    const done = waiting.get(message.id);
    waiting.delete(message.id);
    if (done) message.error ? done.reject(new Error(JSON.stringify(message.error))) : done.resolve(message.result);
  }
});

function call(method, params = {}, sessionId = undefined) {
  const id = ++lastId;
  browser.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
  return new Promise((resolve, reject) => waiting.set(id, {resolve, reject}));
}

/// Runs in the page: the trees of `cases` as lists of events, one array a case.
function parseInPage(cases) {
  const elementNamespaces = {
    'http://www.w3.org/1999/xhtml': 0, 'http://www.w3.org/2000/svg': 1, 'http://www.w3.org/1998/Math/MathML': 2};
  const attributeNamespaces = {
    'http://www.w3.org/1999/xlink': 1, 'http://www.w3.org/XML/1998/namespace': 2, 'http://www.w3.org/2000/xmlns/': 3};
  const root = ({data, context, quirks}) => {
    if (context === '') return new DOMParser().parseFromString(data, 'text/html');
    const owner = new DOMParser().parseFromString(quirks ? '' : '<!doctype html>', 'text/html');
    const [, prefix, name] = /^(?:(svg|math) )?(.*)$/s.exec(context);
    const namespace = Object.keys(elementNamespaces)[prefix === 'svg' ? 1 : prefix === 'math' ? 2 : 0];
    const element = owner.createElementNS(namespace, name);
    element.innerHTML = data;
    return element.content ?? element;
  };
  return cases.map(one => {
    const events = [], stack = [{node: root(one).firstChild, end: null}];
    while (stack.length > 0) {
      const level = stack[stack.length - 1], node = level.node;
      if (node === null) {
        stack.pop();
        if (level.end) events.push([level.end]);
        continue;
      }
      level.node = node.nextSibling;
      if (node.nodeType === 3) {
        events.push(['text', node.data]);
      } else if (node.nodeType === 8) {
        events.push(['comment', node.data]);
      } else if (node.nodeType === 7) {
        events.push(['pi', node.target, node.data]);
      } else if (node.nodeType === 10) {
        events.push(['doctype', node.name, node.publicId, node.systemId]);
      } else {
        events.push(['start', elementNamespaces[node.namespaceURI], node.localName]);
        for (const attribute of node.attributes) {
          const namespace = attributeNamespaces[attribute.namespaceURI] ?? 0;
          events.push(['attribute', namespace, namespace ? attribute.localName : attribute.name, attribute.value]);
        }
        stack.push({node: node.firstChild, end: 'end'});
        if (node.content instanceof DocumentFragment) {
          events.push(['templateBegin']);
          stack.push({node: node.content.firstChild, end: 'templateEnd'});
        }
      }
    }
    return events;
  });
}

const {targetId} = await call('Target.createTarget', {url: 'about:blank'});
const {sessionId} = await call('Target.attachToTarget', {targetId, flatten: true});
const {product} = await call('Browser.getVersion');

await serve(
    {name: 'chromium', version: product.replace(/^.*\//, ''), answer: 'tree',
     can: ['fragment', 'foreign-fragment', 'quirks-fragment']},
    async cases => {
      const expression = `(${parseInPage})(${JSON.stringify(cases)})`;
      const {result, exceptionDetails} = await call('Runtime.evaluate', {expression, returnByValue: true}, sessionId);
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value.map(events => {
        const tape = new Tape();
        for (const [kind, ...words] of events) tape[kind](...words);
        return {status: OK, bytes: tape.bytes()};
      });
    });
closing = true;
call('Browser.close').catch(() => {});
