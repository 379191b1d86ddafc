import bwipjs from 'bwip-js';
import type { Drawing, PrintedDocument } from '../../countries/papers/loan-contract.ts';
import { boundedLine } from '../platform/work/bounded-line.ts';
import { threadOf } from '../platform/work/thread.ts';
import { createHash } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';

export type Typesetter = (printed: PrintedDocument) => Promise<Buffer>;

/** A contract takes a tenth of a second, so one that takes this long will never finish. */
const typesetTimeoutMs = 30_000;

const thread = threadOf<PrintedDocument, Uint8Array>(new URL('render-thread.ts', import.meta.url), {
  timeoutMs: typesetTimeoutMs,
  maxMegabytes: 256,
});

/** Typesets documents in a separate thread, one after the other. */
export const typeset: Typesetter = async (printed) => Buffer.from(await thread.run(printed));

const line = boundedLine(1, 20);

/**
 * Typesets the document of a call. Only some calls may wait, because one borrower who asks again and again
 * would hold the places of everybody's calls.
 * @throws OverloadedError, which is answered 503
 */
export const typesetForCall: Typesetter = (printed) => line(() => typeset(printed));

/** Row of an issued document: the location of its bytes and their digest. */
export interface StoredPaper {
  readonly storageKey: string;
  readonly sha256: Buffer;
  readonly bytes: number;
}

/**
 * Stores a document under a name derived from its content, so that nothing else can replace it and storing it
 * twice has no effect.
 */
export async function storePaper(
  { ports }: Pick<Dependencies, 'ports'>,
  prefix: string,
  bytes: Buffer,
): Promise<StoredPaper> {
  const sha256 = createHash('sha256').update(bytes).digest();
  const storageKey = `${prefix}-${sha256.toString('hex')}.pdf`;
  await ports.images.put(storageKey, bytes);
  return { storageKey, sha256, bytes: bytes.length };
}

/** Encodes the address as a QR code that tolerates damage to a seventh of it. */
export function squareCodeOf(text: string): Drawing & { readonly svg: string } {
  const svg = bwipjs.toSVG({ bcid: 'qrcode', text, scale: 1 });
  const size = /viewBox="0 0 (\d+) /.exec(svg)?.[1];
  const path = / d="([^"]+)"/.exec(svg)?.[1];
  if (size === undefined || path === undefined) throw new Error('the code was drawn in an unknown way');
  return { svg, path, size: Number(size) };
}
