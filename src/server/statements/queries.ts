import { sql } from 'kysely';
import type { Component } from '../../domain/allocation.ts';
import type { Account } from '../../domain/ledger.ts';
import type { Queryable } from '../platform/database.ts';

/** A transaction of the ledger with its payment, as one statement gives it. */
export interface StoredTransaction {
  readonly kind: string;
  readonly value_date: string;
  readonly entries: readonly (readonly [account: Account, amount: number])[];
  /** null without a payment. */
  readonly source: string | null;
  /** Slug of the method that the customer chose; null for a payment that nobody asked for. */
  readonly method: string | null;
  /** What the transaction's payment went to: instalment, component, centavos. */
  readonly lines: readonly (readonly [instalment: number, component: Component, amount: number])[];
}

/** The ledger of a loan in the order in which it was written. */
export async function ledgerOf(db: Queryable, loanId: number): Promise<readonly StoredTransaction[]> {
  const { rows } = await sql<StoredTransaction>`
    select t.kind, t.value_date, p.source,
      (select r.method from payment_report o join payment_request r on r.id = o.request_id
        where o.payment_id = p.id order by o.id limit 1) as method,
      (select json_agg(json_build_array(e.account, e.amount) order by e.line)
        from ledger_entry e where e.transaction_id = t.id) as entries,
      coalesce((select json_agg(json_build_array(a.instalment, a.component, a.amount) order by a.instalment)
        from payment_allocation a where a.payment_id = p.id and a.posted_by = p.id
        and a.instalment > 0 and a.amount > 0), '[]'::json) as lines
    from ledger_transaction t left join payment p on p.id = t.payment_id
    where t.loan_id = ${loanId}
    order by t.id
  `.execute(db);
  return rows;
}

/** Whose loan it is, for the head of the statement. */
export function holderOf(db: Queryable, customerId: number) {
  return db
    .selectFrom('customer')
    .select(['first_name', 'last_name', 'document_number'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
}
