import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Database } from '../database.ts';
import type { Logger } from '../logger.ts';

/** A part of a day's work. */
export interface DayPart {
  readonly job: string;
  readonly country: CountryCode;
  readonly date: CalendarDate;
}

/** Time without a sign of life after which another process may take over a run; real time. */
const leaseSeconds = 30;
const renewMs = (leaseSeconds * 1_000) / 3;

/**
 * Runs an unfinished part of a day under an exclusive lease: a queue may hand out again work of a process
 * that was only silent for a moment.
 * @throws when another process has it
 */
export async function whileHeld(
  { db, log }: { readonly db: Database; readonly log: Logger },
  { job, country, date }: DayPart,
  run: () => Promise<void>,
): Promise<void> {
  const name = randomUUID();
  const of = sql`job = ${job} and country = ${country} and day = ${date}`;
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`;
  const { rows } = await sql`
    update daily_run set held_by = ${name}, held_until = ${until}
    where ${of} and finished_at is null and (held_until is null or held_until < now()) returning job`.execute(
    db,
  );
  if (rows.length === 0) {
    const { rows: left } = await sql`select from daily_run where ${of} and finished_at is null`.execute(db);
    if (left.length === 0) return;
    throw new Error(`${job} of ${country} is under way in another process`);
  }
  const renewing = setInterval(() => {
    sql`update daily_run set held_until = ${until} where ${of} and held_by = ${name}`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error, job, country }, 'a run of the day was not kept'));
  }, renewMs);
  try {
    await run();
  } finally {
    clearInterval(renewing);
    // If this fails, the lease expires by itself.
    await sql`update daily_run set held_by = '', held_until = null where ${of} and held_by = ${name}`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error, job, country }, 'a run of the day was not let go'));
  }
}
