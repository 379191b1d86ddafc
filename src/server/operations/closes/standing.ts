import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import { loanClassesOf } from '../../../countries/law/loan-classes.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import {
  closeAmounts,
  isSuspended,
  NO_AMOUNTS,
  provisionOf,
  type CloseRules,
} from '../../../domain/month-close.ts';
import { centavos, ZERO } from '../../../domain/money.ts';
import { parseRational } from '../../../domain/rate.ts';
import { loanClass, type LoanClass } from '../../../domain/standing/loan-class.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import {
  defaultMonths,
  laterDays,
  lawfulAnnualRate,
  loansKnownAt,
  payableUntilOfMany,
} from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import {
  among,
  classOfDays,
  countsOn,
  isAloneByItself,
  isMoreThanSums,
  planForSlice,
  scale,
  share,
  type Slice,
} from '../portfolio/service.ts';

/** A close's country, last day, cut and rules. */
export interface CloseFrame {
  readonly id: number;
  readonly country: CountryCode;
  /** Last day of the month. */
  readonly day: CalendarDate;
  /** End of the month; the close ignores later bookings. */
  readonly cutAt: Date;
  readonly rules: CloseRules;
}

const classes: readonly LoanClass[] = [1, 2, 3, 4, 5];

/** Freezes the loans of a slice (docs/product/books.md#frozen-figures). */
export async function freezeSlice(tx: Tx, close: CloseFrame, slice: Slice): Promise<void> {
  // Left by an earlier preparation.
  await sql`delete from close_loans
    where close_id = ${close.id} and loan_id > ${slice.after} and loan_id <= ${slice.upTo}`.execute(tx);
  await planForSlice(tx);
  const { rows } = await sql<{ alone: readonly number[] }>`
    with frozen as materialized (${frozenBySums(close, slice)}), written as (
      insert into close_loans (${columns})
      select ${close.id}::bigint, loan_id, customer_id, principal, 0, written_off, interest_accrued, interest_due,
        default_interest, fees_due, days_late, class, ${provision(close.rules)}, is_suspended, false, false,
        is_disputed, is_written_off
      from (${withClass(close)}) classed
      where principal + interest_accrued + interest_due + default_interest + fees_due > 0
    )
    select coalesce(jsonb_agg(loan_id), '[]') as alone from frozen where is_alone`.execute(tx);
  await freezeOneByOne(tx, close, rows[0]?.alone ?? []);
  await freezeUndelivered(tx, close, slice);
}

const columns = sql`close_id, loan_id, customer_id, principal, shortfall, written_off, interest_accrued, interest_due,
  default_interest, fees_due, days_late, class, provision, is_suspended, is_refinanced, is_sued, is_disputed,
  is_written_off`;

/** Loan `l` was in force when the month ended. */
const isInForce = ({
  day,
  cutAt,
}: CloseFrame) => sql`l.disbursed_at < ${cutAt} and l.interest_from <= ${day}::date
  and (l.state = 'approved' or l.finished_at >= ${cutAt} or l.canceled_at >= ${cutAt})`;

/** Something about the loan `l` was booked after the month. */
const isChangedSince = ({ cutAt }: CloseFrame) => sql`(
  exists (select from payment p where p.loan_id = l.id and p.received_at >= ${cutAt})
  or exists (select from payment p join payment_reversal v on v.payment_id = p.id
    where p.loan_id = l.id and v.at >= ${cutAt}))`;

/** Capital of the loan `l` that was written off by the cut. */
const writtenOff = ({ cutAt }: CloseFrame) => sql`case when l.may_have_rare_facts then
  (select w.amount from loan_write_off w where w.loan_id = l.id and w.created_at < ${cutAt} and not exists (
    select from loan_write_off_undone u where u.write_off_id = w.id and u.created_at < ${cutAt})) end`;

/** Loans in dispute at the cut. */
const disputed = ({ country, cutAt }: CloseFrame) => sql`(select h.loan_id from customer_hold h
  where h.country = ${country} and h.reason = 'dispute' and h.loan_id is not null and h.placed_at < ${cutAt}
    and (h.lifted_at is null or h.lifted_at >= ${cutAt}))`;

/**
 * SQL equivalent of `closeAmounts` for loans that follow from sums, like `arrearsOn` of the portfolio, which
 * explains its joins. Those that need more (`is_alone`), or that changed since, are computed one by one. A test
 * compares both.
 */
