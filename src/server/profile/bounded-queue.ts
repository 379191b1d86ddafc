/** Lets `atOnce` through, lets `waiting` more wait, and turns the others away. */
export interface BoundedQueue {
  /** @returns undefined when too many are waiting already */
  run<T>(work: () => Promise<T>): Promise<T | undefined>;
}

export function boundedQueue(atOnce: number, waiting: number): BoundedQueue {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) return undefined;
        await new Promise<void>((resolve) => queue.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        // The place goes straight to the next in line, so no other caller can come in between.
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
