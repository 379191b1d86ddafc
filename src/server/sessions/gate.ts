/** More work is waiting than may wait. */
export class OverloadedError extends Error {}

/** Runs work when its turn comes. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most `running` pieces of work at once and `waiting` behind them, first come first served.
 * @throws OverloadedError at once when the line is full
 */
export function createGate(running: number, waiting: number): Gate {
  let active = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (active >= running) {
      if (line.length >= waiting) throw new OverloadedError('too much work is waiting');
      // Leaving hands over the place, so `active` does not change here.
      await new Promise<void>((resolve) => {
        line.push(resolve);
      });
    } else {
      active += 1;
    }
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
