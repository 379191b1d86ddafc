import type { Queryable, Tx } from '../../platform/database.ts';
import type { KnownPasskey, NewPasskey, PasskeySite } from '../../platform/passkey-ceremony.ts';

interface CustomerPasskey extends KnownPasskey {
  readonly id: number;
  readonly customer_id: number;
}

const most = 10;

const columns = ['id', 'customer_id', 'credential_id', 'public_key', 'counter', 'transports'] as const;

/** Passkey site of the requesting page; a passkey works only on the site it was added on. */
export const customerSite = (name: string, baseUrl: string): PasskeySite => ({
  purpose: 'customer-passkey',
  name,
  url: baseUrl,
  takeOnce: takeChallengeOnce,
});

/** Stores the digest of a passkey response. @returns false for a repeated one */
export async function takeChallengeOnce(tx: Tx, digest: Buffer, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('customer_answered_challenge')
    .values({ digest, answered_at: at })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export function passkeysOf(db: Queryable, customerId: number): Promise<CustomerPasskey[]> {
  return db
    .selectFrom('customer_passkey')
    .select(columns)
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
}

export async function passkeyViews(db: Queryable, customerId: number) {
  const rows = await db
    .selectFrom('customer_passkey')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    device: row.device,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

export function passkeyOf(db: Queryable, credentialId: string): Promise<CustomerPasskey | undefined> {
  return db
    .selectFrom('customer_passkey')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/** @returns false if the passkey is already known, or the customer has too many */
export async function addPasskey(
  tx: Tx,
  customerId: number,
  passkey: NewPasskey,
  { device, at }: { readonly device: string; readonly at: Date },
): Promise<boolean> {
  if ((await passkeysOf(tx, customerId)).length >= most) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('customer_passkey')
    .values({
      customer_id: customerId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      device,
      created_at: at,
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function noteUse(tx: Tx, id: number, counter: number, at: Date): Promise<void> {
  await tx.updateTable('customer_passkey').set({ counter, last_used_at: at }).where('id', '=', id).execute();
}

/** @returns the device it was added with; undefined if it is not this customer's */
export async function removePasskey(tx: Tx, customerId: number, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('customer_passkey')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .returning('device')
    .executeTakeFirst();
  return row?.device;
}

/** Removes all passkeys, because an intruder may have added one. @returns their number */
export async function forgetPasskeys(tx: Tx, customerId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('customer_passkey')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
