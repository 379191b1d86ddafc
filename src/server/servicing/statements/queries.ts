import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Component } from '../../../domain/standing/allocation.ts';
import type { Account } from '../../../domain/ledger.ts';
import type { Queryable } from '../../platform/database.ts';

export interface StoredTransaction {
  readonly kind: string;
  readonly value_date: CalendarDate;
  readonly entries: readonly (readonly [account: Account, amount: number])[];
  /** Source of the payment; null without one. */
  readonly source: string | null;
  /** True for a prepayment. */
  readonly is_advance: boolean;
  /** Slug of the customer's chosen method; null for a payment without a request. */
  readonly method: string | null;
  /** Allocation of the transaction's payment. */
  readonly lines: readonly StoredLine[];
  /** Allocation of credit used with it. */
  readonly applied: readonly StoredLine[];
}

/** Amount in centavos. */
type StoredLine = readonly [instalment: number, component: Component, amount: number];

/**
 * Ledger of a loan in posting order, without what concerns only the lender: write-offs, and tax that fell due
 * before it is paid, which the borrower sees when it is.
 */
export async function ledgerOf(db: Queryable, loanId: number): Promise<readonly StoredTransaction[]> {
  const { rows } = await sql<StoredTransaction>`
    select t.kind, t.value_date, p.source, coalesce(p.prepayment is not null, false) as is_advance,
      (select r.method from payment_report o join payment_request r on r.id = o.request_id
        where o.payment_id = p.id order by o.id limit 1) as method,
      -- A changed loan may move only its tax, which leaves nothing here.
      (select coalesce(json_agg(json_build_array(e.account, e.amount) order by e.line), '[]') from (
        select case account when 'tax-receivable' then 'tax-payable' else account end as account, min(line) as line,
          sum(amount)::bigint as amount
        from ledger_entry where transaction_id = t.id group by 1 having sum(amount) <> 0) e) as entries,
      coalesce((select json_agg(json_build_array(instalment, component, amount) order by instalment)
        from payment_allocation where payment_id = p.id and posted_by = p.id and applied_by is null
          and instalment > 0 and amount > 0), '[]'::json) as lines,
      coalesce((select json_agg(json_build_array(a.instalment, a.component, a.amount) order by a.instalment) from (
        select instalment, component, sum(amount)::bigint as amount from payment_allocation
        where applied_by = t.id and t.kind <> 'plan-changed' and instalment > 0 group by instalment, component having sum(amount) > 0
      ) a), '[]'::json) as applied
    from ledger_transaction t left join payment p on p.id = t.payment_id
    where t.loan_id = ${loanId} and t.kind not in ('written-off', 'write-off-undone', 'tax-due')
    order by t.id
  `.execute(db);
  return rows;
}

export function holderOf(db: Queryable, customerId: number) {
  return db
    .selectFrom('customer')
    .select(['first_name', 'last_name', 'document_number'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
}
