/** More work is waiting than may wait. */
export class OverloadedError extends Error {}

/** Runs work when its turn comes. */
export type BoundedLine = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most `atOnce` pieces of work run, `waiting` more wait behind them, first come first served.
 * @throws OverloadedError at once when the line is full
 */
export function boundedLine(atOnce: number, waiting: number): BoundedLine {
  let running = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new OverloadedError('too much work is waiting');
      await new Promise<void>((resolve) => {
        line.push(resolve);
      });
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so no other caller can come in between.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
