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

/** Run of a daily job for a country and day. */
interface DayPart {
  readonly job: string;
  readonly country: CountryCode;
  readonly date: CalendarDate;
}

/** Lease of a run, in seconds of real time; once it expires, another process may take over. */
const leaseSeconds = 30;
const renewMs = (leaseSeconds * 1_000) / 3;

/**
 * Runs an unfinished daily job under an exclusive lease, because the queue may hand out work of a process
 * that was only briefly silent.
 * @throws if another process holds the lease
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
      .catch((error: unknown) =>
        log.warn({ err: error, job, country }, 'the lease of a daily run was not renewed'),
      );
  }, renewMs);
  try {
    await run();
  } finally {
    clearInterval(renewing);
    // If this fails, the lease expires by itself.
    await sql`update daily_run set held_by = '', held_until = null where ${of} and held_by = ${name}`
      .execute(db)
      .catch((error: unknown) =>
        log.warn({ err: error, job, country }, 'the lease of a daily run was not released'),
      );
  }
}

export interface Day {
  readonly country: CountryCode;
  readonly date: CalendarDate;
}

/** Job that runs once per day and country, works in batches and is safe to repeat. */
export interface DailyJob {
  readonly name: string;
  /** Name of another job that must have finished on that day. */
  readonly after?: string;
  /** Countries of the job; all if absent. */
  readonly countries?: readonly CountryCode[];
  /** True if it may start at this instant; at any time if absent. */
  readonly mayStart?: (now: Date, country: CountryCode) => boolean;
  /** May run repeatedly: it only reads, or produces the same result again. */
  readonly isRepeatable?: true;
  /** @returns counts for operators; nothing if it counts as it goes ({@link countDone}) */
  readonly run: (day: Day) => Promise<DayFigures | void>;
  /**
   * Joins a run in progress, in workers other than its owner, until no work is left to take. The run ends
   * when all is done, in any process.
   */
  readonly join?: (day: Day, isStopped: () => boolean) => Promise<void>;
}

export type DayFigures = Readonly<Record<string, number>>;

interface DailyDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: JobSender;
  readonly log: Logger;
}

export const dayQueue = 'daily';

/** Age at which an unfinished run that the queue no longer knows counts as lost; real time. */
export const lostAfterMinutes = 60;

/** Condition on the queue's job for a daily run. */
export const sameRun = ({ job, country, date }: DayPart) => sql`
  name = ${dayQueue} and data->>'job' = ${job} and data->>'country' = ${country} and data->>'date' = ${date}`;

export function dailyKind(deps: DailyDependencies, daily: readonly DailyJob[]): JobKind<DayPart> {
  return {
    name: dayQueue,
    shown: ['job', 'country', 'date'],
    policy: {
      // A run resumes where the last one stopped, so retries are cheap; half an hour in total.
      retryLimit: 12,
      retryDelaySeconds: 2,
      retryDelayMaxSeconds: 300,
      // The heartbeat detects a dead worker long before.
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
  // Unfinished work of a past day belongs to the current day's run; the past day stays recorded as not run.
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

/** Adds to the counts of a daily run, for work shared by several processes. */
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

/** Enqueues the missing daily jobs of each country's current day; safe in any number of workers. */
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
              // Excludes a long run and one that waits for a retry, which are not lost.
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

/** Joins runs in progress elsewhere; `joined` holds those this process takes part in until they end. */
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
          log.error({ err: error, job: name, country }, 'joining a daily run failed'),
        )
        .finally(() => joined.delete(key));
      joined.set(key, part);
    }
  }
}

/** Last earlier day with a finished run of the job; undefined if there was none. */
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

/** Checks periodically until stopped; a failure is logged and the next check retries. */
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
    // Checked each time, because the clock may be set while the process runs.
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
