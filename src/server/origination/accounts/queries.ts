import type { Queryable } from '../../platform/database.ts';

const loanStatesInForce = ['send', 'preapproved', 'approved'] as const;

/** The customer with how many loans, which one is in force and when the newest decision's offer ends. */
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
        .where('loan.state', 'in', loanStatesInForce)
        .as('active_loan'),
    ])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow();
}

/** The newest decision about a customer; one without `max_amount` is a rejection. */
export function newestOffer(db: Queryable, customerId: number) {
  return db
    .selectFrom('offer')
    .select(['max_amount', 'expires_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
