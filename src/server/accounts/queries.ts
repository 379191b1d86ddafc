import type { CountryCode } from '../../countries/country-pack.ts';
import type { Queryable, Tx } from '../platform/database.ts';

const loanStatesInForce = ['send', 'preapproved', 'approved'] as const;

export interface NewCustomer {
  readonly hash: string;
  readonly country: CountryCode;
  readonly lead_id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly document_number: string;
  readonly cellphone: string;
  readonly cellphone_prefix: string;
  readonly birthdate: string;
  readonly gender: string;
  readonly selected_option: string;
  readonly origin: string;
  readonly referrer: string;
  readonly parameter: string;
  readonly created_at: Date;
}

/** @returns undefined when the e-mail or the document belongs to a customer of the country already */
export function addCustomer(tx: Tx, customer: NewCustomer) {
  return tx
    .insertInto('customer')
    .values(customer)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
}

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
