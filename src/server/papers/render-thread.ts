import { parentPort } from 'node:worker_threads';
import type { PrintedDocument } from '../../countries/papers/loan-contract.ts';
import { renderPdf } from './render.ts';

/**
 * Runs in a separate thread, because typesetting takes tenths of a second, during which requests must not
 * wait.
 */
async function answer(printed: PrintedDocument): Promise<void> {
  const bytes = new Uint8Array(await renderPdf(printed));
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

parentPort?.on('message', (printed: PrintedDocument) => void answer(printed));
