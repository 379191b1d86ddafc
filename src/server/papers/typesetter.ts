import type { PrintedDocument } from '../../countries/papers/loan-contract.ts';
import { threadOf } from '../platform/work/thread.ts';

/** Writes a document as PDF. */
export type Typesetter = (printed: PrintedDocument) => Promise<Buffer>;

/** A contract takes a tenth of a second; one that takes this long will never be done. */
const typesetTimeoutMs = 30_000;

const thread = threadOf<PrintedDocument, Uint8Array>(new URL('render-thread.ts', import.meta.url), {
  timeoutMs: typesetTimeoutMs,
  maxMegabytes: 256,
});

/** Typesets in a thread of its own, one document after the other. */
export const typeset: Typesetter = async (printed) => Buffer.from(await thread.run(printed));
