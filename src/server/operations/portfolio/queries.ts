import { sql, type RawBuilder } from 'kysely';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { loanClassesOf } from '../../../countries/law/loan-classes.ts';
import { localInstant } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { CURRENCIES, CURRENCY_CODES, type Currency } from '../../../domain/currency.ts';
import { defaultMonths, laterDays, lawfulAnnualRate, payableUntilOfMany } from '../../loans/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

/** Standing of a loan for reports. Amounts in centavos. */
interface LoanArrears {
  readonly loan_id: number;
  /** Days since the last day without surcharge of the oldest unpaid instalment; 0 if none is overdue. */
  readonly days_late: number;
  /** Unpaid capital. */
  readonly principal: number;
  /** Debt of overdue instalments, including default interest and its tax. */
  readonly overdue: number;
}

/** Sums over the loans in the same range of days late. */
interface ArrearsSums {
  readonly country: CountryCode;
  readonly currency: Currency;
  /** Index into the requested ranges, -1 if written off; null for loans that must be computed one by one. */
  readonly range: number | null;
  /** Ids of the loans that must be computed one by one. */
  readonly alone: readonly number[];
  readonly loans: number;
  readonly principal: number;
  readonly overdue: number;
}

/** Start of the day after a date, in the loan's country. */
const nextDay = (date: CalendarDate) =>
  sql`case l.country ${sql.join(
    COUNTRIES.map((code) => sql`when ${code} then ${localInstant(addDays(date, 1), 0, code)}::timestamptz`),
    sql` `,
  )} end`;

/** True if the loan was active on the date: paid out by then and not finished. */
const isInForce = (date: CalendarDate) => sql`l.interest_from <= ${date}::date and (l.state = 'approved'
  or l.finished_at >= ${nextDay(date)})`;

/** True if the loan was written off on the date, and not undone by then. */
const isWrittenOff = (date: CalendarDate) => sql`(l.may_have_rare_facts and exists (
  select from loan_write_off w where w.loan_id = l.id and w.day <= ${date}::date and not exists (
    select from loan_write_off_undone u where u.write_off_id = w.id and u.day <= ${date}::date)))`;

