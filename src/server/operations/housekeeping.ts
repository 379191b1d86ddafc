import type { Dependencies } from '../dependencies.ts';
import { sweepErasures } from '../own-data/service.ts';
import { after } from '../platform/clock.ts';

/** Replies to a key are kept for as long as any client could still repeat the request. */
const idempotencyDays = 7;
/** Ended sessions and links stay a while, to answer questions about who logged in when. */
const endedDays = 90;
/** The longest window of any limit is a day. */
const limitDays = 2;
/** One statement never holds its locks for long. */
const batch = 5_000;

/** Removes what has served its purpose. Safe to run at any time, by several workers at once. @returns rows removed */
export async function sweep({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<number> {
  const before = (days: number) => after(clock.now(), -days, 'days');
  const results = await Promise.all([
    db
      .deleteFrom('idempotency')
      .where((eb) =>
        eb(
          eb.refTuple('caller', 'key'),
          'in',
          eb
            .selectFrom('idempotency')
            .select(['caller', 'key'])
            .where('created_at', '<', before(idempotencyDays))
            .limit(batch)
            .$asTuple('caller', 'key'),
        ),
      )
      .executeTakeFirst(),
    db.deleteFrom('session').where('expires_at', '<', before(endedDays)).executeTakeFirst(),
    db.deleteFrom('one_time_link').where('expires_at', '<', before(endedDays)).executeTakeFirst(),
    db.deleteFrom('rate_count').where('window_started_at', '<', before(limitDays)).executeTakeFirst(),
  ]);
  return results.reduce((total, { numDeletedRows }) => total + Number(numDeletedRows), 0);
}

const hourMs = 3_600_000;

/** Sweeps now and every hour until stopped; a failure is logged and the next hour tries again. */
export function startSweeping(deps: Dependencies): () => void {
  const run = () => {
    Promise.all([sweep(deps), sweepErasures(deps)]).then(
      ([removed, erased]) => deps.log.info({ removed, erased }, 'swept'),
      (error: unknown) => deps.log.error({ err: error }, 'sweeping failed'),
    );
  };
  run();
  const timer = setInterval(run, hourMs);
  return () => clearInterval(timer);
}
