import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { Currency } from '../../domain/money.ts';
import type { Queryable } from '../platform/database.ts';

/** How a loan stands, as a report needs it. Amounts in centavos. */
export interface LoanArrears {
  readonly loan_id: number;
  /** Days since the oldest unpaid instalment fell due; 0 when none is overdue. */
  readonly days_late: number;
  /** Capital that was not paid back yet. */
  readonly principal: number;
  /** Owed for instalments due before the date, default interest and its tax included. */
  readonly overdue: number;
}

/** The loans that fell into the same range of days late. */
export interface ArrearsSums {
  readonly country: CountryCode;
  readonly currency: Currency;
  /** Index into the ranges asked for. */
  readonly range: number;
  readonly loans: number;
  readonly principal: number;
  readonly overdue: number;
}

/** In force on the date: paid out by then and not finished yet. Both countries keep the same time. */
const isInForce = (date: CalendarDate) => sql`l.interest_from <= ${date}::date and (l.state = 'approved'
  or l.finished_at >= (${date}::date + 1)::timestamp at time zone 'America/Montevideo')`;

/**
 * Loans whose standing is more than sums: a payment planned their instalments anew, or they round otherwise than
 * the statement below does. They are few, and computed one by one.
 */
const isPlannedAnew = (date: CalendarDate) => sql`(l.terms->>'rounding' <> 'half-up' or exists (
  select from payment p where p.loan_id = l.id and (p.is_payoff or p.prepayment is not null) and p.value_date <= ${date}::date))`;

/** 10^10: rates are kept with at most ten decimals, so rate × scale is whole. */
const scale = sql`10000000000::numeric`;

/** Half-up division of whole numbers that are not negative; exact, as `divideRounded` is. */
const rounded = (numerator: RawBuilder<unknown>, denominator: RawBuilder<unknown>) =>
  sql`div(2 * ${numerator} + ${denominator}, 2 * ${denominator})`;

/**
 * The twin of `loanStanding` in SQL, for reports over all loans: what is owed on a date follows from schedule,
 * coverage and date. A test holds both equal for random payments.
 * @param only loans of these ids; all when absent
 */
function arrearsOn(date: CalendarDate, only?: readonly number[]): RawBuilder<LoanArrears> {
  const day = sql`${date}::date`;
  const chosen = only ? sql`and l.id = any(${[...only]}::bigint[])` : sql``;
  const netPerCent = rounded(sql`(d.centavo_days * d.annual_rate * ${scale})`, sql`(365 * ${scale})`);
  return sql<LoanArrears>`
    with debt as materialized (
      select l.id, l.principal, (l.terms->'defaultInterest'->>'annualRate')::numeric as annual_rate,
        (l.terms->'defaultInterest'->>'taxRate')::numeric as tax_rate
      from loan l where ${isInForce(date)} and not ${isPlannedAnew(date)} ${chosen}
    ), line as materialized (
      select p.loan_id, a.instalment, p.value_date, sum(a.amount) as amount,
        sum(a.amount) filter (where a.component = 'principal') as principal
      from debt join payment p on p.loan_id = debt.id join payment_allocation a on a.payment_id = p.id
      where p.value_date <= ${day}
      group by p.loan_id, a.instalment, p.value_date
    ), due as (
      select i.loan_id, i.number, i.due_date, ${day} - i.due_date as days, debt.annual_rate, debt.tax_rate,
        i.principal + i.interest + i.tax + i.fee + i.fee_tax - coalesce(sum(line.amount), 0) as owed,
        i.principal * (${day} - i.due_date)
          - coalesce(sum(line.principal * (${day} - greatest(line.value_date, i.due_date))), 0) as centavo_days
      from debt join instalment i on i.loan_id = debt.id
        left join line on line.loan_id = i.loan_id and line.instalment = i.number
      where i.due_date < ${day}
      group by i.loan_id, i.number, debt.annual_rate, debt.tax_rate
    ), late as (
      select d.loan_id, d.days, d.owed + net + ${rounded(sql`(net * d.tax_rate * ${scale})`, scale)} as owed
      from due d, lateral (select ${netPerCent} as net) charged
    ), overdue as (
      select loan_id, max(days) as days, sum(owed) as owed from late where owed > 0 group by loan_id
    ), repaid as (
      select loan_id, sum(principal) as principal from line group by loan_id
    )
    select debt.id as loan_id, coalesce(overdue.days, 0) as days_late,
      (debt.principal - coalesce(repaid.principal, 0))::bigint as principal,
      coalesce(overdue.owed, 0)::bigint as overdue
    from debt left join overdue on overdue.loan_id = debt.id left join repaid on repaid.loan_id = debt.id`;
}

/** How some loans stand on a date. Loans that are to be computed one by one are left out. */
export async function arrearsOf(
  db: Queryable,
  date: CalendarDate,
  loanIds: readonly number[],
): Promise<readonly LoanArrears[]> {
  return (await arrearsOn(date, loanIds).execute(db)).rows;
}

/**
 * All loans by country, currency and range of days late, added up by the database.
 * @param starts first day late of each range, ascending
 */
export async function arrearsSums(
  db: Queryable,
  date: CalendarDate,
  starts: readonly number[],
): Promise<readonly ArrearsSums[]> {
  const { rows } = await sql<ArrearsSums>`
    select l.country, l.currency, width_bucket(s.days_late, ${[...starts]}::int[]) - 1 as range,
      count(*)::int as loans, sum(s.principal)::bigint as principal, sum(s.overdue)::bigint as overdue
    from (${arrearsOn(date)}) s join loan l on l.id = s.loan_id
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** Ids of the loans that have to be computed one by one, in ascending order, after `after`. */
export async function loansPlannedAnew(
  db: Queryable,
  date: CalendarDate,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from loan l
    where ${isInForce(date)} and l.id > ${after} and ${isPlannedAnew(date)}
    order by l.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
