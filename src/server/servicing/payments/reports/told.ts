import { centavos } from '../../../../domain/money.ts';
import type { Queryable } from '../../../platform/database.ts';
import { contactOf, requestById } from '../queries.ts';
import type { Told } from './tell.ts';

/** Recipient of a notification about money without a payment request. */
export async function toldOfLoan(
  db: Queryable,
  loanId: number,
  { source, amount }: { readonly source: string; readonly amount: number },
): Promise<Told | undefined> {
  const row = await db
    .selectFrom('loan as l')
    .innerJoin('customer as c', 'c.id', 'l.customer_id')
    .select([
      'l.country',
      'l.public_id',
      'c.id as customer_id',
      'c.first_name',
      'c.email',
      'c.cellphone',
      'c.contact_data_verified',
      'c.erased_at',
    ])
    .where('l.id', '=', loanId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    country: row.country,
    // The borrower was not on one of our screens.
    kind: 'transfer',
    method: source,
    purpose: 'instalments',
    amount: centavos(amount),
    firstName: row.first_name,
    customerId: row.customer_id,
    loanPublicId: row.public_id,
    contact: contactOf(row),
  };
}

/** Recipient of a notification about a report; undefined if it led to no loan. */
export async function toldOfReport(
  db: Queryable,
  report: {
    readonly request_id: number | null;
    readonly payment_id: number | null;
    readonly source: string;
    readonly amount: number;
  },
): Promise<Told | undefined> {
  if (report.request_id !== null) return requestById(db, report.request_id);
  if (report.payment_id === null) return undefined;
  const payment = await db
    .selectFrom('payment')
    .select('loan_id')
    .where('id', '=', report.payment_id)
    .executeTakeFirst();
  return payment && toldOfLoan(db, payment.loan_id, report);
}
