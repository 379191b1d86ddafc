import pLimit from 'p-limit';

/** More work is waiting than may wait. */
export class OverloadedError extends Error {}

/** Runs work when its turn comes. */
type BoundedLine = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most `atOnce` pieces of work run, `waiting` more wait behind them, first come first served.
 * @throws OverloadedError at once when the line is full
 */
export function boundedLine(atOnce: number, waiting: number): BoundedLine {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= waiting)
      throw new OverloadedError('too much work is waiting');
    return limit(work);
  };
}
