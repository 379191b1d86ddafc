import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { Clock } from '../clock.ts';
import type { Queryable, Tx } from '../database.ts';
import { dayQueue, lostAfterMinutes, sameRun, type DailyJob } from './daily.ts';
import type { JobSender } from './jobs.ts';

type RunState = 'done' | 'under-way' | 'failed' | 'late' | 'missing' | 'to-come';

/** Daily run as shown to operators. */
export interface DayRun {
  readonly job: string;
  readonly country: CountryCode;
  readonly day: CalendarDate;
  readonly state: RunState;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly did: Readonly<Record<string, number>>;
  readonly failure: string;
  readonly isRunnable: boolean;
}

interface Row {
  readonly job: string;
  readonly country: CountryCode;
  readonly day: CalendarDate;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly did: Readonly<Record<string, number>>;
  readonly failure: string;
  readonly is_old: boolean;
}

async function rowsBetween(
  db: Queryable,
  countries: readonly CountryCode[],
  [from, to]: readonly [CalendarDate, CalendarDate],
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select job, country, day, started_at, finished_at, did, failure,
      enqueued_at < now() - make_interval(mins => ${lostAfterMinutes}::int) as is_old
    from daily_run where country = any(${[...countries]}::text[]) and day between ${from} and ${to}
  `.execute(db);
  return rows;
}

/** First day on which each job ran in each country; earlier days do not count as missing. */
async function firstDays(db: Queryable): Promise<ReadonlyMap<string, CalendarDate>> {
  const { rows } = await sql<{ job: string; country: string; day: CalendarDate }>`
    select job, country, min(day) as day from daily_run group by 1, 2`.execute(db);
  return new Map(rows.map(({ job, country, day }) => [`${job} ${country}`, day]));
}

/** Runs of the days until `last` (by default each country's current day), newest first. */
export async function dayRuns(
  db: Queryable,
  clock: Clock,
  daily: readonly DailyJob[],
  {
    countries,
    last,
    days,
  }: {
    readonly countries: readonly CountryCode[];
    readonly last?: CalendarDate | undefined;
    readonly days: number;
  },
): Promise<readonly DayRun[]> {
  const now = clock.now();
  const end =
    last ??
    countries
      .map((country) => localDate(now, country))
      .toSorted()
      .at(-1);
  if (end === undefined) return [];
  const [rows, first] = await Promise.all([
    rowsBetween(db, countries, [addDays(end, 1 - days), end]),
    firstDays(db),
  ]);
  const found = new Map(rows.map((row) => [`${row.job} ${row.country} ${row.day}`, row]));
  const runs: DayRun[] = [];
  for (let back = 0; back < days; back += 1)
    for (const country of countries) {
      const day = addDays(end, -back);
      const today = localDate(now, country);
      if (day > today) continue;
      const rowOf = (job: string) => found.get(`${job} ${country} ${day}`);
      for (const each of daily.filter((job) => isOf(job, country))) {
        const row = rowOf(each.name);
        const since = first.get(`${each.name} ${country}`);
        if (!row && day !== today && (since === undefined || day < since)) continue;
        const state = stateOf(row, day === today);
        const isReady = each.after === undefined || Boolean(rowOf(each.after)?.finished_at);
        runs.push({
          job: each.name,
          country,
          day,
          state,
          startedAt: row?.started_at ?? null,
          finishedAt: row?.finished_at ?? null,
          did: row?.did ?? {},
          failure: row?.failure ?? '',
          isRunnable:
            day === today &&
            isReady &&
            (each.mayStart?.(now, country) ?? true) &&
            (state === 'done' ? each.isRepeatable === true : state !== 'under-way'),
        });
      }
    }
  return runs;
}

function stateOf(row: Row | undefined, isToday: boolean): RunState {
  if (!row) return isToday ? 'to-come' : 'missing';
  if (row.finished_at !== null) return 'done';
  if (row.failure !== '') return 'failed';
  if (!isToday) return 'missing';
  return row.is_old ? 'late' : 'under-way';
}

const isOf = ({ countries }: DailyJob, country: CountryCode) => countries?.includes(country) ?? true;

export async function lastEnds(
  db: Queryable,
  jobs: readonly string[],
  countries: readonly CountryCode[],
): Promise<readonly DayRun[]> {
  const { rows } = await sql<Row>`
    select distinct on (job, country) job, country, day, started_at, finished_at, did, failure, false as is_old
    from daily_run where job = any(${[...jobs]}::text[]) and country = any(${[...countries]}::text[])
      and finished_at is not null
    order by job, country, day desc
  `.execute(db);
  return rows.map(({ started_at: startedAt, finished_at: finishedAt, is_old: _old, ...row }) => ({
    ...row,
    startedAt,
    finishedAt,
    state: 'done' as const,
    isRunnable: false,
  }));
}

type NowRefusal = 'day_done' | 'day_under_way' | 'day_not_yet';

/** Enqueues a daily job of the current day to run now. @returns the reason if it was not enqueued */
export async function runDayNow(
  tx: Tx,
  { clock, jobs }: { readonly clock: Clock; readonly jobs: JobSender },
  daily: readonly DailyJob[],
  { job, country }: { readonly job: string; readonly country: CountryCode },
): Promise<NowRefusal | undefined> {
  const now = clock.now();
  const date = localDate(now, country);
  const kind = daily.find(({ name }) => name === job);
  if (!kind || !isOf(kind, country) || !(kind.mayStart?.(now, country) ?? true)) return 'day_not_yet';
  if (kind.after !== undefined) {
    const { rows } = await sql`select from daily_run where job = ${kind.after} and country = ${country}
      and day = ${date} and finished_at is not null`.execute(tx);
    if (rows.length === 0) return 'day_not_yet';
  }
  await sql`insert into daily_run (job, country, day) values (${job}, ${country}, ${date}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ is_done: boolean }>`
    select finished_at is not null as is_done from daily_run
    where job = ${job} and country = ${country} and day = ${date} for update`.execute(tx);
  if (rows[0]?.is_done && !kind.isRepeatable) return 'day_done';
  const same = sameRun({ job, country, date });
  const { rows: begun } =
    await sql`select from jobs.job where ${same} and state in ('created', 'active')`.execute(tx);
  if (begun.length > 0) return 'day_under_way';
  // This run also does the work of jobs that wait for a retry or were given up.
  await sql`update jobs.job set state = 'cancelled', completed_on = coalesce(completed_on, now())
    where ${same} and state in ('retry', 'failed')`.execute(tx);
  await sql`update daily_run set enqueued_at = now(), finished_at = null, failure = ''
    where job = ${job} and country = ${country} and day = ${date}`.execute(tx);
  await jobs.send(tx, dayQueue, { job, country, date });
  return undefined;
}
