import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';

/** Thrown if the clocks of this machine and the database differ. */
export class ClockError extends Error {}

const mostMs = 60_000;

/**
 * Refuses to start on a machine with a wrong clock: one that is a day ahead would debit and remind a day
 * early.
 * @param clock system clock, not the business clock, which the sandbox may move
 * @throws ClockError for a difference of more than a minute
 */
export async function requireSameClock(db: Database, clock: Clock): Promise<void> {
  const before = clock.now().getTime();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const theirs = rows[0]?.now.getTime() ?? before;
  const after = clock.now().getTime();
  const off = theirs < before ? before - theirs : Math.max(0, theirs - after);
  if (off > mostMs)
    throw new ClockError(
      `The clock of this machine says ${clock.now().toISOString()}, that of the database ${new Date(theirs).toISOString()}: set them right (NTP). Nothing is done beyond a minute of difference.`,
    );
}
