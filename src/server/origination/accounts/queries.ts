import { activeLoanStates } from '../../../domain/loan-state.ts';
import type { Queryable } from '../../platform/database.ts';

/** Customer with the number of loans, the active loan and the end of the newest offer. */
export function customerWithLoans(db: Queryable, customerId: number) {
  return db
    .selectFrom('customer')
    .selectAll('customer')
    .select((eb) => [
      eb
        .selectFrom('loan')
        .select((count) => count.cast<number>(count.fn.countAll(), 'integer').as('count'))
        .whereRef('loan.customer_id', '=', 'customer.id')
        .as('loan_count'),
      eb
        .selectFrom('loan')
        .select('public_id')
        .whereRef('loan.customer_id', '=', 'customer.id')
        .where('loan.state', 'in', activeLoanStates)
        .as('active_loan'),
    ])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow();
}

/** Newest decision about a customer; without `max_amount` it is a rejection. */
export function newestOffer(db: Queryable, customerId: number) {
  return db
    .selectFrom('offer')
    .select(['max_amount', 'expires_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