function frozenBySums(close: CloseFrame, slice: Slice): RawBuilder<unknown> {
  const day = sql`${close.day}::date`;
  return sql`
    with debt as (
      select l.id as loan_id, l.customer_id, l.country, l.principal, l.interest_from,
        (${isAloneByItself()} or ${isChangedSince(close)}) as is_alone, ${writtenOff(close)} as written_off,
        2 * ${lawfulAnnualRate} * ${scale} as doubled_rate, ${defaultMonths} as months,
        2 * (l.terms #>> '{defaultInterest,taxRate}')::numeric * ${scale} as doubled_tax_rate
      from loan l where ${among('l.id', slice)} and l.country = ${close.country} and ${isInForce(close)}
    ), line as (
      select p.loan_id, a.instalment as number, ${countsOn} as counts_on, a.amount, a.component, ${isMoreThanSums} as is_more
      from payment p left join payment_allocation a on a.payment_id = p.id
      where ${among('p.loan_id', slice)} and p.value_date <= ${day}
    ), begun as (
      select loan_id, number, due_date, payable_until, start, amount, principal, interest, fee,
        least(${day}, (due_date + make_interval(months => months))::date) as until
      from (
        select loan_id, i.number, i.due_date, i.amount, i.principal, i.interest, i.fee, ends.months,
          coalesce(i.before, ends.interest_from) as start, ${payableUntilOfMany} as payable_until
        from (
          select i.loan_id, i.number, i.due_date, i.principal + i.interest + i.tax + i.fee + i.fee_tax as amount,
            i.principal, i.interest, i.fee, lag(i.due_date) over (partition by i.loan_id order by i.number) as before
          from instalment i where ${among('i.loan_id', slice)}
        ) i full join (select loan_id, country, months, interest_from from debt) ends using (loan_id)
        ${laterDays(sql`ends.country`)} offset 0
      ) running where start < ${day}
    ), charged as (
      select loan_id, number, min(payable_until) as payable_until, min(due_date) as due_date, min(start) as start,
        min(interest) as interest, min(fee) as fee,
        min(begun.amount) - coalesce(sum(line.amount)::bigint, 0) as unpaid,
        min(principal) * greatest(0, min(until) - min(payable_until)) - coalesce(
          sum(line.amount * (until - least(until, greatest(counts_on, payable_until))))
            filter (where component = 'principal')::bigint, 0) as centavo_days,
        sum(line.amount) filter (where component = 'principal')::bigint as returned,
        coalesce(sum(line.amount) filter (where component = 'interest')::bigint, 0) as paid_interest,
        coalesce(sum(line.amount) filter (where component = 'fee')::bigint, 0) as paid_fee,
        coalesce(sum(line.amount) filter (where component = 'defaultInterest')::bigint, 0) as paid_default,
        bool_or(is_more) as is_more
      from begun full join line using (loan_id, number) group by loan_id, number
    ), interest as (
      select charged.*, doubled_tax_rate, case when payable_until < ${day} then
        ${share(sql`centavo_days`, sql`doubled_rate`, sql`365`)} else 0 end as net
      from debt full join charged using (loan_id) offset 0
    ), figured as (
      select loan_id, is_more, returned, net - paid_default as default_interest,
        case when payable_until < ${day}
          and unpaid + net + ${share(sql`net`, sql`doubled_tax_rate`, sql`1`)} > 0 then payable_until end as late_since,
        case when due_date <= ${day} then interest - paid_interest else 0 end as interest_due,
        case when due_date <= ${day} then fee - paid_fee else 0 end as fees_due,
        case when due_date > ${day} then greatest(0, div(2 * interest::numeric * (${day} - start) + (due_date - start),
          2 * (due_date - start))::bigint - paid_interest) else 0 end as interest_accrued
      from interest
    ), summed as (
      select loan_id, bool_or(is_more) as is_more, sum(returned)::bigint as returned, min(late_since) as late_since,
        sum(default_interest)::bigint as default_interest, sum(interest_due)::bigint as interest_due,
        sum(fees_due)::bigint as fees_due, sum(interest_accrued)::bigint as interest_accrued
      from figured group by loan_id
    )
    select loan_id, customer_id, coalesce(is_alone or is_more, false) as is_alone,
      principal - coalesce(returned, 0) as principal, coalesce(written_off, 0) as write_off,
      coalesce(${day} - late_since, 0) as days_late, coalesce(default_interest, 0) as default_interest,
      coalesce(interest_due, 0) as interest_due, coalesce(fees_due, 0) as fees_due,
      coalesce(interest_accrued, 0) as interest_accrued, written_off is not null as is_written_off
    from debt full join summed using (loan_id) where country is not null`;
}

/** The frozen sums with class, suspension and the written-off part of the capital. */
const withClass = (close: CloseFrame): RawBuilder<unknown> => sql`
    select *, least(write_off, principal) as written_off, ${classOfDays(close.country, close.day)} as class,
      is_written_off or days_late >= ${close.rules.suspendedFrom} as is_suspended,
      loan_id in ${disputed(close)} as is_disputed
    from frozen where not is_alone`;

