import { inflateSync } from 'node:zlib';

/** What a reader of the file sees, line by line: the text operators of every page, in the order they were written. */
export function pdfText(file: Buffer): string {
  return pageStreams(file)
    .flatMap((page) => [...page.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, pieces = '']) =>
      [...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => decoded(hex)).join(''),
    )
    .join('\n');
}

/** The same with every break between lines as a space, to look for sentences. */
export function flatText(file: Buffer): string {
  return pdfText(file).replaceAll(/\s+/g, ' ');
}

function pageStreams(file: Buffer): string[] {
  const found: string[] = [];
  for (let at = file.indexOf('\nstream\n'); at >= 0; at = file.indexOf('\nstream\n', at + 1)) {
    const end = file.indexOf('\nendstream', at);
    const text = inflated(file.subarray(at + '\nstream\n'.length, end));
    if (text.includes(' TJ')) found.push(text);
  }
  return found;
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    // A stream of something else.
    return '';
  }
}

/** The standard fonts write Windows-1252. */
function decoded(hex: string): string {
  return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'));
}
