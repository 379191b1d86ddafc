import { calendarDate } from '../../domain/calendar-date.ts';
import type { Dependencies } from '../dependencies.ts';
import { transaction } from '../platform/database.ts';
import { tryPurge, tryWaiting } from './erasure.ts';

export { eraseContact, eraseIdentity } from './anonymise.ts';
export { erasureCommands } from './erasure-commands.ts';
export { erasureStanding, type ErasureObjection } from './standing.ts';

/** Erasures checked per hour; the rest follow in the next. */
const page = 500;

/**
 * Continues erasures: those that waited for the end of a loan, and retained data past its last day. Each has
 * its own transaction, so that a failure does not stop the others.
 * @returns number performed
 */
export async function sweepErasures(
  deps: Pick<Dependencies, 'db' | 'clock' | 'random' | 'config' | 'vault' | 'jobs' | 'ports' | 'log'>,
): Promise<number> {
  const waiting = await deps.db
    .selectFrom('erasure_request')
    .select('id')
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(page)
    .execute();
  const kept = await deps.db
    .selectFrom('erasure_request')
    .select('id')
    .where('state', '=', 'done')
    .where('purged_at', 'is', null)
    .where('keep_until', '<', calendarDate(deps.clock.now().toISOString().slice(0, 10)))
    .limit(page)
    .execute();
  let done = 0;
  const count = async (work: () => Promise<boolean>) => {
    try {
      if (await work()) done += 1;
    } catch (error) {
      deps.log.error({ err: error }, 'an erasure failed');
    }
  };
  for (const { id } of waiting) await count(() => transaction(deps.db, (tx) => tryWaiting(tx, deps, id)));
  for (const { id } of kept) await count(() => transaction(deps.db, (tx) => tryPurge(tx, deps, id)));
  return done;
}
