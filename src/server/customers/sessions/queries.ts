import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Identity } from '../../platform/http/route.ts';

export type LinkKind = 'sms' | 'magic' | 'recovery';
export type SocialProvider = 'google' | 'facebook';

const columns = [
  'id',
  'email',
  'first_name',
  'password_hash',
  'document_number',
  'cellphone',
  'disabled_at',
  'email_proved_at',
] as const;

/** @param email in lower case */
export function customerByEmail(db: Queryable, country: CountryCode, email: string) {
  return db
    .selectFrom('customer')
    .select(columns)
    .where('country', '=', country)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .executeTakeFirst();
}

/** Customer who verified the number last; an unverified number identifies no one. */
export function customerByPhone(db: Queryable, country: CountryCode, cellphone: CellPhone) {
  return db
    .selectFrom('customer')
    .select(columns)
    .where('country', '=', country)
    .where('cellphone', '=', cellphone)
    .where('phone_proved_at', 'is not', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

export function customerById(db: Queryable, customerId: number) {
  return db.selectFrom('customer').select(columns).where('id', '=', customerId).executeTakeFirst();
}

export function customerBySocialIdentity(
  db: Queryable,
  country: CountryCode,
  provider: SocialProvider,
  subject: string,
) {
  return db
    .selectFrom('social_identity')
    .innerJoin('customer', 'customer.id', 'social_identity.customer_id')
    .select(['customer.id', 'customer.email', 'customer.disabled_at'])
    .where('social_identity.provider', '=', provider)
    .where('social_identity.subject', '=', subject)
    .where('social_identity.country', '=', country)
    .executeTakeFirst();
}

export async function addSocialIdentity(
  tx: Tx,
  row: {
    provider: SocialProvider;
    subject: string;
    country: CountryCode;
    customer_id: number;
    created_at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('social_identity')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'subject', 'country']).doNothing())
    .execute();
}

/** Unlinks a customer's social accounts; one with the customer's address is linked again at its next use. */
export async function forgetSocialIdentities(tx: Tx, customerId: number): Promise<void> {
  await tx.deleteFrom('social_identity').where('customer_id', '=', customerId).execute();
}

/** Owner of a valid link, without using it up. */
export function liveLink(
  db: Queryable,
  link: { digest: Buffer; kinds: readonly LinkKind[]; country: CountryCode },
  now: Date,
) {
  return db
    .selectFrom('one_time_link')
    .select(['customer_id', 'target'])
    .where('digest', '=', link.digest)
    .where('kind', 'in', link.kinds)
    .where('country', '=', link.country)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a link up; of several concurrent uses, only one gets the row. */
export function useLink(
  tx: Tx,
  link: { digest: Buffer; kinds: readonly LinkKind[]; country: CountryCode },
  now: Date,
) {
  return tx
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('digest', '=', link.digest)
    .where('kind', 'in', link.kinds)
    .where('country', '=', link.country)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['customer_id', 'kind', 'target'])
    .executeTakeFirst();
}

export async function spendLinks(tx: Tx, customerId: number, now: Date): Promise<void> {
  await tx
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('used_at', 'is', null)
    .execute();
}

export async function revokeSession(tx: Tx, digest: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('digest', '=', digest)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Checks whether a session is still open. Ending one locks its customer, so the caller must do so too. */
export async function isSessionOpen(tx: Tx, digest: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .select('digest')
    .where('digest', '=', digest)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends sessions opened by, and links sent to, a phone that now belongs to another person. */
export async function endSmsAccess(tx: Tx, customerIds: readonly number[], now: Date): Promise<void> {
  if (customerIds.length === 0) return;
  await tx
    .updateTable('one_time_link')
    .set({ used_at: now })
    .where('customer_id', 'in', customerIds)
    .where('kind', '=', 'sms')
    .where('used_at', 'is', null)
    .execute();
  await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('customer_id', 'in', customerIds)
    .where('method', '=', 'sms')
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes every session of a customer. @returns number of open ones */
export async function revokeSessions(tx: Tx, customerId: number, now: Date): Promise<number> {
  const result = await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Open sessions of a customer (not revoked, expired or idle too long), last used first. */
export function openSessionsOf(
  db: Queryable,
  customerId: number,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
) {
  return db
    .selectFrom('session')
    .select(['digest', 'device', 'created_at', 'last_used_at'])
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute();
}

/**
 * Ends a customer's sessions except the current one.
 * @param wanted only these of them; all if undefined
 * @returns number of open ones
 */
export async function endOtherSessions(
  tx: Tx,
  customerId: number,
  {
    present,
    wanted,
    now,
  }: { readonly present: Buffer; readonly wanted?: readonly Buffer[]; readonly now: Date },
): Promise<number> {
  if (wanted?.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('customer_id', '=', customerId)
    .where('digest', '<>', present)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(wanted !== undefined, (query) => query.where('digest', 'in', [...(wanted ?? [])]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Phone number that may re-authenticate its customer; '' for none. An unverified number does not count, nor
 * does one verified after the person's last authentication, which may belong to a stranger who found the
 * session open.
 */
export async function phoneOfProof(db: Queryable, { customerId, freshAt }: Identity) {
  const row = await db
    .selectFrom('customer')
    .select('cellphone')
    .where('id', '=', customerId)
    .where('phone_proved_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('phone_code')
            .select('customer_id')
            .whereRef('phone_code.customer_id', '=', 'customer.id')
            .where('used_at', '>', freshAt),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.cellphone ?? '';
}
