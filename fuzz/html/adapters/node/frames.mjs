// The child's side of fuzz/html/frames.h: reads request frames from stdin, answers them in order.
import {readSync, writeSync} from 'node:fs';

export const OK = 0, UNSUPPORTED = 1, PANIC = 2;

function readExactly(size) {
  const buffer = Buffer.alloc(size);
  for (let at = 0; at < size;) {
    const got = readSync(0, buffer, at, size - at, null);
    if (got === 0) return null;
    at += got;
  }
  return buffer;
}

function writeAll(buffer) {
  for (let at = 0; at < buffer.length;) at += writeSync(1, buffer, at);
}

function frame(count, body) {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(body.length, 0);
  header.writeUInt32LE(count, 4);
  return Buffer.concat([header, body]);
}

function requests(count, body) {
  const cases = [];
  for (let i = 0, at = 0; i < count; ++i) {
    const size = body.readUInt32LE(at), flags = body[at + 5], contextSize = body.readUInt16LE(at + 6);
    const context = body.toString('utf8', at + 8, at + 8 + contextSize);
    const data = body.toString('utf8', at + 8 + contextSize, at + 8 + contextSize + size);
    cases.push({context, data, scripting: (flags & 1) !== 0, quirks: (flags & 2) !== 0});
    at += 8 + contextSize + size;
  }
  return cases;
}

/// Says hello with `info` and answers each batch by `parseBatch(cases)`, which gives {status, bytes} for each (or a
/// promise of them).
export async function serve(info, parseBatch) {
  writeAll(frame(0, Buffer.from(JSON.stringify(info))));
  for (let header; (header = readExactly(8)) !== null;) {
    const count = header.readUInt32LE(4);
    const body = readExactly(header.readUInt32LE(0));
    if (body === null) return;
    const parts = [];
    for (const {status, bytes} of await parseBatch(requests(count, body))) {
      const fixed = Buffer.alloc(5);
      fixed.writeUInt32LE(bytes.length);
      fixed[4] = status;
      parts.push(fixed, bytes);
    }
    writeAll(frame(count, Buffer.concat(parts)));
  }
}

/// For parsers that take one case at a time: a thrown error is the status PANIC.
export function oneByOne(parse) {
  return cases => cases.map(one => {
    try {
      return {status: OK, bytes: parse(one)};
    } catch (error) {
      return {status: PANIC, bytes: Buffer.from(String(error && error.stack || error))};
    }
  });
}
