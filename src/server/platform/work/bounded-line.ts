import pLimit from 'p-limit';

/** Thrown if the queue is full. */
export class OverloadedError extends Error {}

type BoundedLine = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `atOnce` tasks concurrently and queues up to `waiting` more, first come first served.
 * @throws OverloadedError at once if the queue is full
 */
export function boundedLine(atOnce: number, waiting: number): BoundedLine {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= waiting)
      throw new OverloadedError('too much work is waiting');
    return limit(work);
  };
}
