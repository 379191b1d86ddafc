import { sql } from 'kysely';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import {
  add,
  centavos,
  larger,
  smaller,
  subtract,
  sum,
  ZERO,
  type Centavos,
} from '../../../../domain/money.ts';
import { booksOf } from '../../../loans/books/service.ts';
import { loansById, type Loan } from '../../../loans/service.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';

/**
 * Amount paid out against a manual resolution that was no longer in the credit when the bank reported it, if
 * still unresolved (docs/decisions/0122-contradicted-orders.md). Undefined if there is none.
 */
async function openMissing(db: Queryable, customerId: number): Promise<Centavos | undefined> {
  const { rows } = await sql<{ missing: number | null }>`
    select sum(missing)::bigint as missing from order_contradiction
    where customer_id = ${customerId} and kind = 'refund' and said = 'paid' and truth is null
  `.execute(db);
  const missing = rows[0]?.missing ?? null;
  return missing === null ? undefined : centavos(missing);
}

interface Refundable {
  /** Part of the loan's payments that may be refunded now. */
  readonly amount: Centavos;
  /** Part of the credit is frozen, because it may have been paid out. */
  readonly isLess: boolean;
}

/** Amount that may be refunded on a day. The caller has locked the loan. */
export async function refundable(tx: Tx, loan: Loan, valueDate: CalendarDate): Promise<Refundable> {
  const held = larger(ZERO, booksOf(loan, valueDate).credit);
  const missing = await openMissing(tx, loan.customerId);
  if (missing === undefined) return { amount: held, isLess: false };
  const left = subtract(await heldOfAll(tx, loan, valueDate), missing);
  return { amount: larger(ZERO, smaller(held, left)), isLess: true };
}

/** Credit of all of a customer's loans. Moves between them lock the loan that the caller has locked. */
export async function heldOfAll(
  tx: Tx,
  { customerId }: Pick<Loan, 'customerId'>,
  valueDate: CalendarDate,
): Promise<Centavos> {
  const which = sql`select id from loan where customer_id = ${customerId} and credit_since is not null`;
  const loans = await loansById(tx, which);
  return sum(loans.map((each) => larger(ZERO, booksOf(each, valueDate).credit)));
}

/** Membership refund not transferred yet; no payment of the loan holds it. */
export async function membershipCredit(tx: Tx, { id }: Pick<Loan, 'id'>): Promise<Centavos> {
  const { rows } = await sql<{ given: number; sent: number }>`
    select coalesce((select -sum(e.amount) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where t.loan_id = ${id} and t.kind in ('membership-returned', 'membership-paid')
          and e.account = 'customer-credit'), 0)::bigint as given,
      coalesce((select sum(of_membership) from credit_refund r where loan_id = ${id} and (state <> 'failed' or exists (
        select from order_contradiction where kind = 'refund' and order_id = r.id and said = 'paid'
          and truth is distinct from 'not-paid'))), 0)::bigint as sent
  `.execute(tx);
  const [{ given, sent } = { given: 0, sent: 0 }] = rows;
  return add(centavos(given), centavos(-sent));
}

/**
 * True if a refund would pay again an amount already paid out by another refund: it took the money before the
 * bank's report, and two people have not resolved the other refund as unpaid.
 */
export async function paysTwice(
  tx: Tx,
  refund: { readonly id: number; readonly customer_id: number; readonly created_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from order_contradiction
    where customer_id = ${refund.customer_id} and kind = 'refund' and said = 'paid' and order_id <> ${refund.id}
      and missing > 0 and truth is distinct from 'not-paid' and found_at >= ${refund.created_at}
    limit 1
  `.execute(tx);
  return rows.length > 0;
}
