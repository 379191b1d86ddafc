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
 * coverage and date. A test holds both equal for random payments. What is owed and what was covered are added up
 * together rather than joined: the database cannot know how many of either there will be.
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
    ), line as materialized (
      select p.loan_id, a.instalment as number, p.value_date, a.amount, a.component = 'principal' as is_capital
      from debt join payment p on p.loan_id = debt.id join payment_allocation a on a.payment_id = p.id
      where p.value_date <= ${day}
    ), entry as (
      select id as loan_id, 0 as number, country, currency, principal as capital, null::int as days, 0::bigint as owed,
        0::bigint as centavo_days, annual_rate, tax_rate
      from debt
      union all
      select i.loan_id, i.number, null, null, 0, ${day} - i.due_date,
        i.principal + i.interest + i.tax + i.fee + i.fee_tax, i.principal * (${day} - i.due_date),
        debt.annual_rate, debt.tax_rate
      from debt join instalment i on i.loan_id = debt.id
      where i.due_date < ${day}
      union all
      select loan_id, number, null, null, case when is_capital then -amount else 0 end, null, -amount, 0, null, null
      from line
      union all
      select i.loan_id, i.number, null, null, 0, null, 0,
        -line.amount * greatest(0, ${day} - greatest(line.value_date, i.due_date)), null, null
      from line join instalment i on i.loan_id = line.loan_id and i.number = line.number
      where line.is_capital
    ), due as (
      select loan_id, max(country) as country, max(currency) as currency, sum(capital) as capital, max(days) as days,
        sum(owed) as owed, sum(centavo_days) as centavo_days, max(annual_rate) as annual_rate, max(tax_rate) as tax_rate
      from entry group by loan_id, number
    ), late as (
      select d.loan_id, d.country, d.currency, d.capital, d.days,
        d.owed + net + ${rounded(sql`(net * d.tax_rate * ${scale})`, scale)} as owed
      from due d left join lateral (select ${net} as net) charged on true
    )
    select loan_id, max(country) as country, max(currency) as currency, sum(capital)::bigint as principal,
      coalesce(max(days) filter (where owed > 0), 0) as days_late,
      coalesce(sum(owed) filter (where owed > 0 and days is not null), 0)::bigint as overdue
    from late group by loan_id`;
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
