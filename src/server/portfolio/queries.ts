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

/** Which loans: some, or all whose ids follow `after` up to `upTo`. */
type Which = { readonly ids: readonly number[] } | Slice;

const among = (which: Which) =>
  'ids' in which
    ? sql`l.id = any(${[...which.ids]}::bigint[])`
    : sql`l.id > ${which.after} and l.id <= ${which.upTo}`;

/**
 * The twin of `loanStanding` in SQL, for reports over all loans: what is owed on a date follows from schedule,
 * coverage and date. A test holds both equal for random payments.
 */
function arrearsOn(date: CalendarDate, which: Which): RawBuilder<LoanArrears> {
  const day = sql`${date}::date`;
  const net = rounded(sql`(d.centavo_days * d.annual_rate * ${scale})`, sql`(365 * ${scale})`);
  return sql<LoanArrears>`
    with debt as materialized (
      select l.id, l.country, l.currency, l.principal,
        (l.terms->'defaultInterest'->>'annualRate')::numeric as annual_rate,
        (l.terms->'defaultInterest'->>'taxRate')::numeric as tax_rate
      from loan l where ${among(which)} and ${isInForce(date)} and not ${isPlannedAnew(date)}
    ), covered as materialized (
      select i.loan_id, i.number, sum(a.amount) as amount,
        sum(a.amount) filter (where a.component = 'principal') as principal,
        sum(a.amount * greatest(0, ${day} - greatest(p.value_date, i.due_date)))
          filter (where a.component = 'principal') as centavo_days
      from debt join payment p on p.loan_id = debt.id
        join payment_allocation a on a.payment_id = p.id
        join instalment i on i.loan_id = p.loan_id and i.number = a.instalment
      where p.value_date <= ${day}
      group by i.loan_id, i.number
    ), due as (
      select i.loan_id, ${day} - i.due_date as days, debt.annual_rate, debt.tax_rate,
        i.principal + i.interest + i.tax + i.fee + i.fee_tax - coalesce(c.amount, 0) as owed,
        i.principal * (${day} - i.due_date) - coalesce(c.centavo_days, 0) as centavo_days
      from debt join instalment i on i.loan_id = debt.id
        left join covered c on c.loan_id = i.loan_id and c.number = i.number
      where i.due_date < ${day}
    ), late as (
      select d.loan_id, d.days, d.owed + net + ${rounded(sql`(net * d.tax_rate * ${scale})`, scale)} as owed
      from due d, lateral (select ${net} as net) charged
      where d.owed > 0 or d.centavo_days > 0
    ), overdue as (
      select loan_id, max(days) as days, sum(owed) as owed from late where owed > 0 group by loan_id
    ), repaid as (
      select loan_id, sum(principal) as principal from covered group by loan_id
    )
    select debt.id as loan_id, debt.country, debt.currency, coalesce(overdue.days, 0) as days_late,
      (debt.principal - coalesce(repaid.principal, 0))::bigint as principal,
      coalesce(overdue.owed, 0)::bigint as overdue
    from debt left join overdue on overdue.loan_id = debt.id left join repaid on repaid.loan_id = debt.id`;
}

/** How some loans stand on a date. Loans that are to be computed one by one are left out. */
export async function arrearsOf(
  db: Queryable,
  date: CalendarDate,
  ids: readonly number[],
): Promise<readonly LoanArrears[]> {
  const { rows } = await sql<LoanArrears>`
    select loan_id, days_late, principal, overdue from (${arrearsOn(date, { ids })}) s`.execute(db);
  return rows;
}

/** The loans of a slice by country, currency and range of days late, added up by the database. */
export async function arrearsSums(
  db: Queryable,
  date: CalendarDate,
  slice: Slice,
  starts: readonly number[],
): Promise<readonly ArrearsSums[]> {
  const { rows } = await sql<ArrearsSums>`
    select country, currency, width_bucket(days_late, ${[...starts]}::int[]) - 1 as range,
      count(*)::int as loans, sum(principal)::bigint as principal, sum(overdue)::bigint as overdue
    from (${arrearsOn(date, slice)}) s
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** Loans whose ids follow `after`, up to `upTo`. */
export interface Slice {
  readonly after: number;
  readonly upTo: number;
}

/** All loans in slices of so many. */
export async function slicesOf(db: Queryable, size: number): Promise<readonly Slice[]> {
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

/** Ids of the loans of a slice that have to be computed one by one. */
export async function loansPlannedAnew(
  db: Queryable,
  date: CalendarDate,
  slice: Slice,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from loan l
    where ${among(slice)} and ${isInForce(date)} and ${isPlannedAnew(date)}`.execute(db);
  return rows.map(({ id }) => id);
}