/** Provision of a row, half up, as `provisionOf`. */
const provision = ({ provisions }: CloseRules): RawBuilder<unknown> => {
  const parts = classes.map((each) => parseRational(provisions[each]));
  const nums = parts.map(({ num }) => String(num));
  const dens = parts.map(({ den }) => String(den * 100n));
  const base = sql`(principal - written_off + case when is_suspended then 0
    else interest_accrued + interest_due + default_interest + fees_due end)`;
  const den = sql`(${dens}::numeric[])[class]`;
  return sql`div(2 * ${base} * (${nums}::numeric[])[class] + ${den}, 2 * ${den})::bigint`;
};

async function freezeOneByOne(tx: Tx, close: CloseFrame, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rules = loanClassesOf(close.country, close.day);
  const { rows: held } = await sql<{ id: number }>`
    select loan_id as id from ${disputed(close)} d where loan_id = any(${[...ids]}::bigint[])`.execute(tx);
  const contested = new Set(held.map(({ id }) => id));
  const loans = await loansKnownAt(tx, ids, close.cutAt);
  const values = loans.flatMap(({ id, customerId, conditions, payments, writeOff }) => {
    const standing = loanStanding(conditions, payments, close.day);
    const amounts = closeAmounts(standing, writeOff?.amount ?? ZERO);
    if (Object.values(amounts).every((amount) => amount === 0)) return [];
    const { actions = [] } = conditions;
    const known = actions.filter(({ on }) => on <= close.day);
    const refinancing = known.some(
      (action) => action.kind === 'agreement' && action.isRefinancing && hasRows(standing, action.id),
    );
    const facts = {
      daysLate: standing.daysLate,
      class: loanClass(conditions, payments, close.day, rules),
      isWrittenOff: writeOff !== null,
    };
    return [
      {
        close_id: close.id,
        loan_id: id,
        customer_id: customerId,
        principal: amounts.principal,
        shortfall: amounts.shortfall,
        written_off: amounts.writtenOff,
        interest_accrued: amounts.interestAccrued,
        interest_due: amounts.interestDue,
        default_interest: amounts.defaultInterest,
        fees_due: amounts.feesDue,
        days_late: facts.daysLate,
        class: facts.class,
        provision: provisionOf(amounts, facts, close.rules),
        is_suspended: isSuspended(facts, close.rules),
        is_refinanced: refinancing,
        is_sued: known.some(({ kind }) => kind === 'sued'),
        is_disputed: contested.has(id),
        is_written_off: facts.isWrittenOff,
      },
    ];
  });
  for (let start = 0; start < values.length; start += insertedAtOnce)
    await tx
      .insertInto('close_loans')
      .values(values.slice(start, start + insertedAtOnce))
      .execute();
}

/** Rows per insert: PostgreSQL takes at most 65,535 parameters. */
const insertedAtOnce = 1_000;

const hasRows = ({ instalments }: ReturnType<typeof loanStanding>, agreement: string): boolean =>
  instalments.some((each) => each.agreement === agreement);

/** Freezes loans with money still undelivered at the end of the month; they owe the ledger's capital. */
async function freezeUndelivered(tx: Tx, close: CloseFrame, slice: Slice): Promise<void> {
  const { cutAt, country } = close;
  const { rows } = await sql<{ id: number; customer: number; principal: number }>`
    select l.id, l.customer_id as customer, sum(e.amount)::bigint as principal
    from loan l join ledger_transaction t on t.loan_id = l.id and t.at < ${cutAt}
      join ledger_entry e on e.transaction_id = t.id and e.account = 'principal-receivable'
    where ${among('l.id', slice)} and l.country = ${country} and l.created_at < ${cutAt}
      and (l.disbursed_at is null or l.disbursed_at >= ${cutAt})
      and (l.canceled_at is null or l.canceled_at >= ${cutAt})
    group by 1, 2 having sum(e.amount) > 0`.execute(tx);
  const facts = { daysLate: 0, class: 1, isWrittenOff: false } as const;
  for (const { id, customer, principal } of rows) {
    const amounts = { ...NO_AMOUNTS, principal: centavos(principal) };
    await tx
      .insertInto('close_loans')
      .values({
        close_id: close.id,
        loan_id: id,
        customer_id: customer,
        principal,
        shortfall: 0,
        written_off: 0,
        interest_accrued: 0,
        interest_due: 0,
        default_interest: 0,
        fees_due: 0,
        days_late: 0,
        class: 1,
        provision: provisionOf(amounts, facts, close.rules),
        is_suspended: false,
        is_refinanced: false,
        is_sued: false,
        is_disputed: false,
        is_written_off: false,
      })
      .execute();
  }
}
