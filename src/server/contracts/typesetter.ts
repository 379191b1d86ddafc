import type { PrintedDocument } from '../../countries/loan-contract.ts';
import { threadOf, type Thread } from '../platform/thread.ts';

export type Typesetter = Thread<PrintedDocument, Uint8Array>;

/** A contract takes a tenth of a second; one that takes this long will never be done. */
const typesetTimeoutMs = 30_000;

/** Writes documents as PDF, in a thread of its own. */
export const typesetter: Typesetter = threadOf(new URL('render-thread.ts', import.meta.url), {
  timeoutMs: typesetTimeoutMs,
  maxMegabytes: 256,
});
