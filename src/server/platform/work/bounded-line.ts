import pLimit from 'p-limit';

/** Thrown if the queue is full, or a task has waited too long. */
export class OverloadedError extends Error {}

type BoundedLine = <T>(work: () => Promise<T>) => Promise<T>;

/** Shorter than the server's connection timeout, after which a caller would get no response at all. */
const usualWaitMs = 25_000;

/**
 * Runs at most `atOnce` tasks concurrently and queues up to `waiting` more, first come first served. A queue
 * bounded by its length alone can take minutes where other programs use the cores.
 * @throws OverloadedError at once if the queue is full, or after `longestWaitMs`; the task is not run then
 */
export function boundedLine(atOnce: number, waiting: number, longestWaitMs = usualWaitMs): BoundedLine {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= waiting)
      throw new OverloadedError('too much work is waiting');
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new OverloadedError('the wait was too long'));
      }, longestWaitMs);
      void limit(async () => {
        clearTimeout(timer);
        if (isLate) return;
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        }
      });
    });
  };
}
