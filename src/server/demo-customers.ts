import { COUNTRIES } from '../countries/countries.ts';
import { DEMO_ADDRESSES, demoEmailOf } from './demo-emails.ts';
import type { Dependencies } from './dependencies.ts';
import type { Config } from './platform/config.ts';
import { transaction, type Queryable } from './platform/database.ts';
import { DemoCustomersError } from './operator-errors.ts';
import { recordEvent } from './platform/events.ts';
import { eraseContact, eraseIdentity } from './rights/service.ts';

function demoCustomers(db: Queryable) {
  const emails = COUNTRIES.flatMap((country) => DEMO_ADDRESSES.map((each) => demoEmailOf(each, country)));
  return db
    .selectFrom('customer')
    .select(['id', 'country'])
    .where('country', 'in', [...COUNTRIES])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', emails))
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Refuses to start production with demo customers, because their password is published.
 * @throws DemoCustomersError
 */
export async function refuseDemoCustomers(
  db: Queryable,
  { NODE_ENV, SANDBOX }: Pick<Config, 'NODE_ENV' | 'SANDBOX'>,
): Promise<void> {
  if (NODE_ENV !== 'production' || SANDBOX) return;
  const { length } = await demoCustomers(db);
  if (length === 0) return;
  throw new DemoCustomersError(
    `The database has ${length} demo customers, who log in with a published password: it was first started without NODE_ENV=production. Remove them with "npm run remove-demo", or take an empty database.`,
  );
}

/**
 * Closes the demo customers' accounts and erases their identities. Their loans stay in the books, where
 * nothing is ever deleted.
 * @returns number of customers
 */
export async function removeDemoCustomers(deps: Dependencies): Promise<number> {
  const found = await demoCustomers(deps.db);
  for (const { id: customerId, country } of found) {
    await transaction(deps.db, async (tx) => {
      await eraseContact(tx, deps, customerId);
      await eraseIdentity(tx, deps, customerId);
      await recordEvent(tx, { at: deps.clock.now(), country, kind: 'demo-customer-removed', customerId });
    });
  }
  return found.length;
}
