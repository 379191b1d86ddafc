interface EventLoop {
  /** Shortest delay of the event loop over the last rounds, milliseconds. */
  lagMs(): number;
  stop(): void;
}

const everyMs = 20;
/**
 * Several rounds, because a single long one can be a garbage collection or a slow moment of the machine;
 * several in a row are overload.
 */
const rounds = 5;

export function watchEventLoop(): EventLoop {
  let last = performance.now();
  const lags = Array.from({ length: rounds }, () => 0);
  const timer = setInterval(() => {
    const now = performance.now();
    lags.shift();
    lags.push(Math.max(0, now - last - everyMs));
    last = now;
  }, everyMs).unref();
  return {
    lagMs: () => Math.min(...lags),
    stop: () => clearInterval(timer),
  };
}
