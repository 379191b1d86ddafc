import type { CountryCode } from '../../../countries/countries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { Origin, StaffIdentity } from '../../platform/http/route.ts';
import { lockCustomer } from '../../customers/service.ts';
import { writeAudit, type Actor, type Facts } from '../../staff/actions/service.ts';
import { isOwnRecord } from '../../staff/own-records/service.ts';
import { customerRow, type CustomerRow } from './queries.ts';

export { customerRow } from './queries.ts';
export { paymentsOf } from './queries.ts';

/** Subject of an audit entry: a number, never a name. */
export function aboutCustomer({ id, country }: Pick<CustomerRow, 'id' | 'country'>): Facts {
  return { subject: `customer:${id}`, subjectName: `Cliente ${id}`, customerId: id, country };
}

/** Equal for both decisions on a claimed document. */
export const claimSlot = (customerId: number): string => `document claim of customer ${customerId}`;

/** Customer in this person's countries; never their own record. */
export async function readableCustomer(
  db: Queryable,
  id: number,
  { staffId, countries }: StaffIdentity,
): Promise<Result<CustomerRow>> {
  const customer = await customerRow(db, id, countries);
  if (!customer) return fail('not_found');
  return (await isOwnRecord(db, staffId, customer.id)) ? fail('own_record') : ok(customer);
}

interface AskedOfCustomer {
  readonly params: { readonly id: number };
  readonly by: Actor;
  readonly approver: Actor | undefined;
}

/** Locks the customer; fails unless requester and approver may act on them and the account is open. */
export async function openCustomer(
  tx: Tx,
  { params, by, approver }: AskedOfCustomer,
): Promise<Result<CustomerRow>> {
  const seen = await customerRow(tx, params.id, countriesOfAll(by, approver));
  if (!seen) return fail('not_found');
  const locked = await lockCustomer(tx, seen.id);
  if (locked.disabled_at !== null || locked.erased_at !== null) return fail('customer_closed');
  return ok({ ...locked, country: seen.country });
}

function countriesOfAll(by: Actor, approver: Actor | undefined): readonly CountryCode[] {
  return by.countries.filter((country) => !approver || approver.countries.includes(country));
}

/** {@link openCustomer}, if unchanged since the seen version. */
export async function unchangedCustomer(
  tx: Tx,
  asked: AskedOfCustomer & { readonly seenVersion: number | undefined },
): Promise<Result<CustomerRow>> {
  const found = await openCustomer(tx, asked);
  if (!found.ok || found.value.version === asked.seenVersion) return found;
  const who = found.value.changed_by === '' ? 'La propia persona' : found.value.changed_by;
  return fail('changed_meanwhile', {
    message: `${who} cambió los datos de esta ficha mientras los mirabas. Actualizá la página y revisalos.`,
  });
}

/** Records a view of personal data: the page, a photo, an agreement. */
export async function recordView(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  view: {
    readonly action: string;
    readonly staff: StaffIdentity;
    readonly origin: Origin;
    readonly customer: Pick<CustomerRow, 'id' | 'country'>;
    readonly after?: object;
  },
): Promise<void> {
  const { action, staff, origin, customer, after = {} } = view;
  const at = clock.now();
  await transaction(db, (tx) =>
    writeAudit(tx, { ...aboutCustomer(customer), after, at, staffId: staff.staffId, action, origin }),
  );
}
