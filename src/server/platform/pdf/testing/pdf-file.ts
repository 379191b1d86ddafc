import { inflateSync } from 'node:zlib';

export interface PdfName {
  readonly name: string;
}
export interface PdfString {
  readonly bytes: Buffer;
}
export interface PdfReference {
  readonly id: number;
}
export interface PdfOperator {
  readonly operator: string;
}
export type PdfDictionary = ReadonlyMap<string, PdfValue>;
export interface PdfStream {
  readonly facts: PdfDictionary;
  readonly raw: Buffer;
}
export type PdfValue =
  | number
  | boolean
  | null
  | PdfName
  | PdfString
  | PdfReference
  | PdfOperator
  | PdfDictionary
  | PdfStream
  | readonly PdfValue[];

const SPACE = /[\0\t\n\f\r ]/;
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads the values of a PDF, of a file or of a page's drawing, one after the other. */
export class PdfReader {
  private readonly text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  private skipSpace(): void {
    for (;;) {
      while (this.at < this.text.length && SPACE.test(this.text[this.at]!)) this.at += 1;
      if (this.text[this.at] !== '%') return;
      while (this.at < this.text.length && !/[\r\n]/.test(this.text[this.at]!)) this.at += 1;
    }
  }

  isAtEnd(): boolean {
    this.skipSpace();
    return this.at >= this.text.length;
  }

