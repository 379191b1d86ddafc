import { systemClock, type Clock } from '../clock.ts';
import { requireSameClock } from './same-clock.ts';
import { sql, type Updateable } from 'kysely';
import { plainText } from '../../../contract/error-words.ts';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { DailyRun } from '../database-types.ts';
import { transaction, type Database, type Tx } from '../database.ts';
import type { JobKind, JobSender } from './jobs.ts';
import type { Logger } from '../logger.ts';
import { randomUUID } from 'node:crypto';

/** A part of a day's work. */
interface DayPart {
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
async function whileHeld(
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

/** A day of the business clock in a country. */
export interface Day {
  readonly country: CountryCode;
  readonly date: CalendarDate;
}

/** Work that a day brings: once a day and country, in batches, and safe to run again from anywhere. */
export interface DailyJob {
  readonly name: string;
  /** Another job that must have ended that day. */
  readonly after?: string;
  /** Countries of the job; absent for all. */
  readonly countries?: readonly CountryCode[];
  /** True if it may start at this instant; absent for any time of day. */
  readonly mayStart?: (now: Date, country: CountryCode) => boolean;
  /** May run repeatedly: it only reads, or repeats the same result. */
  readonly isRepeatable?: true;
  /** @returns how many of what, for people who look after it; nothing where it counts as it goes ({@link countDone}) */
  readonly run: (day: Day) => Promise<DayFigures | void>;
  /**
   * Joins a run under way, in worker processes other than its owner, until no work is left to take. The run
   * itself ends when all is done, in any process.
   */
  readonly join?: (day: Day, isStopped: () => boolean) => Promise<void>;
}

/** Counts of a run, by name. */
export type DayFigures = Readonly<Record<string, number>>;

interface DailyDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobSender;
  readonly log: Logger;
}

export const dayQueue = 'daily';

/** A run that has not ended after this long, and that the queue does not know of any more, was lost; real time. */
export const lostAfterMinutes = 60;

/** The job of a part of a day, which the queue has by its state. */
export const sameRun = ({ job, country, date }: DayPart) => sql`
  name = ${dayQueue} and data->>'job' = ${job} and data->>'country' = ${country} and data->>'date' = ${date}`;

/** The kind of job that does the work of the days. */
export function dailyKind(deps: DailyDependencies, daily: readonly DailyJob[]): JobKind<DayPart> {
  return {
    name: dayQueue,
    shown: ['job', 'country', 'date'],
    policy: {
      // A run goes on where the last one stopped, so trying again costs little; half an hour in all.
      retryLimit: 12,
      retryDelaySeconds: 2,
      retryDelayMaxSeconds: 300,
      // A dead worker is noticed by its heartbeat long before.
      expireSeconds: 6 * 3600,
    },
    run: (run) => runDay(deps, daily, run),
  };
}

async function runDay(
  { db, clock, log }: DailyDependencies,
  daily: readonly DailyJob[],
  { job, country, date }: DayPart,
): Promise<void> {
  const note = (set: Updateable<DailyRun>) =>
    db
      .updateTable('daily_run')
      .set(set)
      .where('job', '=', job)
      .where('country', '=', country)
      .where('day', '=', date)
      .execute();
  // Unfinished work of a past day belongs to the new day's run: the past day stays recorded as not run.
  if (localDate(clock.now(), country) !== date) return;
  await whileHeld({ db, log }, { job, country, date }, async () => {
    try {
      await note({ started_at: clock.now() });
      const did = await daily.find(({ name }) => name === job)?.run({ country, date });
      await note({ finished_at: clock.now(), failure: '', ...(did ? { did: JSON.stringify(did) } : {}) });
    } catch (error) {
      await note({ failure: plainText(String(error)) });
      throw error;
    }
  });
}

/** Adds to the counts of a day's run, for work shared by several processes. */
export async function countDone(
  tx: Tx,
  { job, country, date }: DayPart,
  figure: string,
  count: number,
): Promise<void> {
  await sql`
    update daily_run set did = did || jsonb_build_object(${figure}::text, coalesce((did->>${figure}::text)::int, 0) + ${count}::int)
    where job = ${job} and country = ${country} and day = ${date}`.execute(tx);
}

function rowsOf(db: Database, { country, date }: Day) {
  return db
    .selectFrom('daily_run')
    .select([
      'job',
      'started_at',
      'finished_at',
      sql<boolean>`enqueued_at < now() - make_interval(mins => ${lostAfterMinutes}::int)`.as('is_old'),
    ])
    .where('country', '=', country)
    .where('day', '=', date);
}

/** Enqueues the missing work of each country's present day; safe in any number of workers. */
export async function enqueueDay(deps: DailyDependencies, daily: readonly DailyJob[]): Promise<void> {
  const { db, clock, jobs } = deps;
  for (const country of COUNTRIES) {
    const now = clock.now();
    const date = localDate(now, country);
    const rows = new Map((await rowsOf(db, { country, date }).execute()).map((row) => [row.job, row]));
    for (const { name, after, countries, mayStart } of daily) {
      if (countries && !countries.includes(country)) continue;
      const row = rows.get(name);
      if (row && (row.finished_at !== null || !row.is_old)) continue;
      if (after !== undefined && !rows.get(after)?.finished_at) continue;
      if (mayStart && !mayStart(now, country)) continue;
      await transaction(db, async (tx) => {
        const claimed = await tx
          .insertInto('daily_run')
          .values({ job: name, country, day: date })
          .onConflict((conflict) =>
            conflict
              .columns(['job', 'country', 'day'])
              .doUpdateSet({ enqueued_at: sql<Date>`now()` })
              .where('daily_run.finished_at', 'is', null)
              .where(
                sql<boolean>`daily_run.enqueued_at < now() - make_interval(mins => ${lostAfterMinutes}::int)`,
              )
              // A long run is not lost, nor one that waits for its next try.
              .where(
                sql<boolean>`not exists (select from jobs.job where ${sameRun({ job: name, country, date })}
                  and state in ('created', 'retry', 'active'))`,
              ),
          )
          .returning('job')
          .executeTakeFirst();
        if (claimed) await jobs.send(tx, dayQueue, { job: name, country, date } satisfies DayPart);
      });
    }
  }
}

/** Takes part in what other processes have under way; `joined` has what this one takes part in, until it ends. */
async function joinRuns(
  { db, clock, log }: DailyDependencies,
  daily: readonly DailyJob[],
  joined: Map<string, Promise<void>>,
  isStopped: () => boolean,
): Promise<void> {
  const shared = daily.filter(({ join }) => join);
  if (shared.length === 0) return;
  for (const country of COUNTRIES) {
    const date = localDate(clock.now(), country);
    const rows = await rowsOf(db, { country, date }).execute();
    for (const { name, join } of shared) {
      const row = rows.find(({ job }) => job === name);
      const key = `${name} ${country}`;
      if (!join || joined.has(key) || !row?.started_at || row.finished_at !== null) continue;
      const part = join({ country, date }, isStopped)
        .catch((error: unknown) =>
          log.error({ err: error, job: name, country }, 'taking part in a day failed'),
        )
        .finally(() => joined.delete(key));
      joined.set(key, part);
    }
  }
}

/** The last earlier day with a finished run of the job; undefined when there was none. */
export async function lastRunBefore(
  db: Database,
  job: string,
  { country, date }: Day,
): Promise<CalendarDate | undefined> {
  const row = await db
    .selectFrom('daily_run')
    .select((eb) => eb.fn.max('day').as('day'))
    .where('job', '=', job)
    .where('country', '=', country)
    .where('day', '<', date)
    .where('finished_at', 'is not', null)
    .executeTakeFirst();
  return row?.day ?? undefined;
}

/** Looks every so many seconds until stopped; a failure is logged and the next look tries again. */
export function startDays(
  deps: DailyDependencies & { readonly config: { readonly DAILY_EVERY_SECONDS: number } },
  daily: readonly DailyJob[],
): () => Promise<void> {
  const everyMs = deps.config.DAILY_EVERY_SECONDS * 1000;
  if (everyMs === 0) return () => Promise.resolve();
  const joined = new Map<string, Promise<void>>();
  let look = Promise.resolve();
  let isLooking = false;
  let isStopped = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A clock may be set while the process runs.
    look = requireSameClock(deps.db, systemClock)
      .then(() => enqueueDay(deps, daily))
      .then(() => joinRuns(deps, daily, joined, () => isStopped))
      .catch((error: unknown) => deps.log.error({ err: error }, 'the day was not looked at'))
      .finally(() => {
        isLooking = false;
      });
  }, everyMs);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await look;
    await Promise.all(joined.values());
  };
}
