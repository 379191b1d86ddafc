import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { DEFAULT_THRESHOLD_DAYS } from '../../../domain/standing/instalment-state.ts';
import { add, centavos, ZERO, type Centavos, type Currency } from '../../../domain/money.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { loansById } from '../../loans/service.ts';
import { transaction, type Database, type Queryable } from '../../platform/database.ts';
import { arrearsSums, planForSlice, slicesOf, writtenOffOn, type Slice } from './queries.ts';

export {
  among,
  classOfDays,
  countsOn,
  isAloneByItself,
  isMoreThanSums,
  planForSlice,
  scale,
  share,
  slicesOf,
  type Slice,
} from './queries.ts';

/** Name of the daily job that stores the portfolio, for jobs that follow it. */
export const snapshotName = 'portfolio-snapshot';

/**
 * First days of the ranges of days late; the third starts at 'Default'
 * (docs/product/loan-and-money.md#default-after).
 */
export const RANGE_STARTS = [0, 1, DEFAULT_THRESHOLD_DAYS + 1, 61, 91] as const;

/** Range of loans written off, which count in none (docs/product/collections.md#write-off). */
export const WRITTEN_OFF = -1;

/** Loans of a country in one range of days late. */
export interface PortfolioLine {
  readonly country: CountryCode;
  readonly currency: Currency;
  /** First day of the range, one of {@link RANGE_STARTS}, or {@link WRITTEN_OFF}. */
  readonly from: number;
  readonly loans: number;
  /** Unpaid capital, centavos. */
  readonly principal: Centavos;
  /** Debt of past-due instalments, including default interest, centavos. */
  readonly overdue: Centavos;
}

/** Loans per page of those computed one by one. */
const page = 500;
/** Default number of concurrent slices, which leaves room for payments. */
const fewAtOnce = 2;

/**
 * Standing of the whole portfolio on a date, by country and days late. The database sums loans slice by slice
 * if sums suffice, so a concurrent payment may or may not be included; re-planned loans are computed one by
 * one.
 * @param slicesAtOnce concurrent slices, each with a connection and a processor of PostgreSQL
 */
export async function portfolioOn(
  db: Database,
  date: CalendarDate,
  slicesAtOnce = fewAtOnce,
): Promise<readonly PortfolioLine[]> {
  const lines = new Map<string, PortfolioLine>();
  const slices = [...(await slicesOf(db))];
  const addUp = async (): Promise<void> => {
    for (let slice = slices.shift(); slice; slice = slices.shift())
      for (const line of await linesOf(db, date, slice)) {
        const key = `${line.country} ${line.from}`;
        const so = lines.get(key);
        lines.set(key, so ? together(so, line) : line);
      }
  };
  await Promise.all(Array.from({ length: slicesAtOnce }, addUp));
  return [...lines.values()].toSorted((a, b) => a.country.localeCompare(b.country) || a.from - b.from);
}

async function linesOf(db: Database, date: CalendarDate, slice: Slice): Promise<PortfolioLine[]> {
  const sums = await transaction(db, async (tx) => {
    const [, found] = await Promise.all([planForSlice(tx), arrearsSums(tx, date, slice, RANGE_STARTS)]);
    return found;
  });
  return [
    ...sums.flatMap(({ range, country, currency, loans, principal, overdue }) => {
      const from = range === WRITTEN_OFF ? range : range === null ? undefined : RANGE_STARTS[range];
      if (from === undefined) return [];
      return [{ country, currency, from, loans, principal: centavos(principal), overdue: centavos(overdue) }];
    }),
    ...(await linesOneByOne(
      db,
      date,
      sums.flatMap(({ alone }) => alone),
    )),
  ];
}

async function linesOneByOne(
  db: Database,
  date: CalendarDate,
  ids: readonly number[],
): Promise<PortfolioLine[]> {
  const lines: PortfolioLine[] = [];
  for (let start = 0; start < ids.length; start += page) {
    const some = ids.slice(start, start + page);
    const writtenOff = await writtenOffOn(db, date, some);
    for (const loan of await loansById(db, some)) {
      const { id, country, currency, conditions, payments } = loan;
      const { overdue, outstanding, daysLate, isSettled } = loanStanding(conditions, payments, date);
      if (isSettled) continue;
      const range = RANGE_STARTS.findLast((first) => first <= daysLate) ?? 0;
      const from = writtenOff.has(id) ? WRITTEN_OFF : range;
      lines.push({ country, currency, from, loans: 1, principal: outstanding.principal, overdue });
    }
  }
  return lines;
}

function together(a: PortfolioLine, b: PortfolioLine): PortfolioLine {
  return {
    ...a,
    loans: a.loans + b.loans,
    principal: add(a.principal, b.principal),
    overdue: add(a.overdue, b.overdue),
  };
}

/** Sums per currency, without loans written off. */
export function totalsOf(
  lines: readonly PortfolioLine[],
): Map<Currency, Omit<PortfolioLine, 'from' | 'country'>> {
  const totals = new Map<Currency, Omit<PortfolioLine, 'from' | 'country'>>();
  for (const { currency, from, loans, principal, overdue } of lines) {
    if (from === WRITTEN_OFF) continue;
    const so = totals.get(currency) ?? { currency, loans: 0, principal: ZERO, overdue: ZERO };
    totals.set(currency, {
      currency,
      loans: so.loans + loans,
      principal: add(so.principal, principal),
      overdue: add(so.overdue, overdue),
    });
  }
  return totals;
}

/** Loans as of each closed day, oldest first. */
export async function portfolioBetween(
  db: Queryable,
  country: CountryCode,
  [from, to]: readonly [CalendarDate, CalendarDate],
) {
  return db
    .selectFrom('portfolio_day')
    .select(['day', 'late_from', 'loans', 'principal', 'overdue'])
    .where('country', '=', country)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('late_from')
    .execute();
}

/** Loans by class as of each closed day, oldest first; none of the days of earlier releases. */
export async function classesBetween(
  db: Queryable,
  country: CountryCode,
  [from, to]: readonly [CalendarDate, CalendarDate],
) {
  return db
    .selectFrom('portfolio_class')
    .select(['day', 'class', 'loans', 'principal', 'overdue'])
    .where('country', '=', country)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('class')
    .execute();
}

const monthEnds = 13;

const lastEnds = (db: Queryable, country: CountryCode) =>
  db
    .selectFrom('portfolio_vintage')
    .select('day')
    .distinct()
    .where('country', '=', country)
    .orderBy('day', 'desc')
    .limit(monthEnds);

/** Vintages: each month of origination at each month-end. */
export function vintagesOfCountry(db: Queryable, country: CountryCode) {
  return db
    .selectFrom('portfolio_vintage')
    .select(['day', 'origin', 'loans', 'granted', 'principal', 'late_30', 'late_90'])
    .where('country', '=', country)
    .where('day', 'in', lastEnds(db, country))
    .orderBy('origin')
    .orderBy('day')
    .execute();
}

/** Roll rates to each month-end, newest first. */
export function rollsOfCountry(db: Queryable, country: CountryCode) {
  return db
    .selectFrom('portfolio_roll')
    .select(['day', 'late_from', 'late_to', 'loans', 'principal'])
    .where('country', '=', country)
    .where('day', 'in', lastEnds(db, country))
    .orderBy('day', 'desc')
    .orderBy('late_from')
    .orderBy('late_to')
    .execute();
}