  private take(token: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private word(): string {
    const from = this.at;
    while (this.at < this.text.length && !DELIMITER.test(this.text[this.at]!)) this.at += 1;
    if (from === this.at) throw new SyntaxError(`nothing to read at ${from}`);
    return this.text.slice(from, this.at);
  }

  value(): PdfValue {
    if (this.take('<<')) return this.dictionary();
    if (this.take('[')) {
      const items: PdfValue[] = [];
      while (!this.take(']')) items.push(this.value());
      return items;
    }
    if (this.take('(')) return this.literal();
    if (this.take('<')) {
      const end = this.text.indexOf('>', this.at);
      const bytes = Buffer.from(this.text.slice(this.at, end), 'hex');
      this.at = end + 1;
      return { bytes };
    }
    if (this.take('/')) {
      const name = DELIMITER.test(this.text[this.at] ?? ' ') ? '' : this.word();
      return {
        name: name.replaceAll(/#(..)/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      };
    }
    const reference = /^(\d+) \d+ R\b/.exec(this.text.slice(this.at, this.at + 24));
    if (reference) {
      this.at += reference[0].length;
      return { id: Number(reference[1]) };
    }
    const word = this.word();
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return Number(word);
    if (word === 'null') return null;
    return word === 'true' || word === 'false' ? word === 'true' : { operator: word };
  }

  private dictionary(): PdfDictionary | PdfStream {
    const facts = new Map<string, PdfValue>();
    while (!this.take('>>')) {
      const key = this.value();
      if (!isName(key)) throw new SyntaxError(`a key is expected at ${this.at}`);
      facts.set(key.name, this.value());
    }
    const length = facts.get('Length');
    if (typeof length !== 'number' || !this.take('stream\n')) return facts;
    const raw = Buffer.from(this.text.slice(this.at, this.at + length), 'latin1');
    this.at += length;
    if (!this.take('endstream')) throw new SyntaxError(`a stream is not ${length} long`);
    return { facts, raw };
  }

  private literal(): PdfString {
    let written = '';
    for (let depth = 1; ; this.at += 1) {
      const letter = this.text[this.at]!;
      if (letter === '\\') {
        this.at += 1;
        written += ESCAPES[this.text[this.at]!] ?? this.text[this.at]!;
        continue;
      }
      if (letter === '(') depth += 1;
      if (letter === ')') depth -= 1;
      if (depth === 0) break;
      written += letter;
    }
    this.at += 1;
    return { bytes: Buffer.from(written, 'latin1') };
  }
}

const isObject = (value: PdfValue | undefined): value is Exclude<PdfValue, number | boolean | null> =>
  typeof value === 'object' && value !== null;
export const isName = (value: PdfValue | undefined): value is PdfName => isObject(value) && 'name' in value;
export const isString = (value: PdfValue | undefined): value is PdfString =>
  isObject(value) && 'bytes' in value;
export const isReference = (value: PdfValue | undefined): value is PdfReference =>
  isObject(value) && 'id' in value;
export const isStream = (value: PdfValue | undefined): value is PdfStream =>
  isObject(value) && 'raw' in value;
export const isDictionary = (value: PdfValue | undefined): value is PdfDictionary => value instanceof Map;
export const isArray = (value: PdfValue | undefined): value is readonly PdfValue[] => Array.isArray(value);

/** A PDF with a plain table of objects, as this product writes it. */
export class PdfFile {
  readonly bytes: Buffer;
  readonly trailer: PdfDictionary;
  private readonly text: string;
  private readonly offsets = new Map<number, number>();
  private readonly loaded = new Map<number, PdfValue>();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.text = bytes.toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n?$/.exec(this.text)?.[1]);
    const table = /^xref\n0 (\d+)\n/.exec(this.text.slice(start, start + 40));
    if (!table) throw new SyntaxError('the file has no table of objects');
    const first = start + table[0].length;
    for (let id = 1; id < Number(table[1]); id += 1) {
      this.offsets.set(id, Number(this.text.slice(first + id * 20, first + id * 20 + 10)));
    }
    const reader = new PdfReader(this.text, this.text.indexOf('trailer', start) + 'trailer'.length);
    const trailer = reader.value();
    if (!isDictionary(trailer)) throw new SyntaxError('the file has no trailer');
    this.trailer = trailer;
  }

  /** The value itself, or what it refers to. */
  resolve(value: PdfValue | undefined): PdfValue | undefined {
    if (!isReference(value)) return value;
    if (!this.loaded.has(value.id)) {
      const head = `${value.id} 0 obj\n`;
      const at = this.offsets.get(value.id) ?? -1;
      if (!this.text.startsWith(head, at))
        throw new SyntaxError(`object ${value.id} is not where the table says`);
      this.loaded.set(value.id, new PdfReader(this.text, at + head.length).value());
    }
    return this.loaded.get(value.id);
  }

  /** A value by the keys that lead to it; undefined where one is missing. */
  find(from: PdfValue | undefined, ...keys: readonly (string | number)[]): PdfValue | undefined {
    let value = this.resolve(from);
    for (const key of keys) {
      const holder = isStream(value) ? value.facts : value;
      if (typeof key === 'number') value = isArray(holder) ? this.resolve(holder[key]) : undefined;
      else value = isDictionary(holder) ? this.resolve(holder.get(key)) : undefined;
    }
    return value;
  }

  catalog(...keys: readonly (string | number)[]): PdfValue | undefined {
    return this.find(this.trailer.get('Root'), ...keys);
  }

  pages(): readonly PdfReference[] {
    const kids = this.catalog('Pages', 'Kids');
    return isArray(kids) ? kids.filter(isReference) : [];
  }

  /** The bytes of a stream without their compression. */
  content(value: PdfValue | undefined): Buffer {
    const stream = this.resolve(value);
    if (!isStream(stream)) return Buffer.alloc(0);
    return isName(stream.facts.get('Filter')) ? inflateSync(stream.raw) : stream.raw;
  }
}

/** Words of a string, which are UTF-16 where they begin with its mark. */
export function wordsOf(value: PdfValue | undefined): string | undefined {
  if (!isString(value)) return undefined;
  const isWide = value.bytes[0] === 0xfe && value.bytes[1] === 0xff;
  return isWide
    ? Buffer.from(value.bytes.subarray(2)).swap16().toString('utf16le')
    : value.bytes.toString('latin1');
}
