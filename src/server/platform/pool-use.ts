import type pg from 'pg';

/** Use of a pool of connections. */
export interface PoolUse {
  connect(): Promise<pg.PoolClient>;
  /** Longest current wait for a connection, milliseconds. */
  longestWaitMs(): number;
  /** Number of callers that have a connection or wait for one. */
  callers(): number;
  /** For how long connections have been lent so far, all of them together, milliseconds. */
  lentMs(): number;
}

/** Watches who waits for a connection and for how long connections are lent. */
export function watchPool(pool: pg.Pool): PoolUse {
  const waits = new Set<{ readonly since: number }>();
  let lent = 0;
  let sum = 0;
  let summedAt = performance.now();
  const lentMs = () => {
    const now = performance.now();
    sum += lent * (now - summedAt);
    summedAt = now;
    return sum;
  };
  const change = (by: number) => {
    lentMs();
    lent += by;
  };
  pool.on('acquire', () => change(1));
  pool.on('release', () => change(-1));
  return {
    async connect() {
      const wait = { since: performance.now() };
      waits.add(wait);
      try {
        return await pool.connect();
      } finally {
        waits.delete(wait);
      }
    },
    // The first of the set has waited longest.
    longestWaitMs: () => performance.now() - (waits.values().next().value?.since ?? performance.now()),
    callers: () => waits.size + lent,
    lentMs,
  };
}
