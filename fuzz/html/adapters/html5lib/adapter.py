"""html5lib (Python, minidom builder) behind httparity's frames (fuzz/html/frames.h).

minidom splits texts that the standard joins, so adjacent texts are merged here: this parser can't tell that difference.
"""

import struct
import sys
from xml.dom import Node

import html5lib

NAMESPACES = {
    "http://www.w3.org/1999/xhtml": 0,
    "http://www.w3.org/2000/svg": 1,
    "http://www.w3.org/1998/Math/MathML": 2,
}
ATTRIBUTE_NAMESPACES = {
    "http://www.w3.org/1999/xlink": 1,
    "http://www.w3.org/XML/1998/namespace": 2,
    "http://www.w3.org/2000/xmlns/": 3,
}
OK, PANIC = 0, 2


def string(text):
    data = (text or "").encode("utf-8", "surrogatepass")
    return struct.pack("<I", len(data)) + data


def start(node):
    parts = [b"S", bytes([NAMESPACES.get(node.namespaceURI, 0)]), string(node.localName or node.nodeName)]
    for i in range(node.attributes.length):
        attribute = node.attributes.item(i)
        namespace = ATTRIBUTE_NAMESPACES.get(attribute.namespaceURI, 0)
        parts += [b"A", bytes([namespace]), string(attribute.localName if namespace else attribute.name),
                  string(attribute.value)]
    return b"".join(parts)


def tell(root):
    """The children of `root` in document order, with a stack of our own."""
    parts, text = [], []

    def flush():
        if text:
            parts.append(b"T" + string("".join(text)))
            text.clear()

    stack = [iter(root.childNodes)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            flush()
            stack.pop()
            if stack:
                parts.append(b"E")
        elif node.nodeType == Node.TEXT_NODE:
            text.append(node.data)
        else:
            flush()
            if node.nodeType == Node.COMMENT_NODE:
                parts.append(b"C" + string(node.data))
            elif node.nodeType == Node.DOCUMENT_TYPE_NODE:
                parts.append(b"D" + string(node.name) + string(node.publicId) + string(node.systemId))
            elif node.nodeType == Node.ELEMENT_NODE:
                parts.append(start(node))
                stack.append(iter(node.childNodes))
    return b"".join(parts)


def parse(data, context, scripting):
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("dom"))
    if context:
        return tell(parser.parseFragment(data, container=context, scripting=scripting))
    return tell(parser.parse(data, scripting=scripting))


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    hello = ('{"name": "html5lib", "version": "%s", "answer": "tree", "can": ["fragment", "scripting"]}'
             % html5lib.__version__).encode()
    sink.write(struct.pack("<II", len(hello), 0) + hello)
    sink.flush()
    while True:
        header = source.read(8)
        if len(header) < 8:
            return
        size, count = struct.unpack("<II", header)
        body, at, replies = source.read(size), 0, []
        for _ in range(count):
            length, _mode, flags, context_length = struct.unpack_from("<IBBH", body, at)
            at += 8
            context = body[at:at + context_length].decode()
            at += context_length
            data = body[at:at + length].decode()
            at += length
            try:
                status, answer = OK, parse(data, context, bool(flags & 1))
            except Exception as error:  # every failure of the parser is an answer
                status, answer = PANIC, repr(error).encode()
            replies.append(struct.pack("<IB", len(answer), status) + answer)
        reply = b"".join(replies)
        sink.write(struct.pack("<II", len(reply), count) + reply)
        sink.flush()


main()
