import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Longest time that a slow reader can delay a line, milliseconds; after that the line is dropped. */
const patienceMs = 100;
const pauseMs = 5;
const asleep = new Int32Array(new SharedArrayBuffer(4));

let dropped = 0;

/** Number of log lines that could not be written, because the disk is full or the reader is gone. */
export function droppedLines(): number {
  return dropped;
}

/**
 * Standard output for the log. Lines are written synchronously, in about 10 µs, because buffered ones would
 * be lost when the process ends. A line that cannot be written is dropped and counted; the log never ends the
 * process.
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
      // Ensures that the next line does not continue a partially written one.
      if (written > 0) isInLine = true;
    },
  };
}

/** @returns number of bytes written; fewer if the rest could not be */
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

/** Ignores stream errors; otherwise a closed terminal would end the process by an uncaught error. */
export function surviveClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
