import { sql } from 'kysely';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Tx } from '../../platform/database.ts';
import type { LoanBooks, LockedLoan } from './loan-books.ts';

/** Keeps on which day money in favour pays next, and that the loan has had some. */
export async function noteCredit(
  tx: Tx,
  { id, creditSince, creditDueOn }: LockedLoan,
  after: LoanBooks,
  today: CalendarDate,
): Promise<void> {
  const hasCredit = after.credit !== 0 || after.creditUses.length > 0;
  const since = creditSince ?? (hasCredit ? today : null);
  if (since === creditSince && after.creditDueOn === creditDueOn) return;
  await tx
    .updateTable('loan')
    .set({ credit_since: since, credit_due_on: after.creditDueOn })
    .where('id', '=', id)
    .execute();
}

/** Ends open payments of instalments that money in favour has settled: there is nothing left to be paid with them. */
export async function closeCovered(
  tx: Tx,
  { id }: LockedLoan,
  { settled }: LoanBooks,
  now: Date,
): Promise<void> {
  await sql`
    with covered as (
      update payment_request r set state = 'expired', closed_at = ${now}
      where r.loan_id = ${id} and r.state = 'open' and r.purpose = 'instalments' and exists (
        select from payment_request_instalment i where i.request_id = r.id and i.is_open
          and i.instalment = any(${[...settled]}::smallint[]))
      returning r.id
    )
    update payment_request_instalment i set is_open = false from covered where i.request_id = covered.id
  `.execute(tx);
}
