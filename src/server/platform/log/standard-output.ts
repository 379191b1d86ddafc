import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Longest a slow reader holds up a line, milliseconds; later the line is dropped. */
const patienceMs = 100;
const pauseMs = 5;
const asleep = new Int32Array(new SharedArrayBuffer(4));

let dropped = 0;

/** Log lines that this process could not write, because the disk is full or the reader is gone. */
export function droppedLines(): number {
  return dropped;
}

/**
 * Standard output for the log. Each line is written at once, about 10 µs: lines kept for later would be lost when the
 * process ends. A line that cannot be written is dropped and counted; the log never ends the product.
 */
export function standardOutput(descriptor = 1): DestinationStream {
  let isInLine = false;
  return {
    write(line) {
      const bytes = Buffer.from(isInLine ? `\n${line}` : line);
      const written = writeWhole(descriptor, bytes);
      if (written === bytes.length) {
        isInLine = false;
        return;
      }
      dropped += 1;
      // The next line must not continue a broken one.
      if (written > 0) isInLine = true;
    },
  };
}

/** @returns how many bytes were written; fewer where the rest cannot be */
function writeWhole(descriptor: number, bytes: Buffer): number {
  let written = 0;
  let deadline: number | undefined;
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) break;
      deadline ??= performance.now() + patienceMs;
      if (performance.now() > deadline) break;
      Atomics.wait(asleep, 0, 0, pauseMs);
    }
  }
  return written;
}

/** Handles stream errors; otherwise a closed terminal would end the process as an uncaught error. */
export function surviveClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
