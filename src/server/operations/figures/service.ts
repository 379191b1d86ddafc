import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { stabilityIndex } from '../../../domain/credit-decision.ts';
import { readSetting } from '../../content/service.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { figuresBetween } from './figures.ts';

type Decisions = OutputOf<'GET /api/staff/figures'>['decisions'];

/** Days averaged for comparison with one day, and days that count as recent. */
const meanDays = 28;
const recentDays = 7;
/** Fewer decisions on a side say nothing. */
const least = 30;

/** Groups of each compared fact. */
const GROUPS = {
  age: sql`width_bucket((facts->>'age')::numeric, array[25, 35, 45, 55, 65]::numeric[])::text`,
  bureau: sql`facts->>'bureau'`,
  grade: sql`coalesce(facts->>'grade', '-')`,
} as const;

/** Share of approvals by day, and how the applicants changed (docs/product/credit-decisions.md#drift). */
export async function decisionDrift(
  db: Queryable,
  country: CountryCode,
  [from, to]: readonly [CalendarDate, CalendarDate],
  now: Date,
): Promise<Decisions> {
  const [rates, drift] = await Promise.all([
    ratesOf(db, country, [from, to], now),
    markedDrift(db, country, now),
  ]);
  return { rates, drift };
}

/** Difference of the last days’ applicants from those before, for the metrics of operators. */
export interface DecisionShift {
  readonly country: CountryCode;
  readonly drift: Decisions['drift'];
  /** Share of approvals of the last days less that of the days before; null for too few decisions. */
  readonly approvals: number | null;
}

export async function decisionShift(db: Queryable, country: CountryCode, now: Date): Promise<DecisionShift> {
  const recent = after(now, -recentDays, 'days');
  const [drift, { rows }] = await Promise.all([
    markedDrift(db, country, now),
    sql<{ was: number | null; now: number | null }>`
      select avg(approved) filter (where at < ${recent} and was >= ${least}) as was,
        avg(approved) filter (where at >= ${recent} and recent >= ${least}) as now
      from (select at, ((outcome->>'approved')::boolean)::int::float8 as approved,
          count(*) filter (where at < ${recent}) over () as was,
          count(*) filter (where at >= ${recent}) over () as recent
        from decision where country = ${country} and at >= ${after(recent, -meanDays, 'days')} and at < ${now}
          and facts is not null and decided_by is null) d`.execute(db),
  ]);
  const { was = null, now: is = null } = rows[0] ?? {};
  return { country, drift, approvals: was === null || is === null ? null : is - was };
}

async function ratesOf(
  db: Queryable,
  country: CountryCode,
  [from, to]: readonly [CalendarDate, CalendarDate],
  now: Date,
): Promise<Decisions['rates']> {
  const figures = await figuresBetween(db, country, [addDays(from, -meanDays), to], now);
  const byDay = new Map<string, { decisions: number; accepted: number }>();
  for (const { day, figure, part, count } of figures) {
    if (figure !== 'decision') continue;
    const sums = byDay.get(day) ?? { decisions: 0, accepted: 0 };
    sums.decisions += count;
    if (part === 'approved') sums.accepted += count;
    byDay.set(day, sums);
  }
  const rates = [];
  for (let day = from; day <= to && day <= localDate(now, country); day = addDays(day, 1)) {
    const own = byDay.get(day);
    if (!own) continue;
    const before = [...byDay].filter(([each]) => each < day && each >= addDays(day, -meanDays));
    const decisions = before.reduce((sum, [, each]) => sum + each.decisions, 0);
    const accepted = before.reduce((sum, [, each]) => sum + each.accepted, 0);
    rates.push({ day, ...own, mean: decisions === 0 ? null : accepted / decisions });
  }
  return rates;
}

async function markedDrift(db: Queryable, country: CountryCode, now: Date): Promise<Decisions['drift']> {
  const [drift, setting] = await Promise.all([
    driftOf(db, country, now),
    readSetting(db, country, 'decision-drift-alert'),
  ]);
  return drift.map((each) => ({ ...each, is_alarming: each.index >= Number(setting) / 100 }));
}

async function driftOf(
  db: Queryable,
  country: CountryCode,
  now: Date,
): Promise<{ fact: string; index: number; decisions: number }[]> {
  const recent = after(now, -recentDays, 'days');
  const first = after(recent, -meanDays, 'days');
  const found = [];
  for (const [fact, group] of Object.entries(GROUPS)) {
    const { rows } = await sql<{ was: number; now: number }>`
      select count(*) filter (where at < ${recent})::int as was, count(*) filter (where at >= ${recent})::int as now
      from decision where country = ${country} and at >= ${first} and at < ${now}
        and facts is not null and decided_by is null
      group by ${group}`.execute(db);
    const [was, is] = [rows.map((row) => row.was), rows.map((row) => row.now)];
    const decisions = is.reduce((sum, count) => sum + count, 0);
    if (decisions < least || was.reduce((sum, count) => sum + count, 0) < least) continue;
    found.push({ fact, index: stabilityIndex(was, is), decisions });
  }
  return found;
}
