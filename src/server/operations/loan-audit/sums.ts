import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import type { Database } from '../../platform/database.ts';
import { transaction } from '../../platform/database.ts';

/** `after` < id <= `upTo`. */
interface Slice {
  readonly after: number;
  readonly upTo: number;
}

/** Next slice of a country's loans; undefined after the last one. */
export async function sliceAfter(
  db: Database,
  country: CountryCode,
  after: number,
  size: number,
): Promise<Slice | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from loan where country = ${country} and id > ${after} order by id limit ${size}) next`.execute(
    db,
  );
  const upTo = rows[0]?.last ?? null;
  return upTo === null ? undefined : { after, upTo };
}

/** Kinds of ledger transactions caused by payments and the payout. */
const ofPayments = sql`kind in ('disbursement-requested', 'disbursement-failed', 'payment-received', 'payment-reversed',
  'credit-applied', 'books-corrected', 'plan-changed', 'loan-withdrawn',
  'principal-waived', 'loan-changed', 'tax-due')`;

/** Conditions on the loan `l`, its sums `b` booked, `c` covered, `p` paid, `x` taxed, `k` in favour and `w` written off. */
const isContradicting = sql`b.loan_id is null or b.is_open or b.balance <> coalesce(k.amount, 0)
  or case when l.tax_rule is null then x.loan_id is not null or b.tax_open <> 0
    when l.state = 'canceled' then b.tax_open <> 0 or b.tax <> 0 or coalesce(x.tax, 0) <> 0
    -- The charge at origination is booked at the confirmation and taxed after the delivery.
    else b.tax_open <> coalesce(x.tax - x.origination, 0) - coalesce(c.tax, 0)
      or b.tax - coalesce(x.tax, 0) <> l.fee_tax - coalesce(x.origination, 0) end
  or case when l.state = 'canceled' then b.principal <> 0 or b.lost <> 0 or b.interest <> 0 or b.fee <> 0
    else b.principal <> owed.principal - least(owed.principal, coalesce(w.amount, 0))
      or b.principal + b.lost <> owed.principal
      or (l.state = 'finished' and owed.principal <> 0)
      or b.interest <> coalesce(c.interest, 0)
      or b.default_interest <> coalesce(c.default_interest, 0)
      or b.fee <> l.fee + coalesce(c.fee, 0)
      or b.credit <> coalesce(p.amount, 0) - coalesce(c.total, 0) end`;

/**
 * Loans of a slice with contradicting sums: interest receivable that stays open, income other than the covered
 * amount, tax other than that of the loan's points, capital or credit other than the payments and the write-off
 * left. A superset of the audit's findings: it ignores dates, so it may name a correct loan.
 */
export function contradictingSums(
  db: Database,
  country: CountryCode,
  { after, upTo }: Slice,
): Promise<readonly number[]> {
  return transaction(db, async (tx) => {
    // A generic plan for any slice would loop over thousands of loans one by one.
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
      set_config('statement_timeout', '120s', true)`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      with l as materialized (
        select id, state, principal, coalesce((terms->'originationFee'->>'net')::bigint, 0) as fee,
          coalesce((terms->'originationFee'->>'tax')::bigint, 0) as fee_tax, tax_rule
        from loan where country = ${country} and id > ${after} and id <= ${upTo}
      ), entry as (
        select t.loan_id, t.kind, e.account, e.amount
        from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where t.loan_id > ${after} and t.loan_id <= ${upTo}
      ), booked as (
        select loan_id,
          coalesce(sum(amount) filter (where account = 'principal-receivable'), 0) as principal,
          coalesce(sum(amount) filter (where account = 'principal-waived'), 0) as waived,
          coalesce(sum(amount) filter (where account in ('written-off', 'recovery-income')), 0) as lost,
          coalesce(max(abs(open)), 0) > 0 as is_open,
          coalesce(sum(amount) filter (where account = 'tax-receivable'), 0) as tax_open,
          -coalesce(sum(amount) filter (where account = 'tax-payable' and ${ofPayments}), 0) as tax,
          -coalesce(sum(amount) filter (where account = 'interest-income'), 0) as interest,
          -coalesce(sum(amount) filter (where account = 'default-interest-income'), 0) as default_interest,
          -coalesce(sum(amount) filter (where account = 'fee-income'), 0) as fee,
          -coalesce(sum(amount) filter (where account = 'customer-credit'), 0) as balance,
          -coalesce(sum(amount) filter (where account = 'customer-credit' and ${ofPayments}), 0) as credit
        from (
          select *, sum(amount) filter (where account in ('interest-receivable', 'default-interest-receivable',
            'fee-receivable')) over (partition by loan_id, account) as open from entry
        ) entry group by loan_id
      ), written_off as (
        select loan_id, amount from loan_write_off w where loan_id > ${after} and loan_id <= ${upTo}
          and not exists (select from loan_write_off_undone u where u.write_off_id = w.id)
      ), taxed as (
        select loan_id, sum(tax) as tax, coalesce(sum(tax) filter (where kind = 'origination'), 0) as origination
        from tax_points where loan_id > ${after} and loan_id <= ${upTo} group by loan_id
      ), payments as (
        select p.id, p.loan_id,
          case when exists (select from payment_reversal where payment_id = p.id) then 0 else p.amount end as amount
        from payment p where p.loan_id > ${after} and p.loan_id <= ${upTo}
      ), paid as (select loan_id, sum(amount) as amount from payments group by loan_id),
      covered as (
        select p.loan_id, sum(a.amount) as total,
          coalesce(sum(a.amount) filter (where a.component = 'principal'), 0) as principal,
          coalesce(sum(a.amount) filter (where a.component = 'interest'), 0) as interest,
          coalesce(sum(a.amount) filter (where a.component = 'defaultInterest'), 0) as default_interest,
          coalesce(sum(a.amount) filter (where a.component = 'fee'), 0) as fee,
          coalesce(sum(a.amount) filter (where a.component in ('tax', 'feeTax', 'defaultInterestTax')), 0) as tax
        from payments p join payment_allocation a on a.payment_id = p.id group by 1
      )
      select l.id from l
      left join booked b on b.loan_id = l.id
      left join paid p on p.loan_id = l.id
      left join covered c on c.loan_id = l.id
      left join credit_balance k on k.loan_id = l.id
      left join written_off w on w.loan_id = l.id
      left join taxed x on x.loan_id = l.id
      cross join lateral (select l.principal - coalesce(c.principal, 0) - b.waived as principal) owed
      where ${isContradicting}
      order by l.id
    `.execute(tx);
    return rows.map(({ id }) => id);
  });
}
