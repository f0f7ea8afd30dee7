// Writes a tree as the tape of fuzz/html/tape.h.
export const HTML = 0, SVG = 1, MATHML = 2;

export const ELEMENT_NAMESPACES = {
  'http://www.w3.org/1999/xhtml': 0,
  'http://www.w3.org/2000/svg': 1,
  'http://www.w3.org/1998/Math/MathML': 2,
};
export const ATTRIBUTE_NAMESPACES = {
  'http://www.w3.org/1999/xlink': 1,
  'http://www.w3.org/XML/1998/namespace': 2,
  'http://www.w3.org/2000/xmlns/': 3,
};

export class Tape {
  #parts = [];

  #string(text) {
    const bytes = Buffer.from(text, 'utf8');
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    this.#parts.push(size, bytes);
  }
  #kind(letter, ...rest) { this.#parts.push(Buffer.from([letter.charCodeAt(0), ...rest])); }

  doctype(name, publicId, systemId) {
    this.#kind('D');
    this.#string(name);
    this.#string(publicId);
    this.#string(systemId);
  }
  start(namespace, name) {
    this.#kind('S', namespace);
    this.#string(name);
  }
  attribute(namespace, name, value) {
    this.#kind('A', namespace);
    this.#string(name);
    this.#string(value);
  }
  templateBegin() { this.#kind('('); }
  templateEnd() { this.#kind(')'); }
  end() { this.#kind('E'); }
  text(data) {
    this.#kind('T');
    this.#string(data);
  }
  comment(data) {
    this.#kind('C');
    this.#string(data);
  }
  pi(target, data) {
    this.#kind('P');
    this.#string(target);
    this.#string(data);
  }
  bytes() { return Buffer.concat(this.#parts); }
}
