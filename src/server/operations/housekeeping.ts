import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import { sweepErasures } from '../own-data/service.ts';
import { after } from '../platform/clock.ts';
import type { DB } from '../platform/database-types.ts';

/** Replies to a key are kept for as long as any client could still repeat the request. */
const idempotencyDays = 7;
/** Ended sessions and links stay a while, to answer questions about who logged in when. */
const endedDays = 90;
/** The longest window of any limit is a day. */
const limitDays = 2;
/** Rows removed in one transaction: it never holds its locks for long, and the worker can stop in between. */
const batch = 5_000;

type Swept = Pick<Dependencies, 'db' | 'clock'>;

/** What is removed: the rows of a table whose time is longer ago than these days. */
const sweeps: readonly {
  readonly table: keyof DB;
  readonly time: string;
  readonly days: number;
}[] = [
  { table: 'idempotency', time: 'created_at', days: idempotencyDays },
  { table: 'session', time: 'expires_at', days: endedDays },
  { table: 'one_time_link', time: 'expires_at', days: endedDays },
  { table: 'rate_count', time: 'window_started_at', days: limitDays },
];

/** Removes one batch; what another machine is removing is left to it. @returns how many rows were removed */
async function removeBatch(
  { db, clock }: Swept,
  { table, time, days }: (typeof sweeps)[number],
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(time)} < ${after(clock.now(), -days, 'days')}
      limit ${limit} for update skip locked))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Removes what has served its purpose, batch by batch until none is left, so that it goes as fast as it comes. Safe
 * to run at any time, by several workers at once.
 * @param limit rows a batch
 * @returns rows removed
 * @throws AggregateError at the end, of every table whose rows could not be removed
 */
export async function sweep(
  deps: Swept,
  {
    limit = batch,
    isStopped = () => false,
  }: { readonly limit?: number; readonly isStopped?: () => boolean } = {},
): Promise<number> {
  let removed = 0;
  const errors: Error[] = [];
  for (const each of sweeps) {
    try {
      for (let last = limit; last >= limit && !isStopped();) {
        last = await removeBatch(deps, each, limit);
        removed += last;
      }
    } catch (error) {
      errors.push(new Error(`${each.table} was not swept`, { cause: error }));
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join(', '));
  return removed;
}

const hourMs = 3_600_000;

/** Sweeps now and every hour until stopped; a failure is logged and the next hour tries again. */
export function startSweeping(deps: Dependencies): () => void {
  let isStopped = false;
  let isSweeping = false;
  const run = async () => {
    if (isSweeping) return;
    isSweeping = true;
    const [removed, erased] = await Promise.allSettled([
      sweep(deps, { isStopped: () => isStopped }),
      sweepErasures(deps),
    ]);
    for (const each of [removed, erased])
      if (each.status === 'rejected') deps.log.error({ err: each.reason }, 'sweeping failed');
    if (removed.status === 'fulfilled' && erased.status === 'fulfilled')
      deps.log.info({ removed: removed.value, erased: erased.value }, 'swept');
    isSweeping = false;
  };
  void run();
  const timer = setInterval(() => void run(), hourMs);
  return () => {
    clearInterval(timer);
    isStopped = true;
  };
}