/** Loans among these that were written off on the date. */
export async function writtenOffOn(
  db: Queryable,
  date: CalendarDate,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select l.id from loan l where l.id = any(${[...ids]}::bigint[]) and ${isWrittenOff(date)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Currencies without hundredths. */
const COARSE = () => CURRENCY_CODES.filter((code) => CURRENCIES[code].smallestStep !== 1);

/**
 * Loans that the statement below cannot compute: other rounding, credit that pays instalments on their due
 * dates, or figures of another plan.
 */
export const isAloneByItself = () =>
  sql`(l.terms->>'rounding' <> 'half-up' or l.currency = any(${COARSE()}::text[]) or l.credit_since is not null
    or exists (select from loan_action a where a.loan_id = l.id)
    or exists (select from plan_change change where change.loan_id = l.id))`;

/**
 * Payments that re-planned the instalments, or with parts that count on two days: their allocations cannot be
 * matched line by line.
 */
export const isMoreThanSums = sql`(p.is_payoff or p.prepayment is not null or p.priced_amount < p.amount)`;

/** Value day of a payment made entirely at an earlier day's price. */
export const countsOn = sql`coalesce(p.priced_on, p.value_date)`;

/** 10^10: rates are stored with at most ten decimals, so rate × scale is whole. */
export const scale = sql`10000000000::numeric`;

/**
 * Half-up `amount` × rate ÷ `divisor`, exact like `divideRounded`; `doubled` is twice the rate × {@link
 * scale}.
 */
export const share = (
  amount: RawBuilder<unknown>,
  doubled: RawBuilder<unknown>,
  divisor: RawBuilder<unknown>,
) =>
  sql`case when ${amount} = 0 then 0 else
    div(${amount} * ${doubled} + ${divisor} * ${scale}, 2 * ${divisor} * ${scale})::bigint end`;

/**
 * SQL equivalent of `classByDays` on the column `days_late`: the class of loans without a refinancing, which are
 * computed one by one.
 */
export function classOfDays(country: CountryCode, day: CalendarDate): RawBuilder<unknown> {
  const starts = loanClassesOf(country, day).mostDaysLate.map((most) => most + 1);
  return sql`width_bucket(days_late, ${[0, ...starts]}::int[])`;
}

type Which = { readonly ids: readonly number[] } | Slice;

/** Repeated for each table, so that PostgreSQL scans a range of it and does not look up loan by loan. */
export const among = (loanId: string, which: Which) =>
  'ids' in which
    ? sql`${sql.ref(loanId)} = any(${[...which.ids]}::bigint[])`
    : sql`${sql.ref(loanId)} > ${which.after} and ${sql.ref(loanId)} <= ${which.upTo}`;

/**
 * SQL equivalent of `loanStanding` for reports over all loans: the amount owed on a date follows from
 * schedule, coverage and date. A test compares both over random payments. Loans that need more than sums
 * (`is_alone`) are few and are computed one by one. Joins here have no index, so they must never become
 * nested loops, regardless of the planner's estimates: a full join is always hashed or merged. Indexed
 * lookups (allocations of payments) cost one probe per row at worst.
 */
export function arrearsOn(date: CalendarDate, which: Which): RawBuilder<LoanArrears> {
  const day = sql`${date}::date`;
  return sql<LoanArrears>`
    with debt as (
      select l.id as loan_id, l.country, l.currency, l.principal, ${isAloneByItself()} as is_alone,
        ${isWrittenOff(date)} as is_written_off,
        2 * ${lawfulAnnualRate} * ${scale} as doubled_rate, ${defaultMonths} as months,
        2 * (l.terms #>> '{defaultInterest,taxRate}')::numeric * ${scale} as doubled_tax_rate
      from loan l where ${among('l.id', which)} and ${isInForce(date)}
    ), line as (
      select p.loan_id, a.instalment as number, ${countsOn} as counts_on, a.amount, a.component = 'principal' as is_capital,
        ${isMoreThanSums} as is_more
      from payment p left join payment_allocation a on a.payment_id = p.id
      where ${among('p.loan_id', which)} and p.value_date <= ${day}
    ), due as (
      select loan_id, number, payable_until, amount, principal,
        least(${day}, (due_date + make_interval(months => months))::date) as until
      from (
        select loan_id, i.number, i.due_date, i.amount, i.principal, ends.months,
          ${payableUntilOfMany} as payable_until
        from (
          select i.loan_id, i.number, i.due_date, i.principal + i.interest + i.tax + i.fee + i.fee_tax as amount, i.principal
          from instalment i where ${among('i.loan_id', which)} and i.due_date < ${day}
        ) i full join (select loan_id, country, months from debt) ends using (loan_id)
        ${laterDays(sql`ends.country`)} offset 0
      ) fallen where payable_until < ${day}
    ), charged as (
      select loan_id, min(payable_until) as payable_until,
        min(due.amount) - coalesce(sum(line.amount)::bigint, 0) as unpaid,
        min(due.principal) * (min(until) - min(payable_until)) - coalesce(
          sum(line.amount * (until - least(until, greatest(counts_on, payable_until)))) filter (where is_capital)::bigint, 0)
          as centavo_days,
        sum(line.amount) filter (where is_capital)::bigint as returned, bool_or(is_more) as is_more
      from due full join line using (loan_id, number) group by loan_id, number
    ), interest as (
      select loan_id, is_more, returned, payable_until, unpaid, doubled_tax_rate,
        ${share(sql`centavo_days`, sql`doubled_rate`, sql`365`)} as net
      from debt full join charged using (loan_id) offset 0
    ), late as (
      select loan_id, is_more, returned, payable_until,
        unpaid + net + ${share(sql`net`, sql`doubled_tax_rate`, sql`1`)} as owed from interest offset 0
    ), summed as (
      select loan_id, bool_or(is_more) as is_more, sum(returned)::bigint as returned,
        min(payable_until) filter (where owed > 0) as late_since, sum(owed) filter (where owed > 0)::bigint as overdue
      from late group by loan_id
    ), standing as (
      select loan_id, country, currency, principal, is_alone, is_written_off, is_more, returned, late_since, overdue
      from debt full join summed using (loan_id) offset 0
    )
    select loan_id, coalesce(is_alone or is_more, false) as is_alone, country, currency,
      principal - coalesce(returned, 0) as principal, coalesce(${day} - late_since, 0) as days_late,
      coalesce(overdue, 0) as overdue, coalesce(is_written_off, false) as is_written_off
    from standing where country is not null`;
}

/** Standing of some loans on a date, except those computed one by one. */
export async function arrearsOf(
  db: Queryable,
  date: CalendarDate,
  ids: readonly number[],
): Promise<readonly LoanArrears[]> {
  const { rows } = await sql<LoanArrears>`
    select loan_id, days_late, principal, overdue from (${arrearsOn(date, { ids })}) s where not is_alone`.execute(
    db,
  );
  return rows;
}

/** Loans of a slice by country, currency and range of days late, summed by the database. */
export async function arrearsSums(
  db: Queryable,
  date: CalendarDate,
  slice: Slice,
  starts: readonly number[],
): Promise<readonly ArrearsSums[]> {
  const { rows } = await sql<ArrearsSums>`
    select country, currency, 
      case when is_alone then null when is_written_off then -1
        else width_bucket(days_late, ${[...starts]}::int[]) - 1 end as range,
      coalesce(jsonb_agg(loan_id) filter (where is_alone), '[]') as alone,
      count(*)::int as loans, sum(principal)::bigint as principal, sum(overdue)::bigint as overdue
    from (${arrearsOn(date, slice)}) s
    group by 1, 2, 3`.execute(db);
  return rows;
}

/**
 * Stores the standing on a date of a country's loans in a slice. @returns loans that must be computed one by
 * one
 */
export async function insertArrears(
  tx: Tx,
  country: CountryCode,
  date: CalendarDate,
  slice: Slice,
): Promise<readonly number[]> {
  const { rows } = await sql<{ alone: readonly number[] }>`
    with standing as materialized (select * from (${arrearsOn(date, slice)}) s where country = ${country}),
    written as (
      insert into portfolio_loan (day, country, loan_id, days_late, principal, overdue, is_written_off, class)
      select ${date}::date, country, loan_id, days_late, principal, overdue, is_written_off, ${classOfDays(country, date)}
      from standing where not is_alone
    )
    select coalesce(jsonb_agg(loan_id), '[]') as alone from standing where is_alone`.execute(tx);
  return rows[0]?.alone ?? [];
}

/** Range of loan ids: `after` < id <= `upTo`. */
export interface Slice {
  readonly after: number;
  readonly upTo: number;
}

/** Loans summed per statement: its sums stay in the database's memory, and no payment waits for it. */
const sliceSize = 5_000;

export async function slicesOf(db: Queryable, size = sliceSize): Promise<readonly Slice[]> {
  const slices: Slice[] = [];
  for (let after = 0; ;) {
    const { rows } = await sql<{ last: number | null }>`
      select max(id) as last from (select id from loan where id > ${after} order by id limit ${size}) next`.execute(
      db,
    );
    const upTo = rows[0]?.last ?? null;
    if (upTo === null) return slices;
    slices.push({ after, upTo });
    after = upTo;
  }
}

/**
 * Makes PostgreSQL plan this transaction's statements for the given slice. A generic plan assumes a few rows
 * and loops over thousands. No parallel workers: starting them takes longer than they save on a slice.
 */
export async function planForSlice(tx: Tx): Promise<void> {
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);
}
