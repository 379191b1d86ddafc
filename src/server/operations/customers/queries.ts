import type { Selectable } from 'kysely';
import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { CountryCode } from '../../../countries/countries.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Customer } from '../../platform/database-types.ts';

export type CustomerRow = Omit<Selectable<Customer>, 'country'> & { readonly country: CountryCode };

export async function customerRow(
  db: Queryable,
  id: number,
  countries: readonly CountryCode[],
): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', id)
    .where('country', 'in', [...countries])
    .executeTakeFirst();
}

/** Maximum number shown; the loan's statement has the older ones. */
export const mostPayments = 100;

/**
 * Payments of a customer's loans, newest first; one more than {@link mostPayments} if there are older ones.
 */
export function paymentsOf(db: Queryable, customerId: number) {
  return db
    .selectFrom('payment as p')
    .innerJoin('loan as l', 'l.id', 'p.loan_id')
    .leftJoin('payment_reversal as r', 'r.payment_id', 'p.id')
    .select(['p.id', 'p.loan_id', 'p.value_date', 'p.received_at', 'p.amount', 'p.source', 'p.reference'])
    .select(['l.currency', 'r.reversed_on'])
    .where('l.customer_id', '=', customerId)
    .orderBy('p.id', 'desc')
    .limit(mostPayments + 1)
    .execute();
}

export async function othersWithPhone(
  db: Queryable,
  country: CountryCode,
  cellphone: CellPhone,
  customerId: number,
): Promise<number> {
  const row = await db
    .selectFrom('customer')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('country', '=', country)
    .where('cellphone', '=', cellphone)
    .where('id', '<>', customerId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function isEmailTaken(
  db: Queryable,
  country: CountryCode,
  email: string,
  customerId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('country', '=', country)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .where('id', '<>', customerId)
    .executeTakeFirst();
  return row !== undefined;
}
