import type { Dependencies } from '../dependencies.ts';
import { sweepErasures } from '../own-data/service.ts';
import type { DeleteResult } from 'kysely';
import { after } from '../platform/clock.ts';

/** Replies to a key are kept for as long as any client could still repeat the request. */
const idempotencyDays = 7;
/** Ended sessions and links stay a while, to answer questions about who logged in when. */
const endedDays = 90;
/** The longest window of any limit is a day. */
const limitDays = 2;
/** Rows removed in one transaction: it never holds its locks for long, and the worker can stop in between. */
const batch = 5_000;

type Swept = Pick<Dependencies, 'db' | 'clock'>;

/** What is removed, each the rows of one batch that are older than its age. */
const sweeps: readonly ((deps: Swept, limit: number) => Promise<DeleteResult>)[] = [
  ({ db, clock }, limit) =>
    db
      .deleteFrom('idempotency')
      .where((eb) =>
        eb(
          eb.refTuple('caller', 'key'),
          'in',
          eb
            .selectFrom('idempotency')
            .select(['caller', 'key'])
            .where('created_at', '<', after(clock.now(), -idempotencyDays, 'days'))
            .limit(limit)
            .$asTuple('caller', 'key'),
        ),
      )
      .executeTakeFirst(),
  ({ db, clock }, limit) =>
    db
      .deleteFrom('session')
      .where('digest', 'in', (eb) =>
        eb
          .selectFrom('session')
          .select('digest')
          .where('expires_at', '<', after(clock.now(), -endedDays, 'days'))
          .limit(limit),
      )
      .executeTakeFirst(),
  ({ db, clock }, limit) =>
    db
      .deleteFrom('one_time_link')
      .where('digest', 'in', (eb) =>
        eb
          .selectFrom('one_time_link')
          .select('digest')
          .where('expires_at', '<', after(clock.now(), -endedDays, 'days'))
          .limit(limit),
      )
      .executeTakeFirst(),
  ({ db, clock }, limit) =>
    db
      .deleteFrom('rate_count')
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('rate_count')
          .select('key')
          .where('window_started_at', '<', after(clock.now(), -limitDays, 'days'))
          .limit(limit),
      )
      .executeTakeFirst(),
];

/**
 * Removes what has served its purpose, batch by batch until none is left, so that it goes as fast as it comes. Safe
 * to run at any time, by several workers at once.
 * @param limit rows a batch
 * @returns rows removed
 */
export async function sweep(
  deps: Swept,
  {
    limit = batch,
    isStopped = () => false,
  }: { readonly limit?: number; readonly isStopped?: () => boolean } = {},
): Promise<number> {
  let removed = 0;
  for (const remove of sweeps)
    for (let last = limit; last >= limit && !isStopped();) {
      last = Number((await remove(deps, limit)).numDeletedRows);
      removed += last;
    }
  return removed;
}

const hourMs = 3_600_000;

/** Sweeps now and every hour until stopped; a failure is logged and the next hour tries again. */
export function startSweeping(deps: Dependencies): () => void {
  let isStopped = false;
  let isSweeping = false;
  const run = () => {
    if (isSweeping) return;
    isSweeping = true;
    Promise.all([sweep(deps, { isStopped: () => isStopped }), sweepErasures(deps)])
      .then(
        ([removed, erased]) => deps.log.info({ removed, erased }, 'swept'),
        (error: unknown) => deps.log.error({ err: error }, 'sweeping failed'),
      )
      .finally(() => {
        isSweeping = false;
      });
  };
  run();
  const timer = setInterval(run, hourMs);
  return () => {
    clearInterval(timer);
    isStopped = true;
  };
}
