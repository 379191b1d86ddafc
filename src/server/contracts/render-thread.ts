import { parentPort } from 'node:worker_threads';
import type { PrintedDocument } from '../../countries/loan-contract.ts';
import { renderPdf } from './render.ts';

/** Renders in a thread of its own: typesetting takes tenths of a second that requests must not wait. */
parentPort?.on('message', (printed: PrintedDocument) => {
  void renderPdf(printed).then((bytes) => {
    const copy = new Uint8Array(bytes);
    parentPort?.postMessage(copy, [copy.buffer]);
  });
});
