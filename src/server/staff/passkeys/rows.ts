import { sql } from 'kysely';
import type { Config } from '../../platform/config.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { KnownPasskey, NewPasskey, PasskeySite } from '../../platform/passkey-ceremony.ts';
import type { SweptRows } from '../../platform/swept-rows.ts';

interface Passkey extends KnownPasskey {
  readonly id: number;
  readonly staff_id: number;
}

const most = 10;

export const sweptPasskeyRows: readonly SweptRows[] = [
  { table: 'staff_answered_challenge', time: 'answered_at', days: 1 },
  { table: 'staff_enrolment', time: 'expires_at', days: 30 },
];

/**
 * Number of passkeys required. Staff without another login need two, so that losing one does not lock them
 * out.
 */
export const leastPasskeys = (config: Config): number =>
  config.SANDBOX || config.CONSOLE_OIDC_ISSUER !== undefined ? 0 : 2;

export async function passkeysOf(db: Queryable, staffId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('staff_passkey')
    .select(['id', 'staff_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute();
  return rows;
}

export async function passkeyViews(db: Queryable, staffId: number) {
  const rows = await db
    .selectFrom('staff_passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

/**
 * Locks the passkey until the transaction ends, so that its signature counter is compared by one request at a
 * time.
 */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<Passkey | undefined> {
  const row = await tx
    .selectFrom('staff_passkey')
    .select(['id', 'staff_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
  return row;
}

/** @returns false if the passkey is already known, or the person has too many */
export async function addPasskey(
  tx: Tx,
  staffId: number,
  passkey: NewPasskey,
  { name, at }: { readonly name: string; readonly at: Date },
): Promise<boolean> {
  if ((await passkeysOf(tx, staffId)).length >= most) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_passkey')
    .values({
      staff_id: staffId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: [...passkey.transports],
      name,
      created_at: at,
    })
    .onConflict((on) => on.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function noteUse(tx: Tx, id: number, counter: number, at: Date): Promise<void> {
  await tx.updateTable('staff_passkey').set({ counter, last_used_at: at }).where('id', '=', id).execute();
}

/** @returns the removed passkey's name; undefined if it is not this person's */
export async function removePasskey(tx: Tx, staffId: number, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('staff_passkey')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Number of passkeys of a session's person, for a query on `staff_session as s`. */
export const passkeyCount = sql<number>`(select count(*)::int from staff_passkey p where p.staff_id = s.staff_id)`;

/** Passkey site of the console. */
export const consoleSite = ({ CONSOLE_URL: url }: Pick<Config, 'CONSOLE_URL'>): PasskeySite => ({
  purpose: 'staff-passkey',
  name: 'Consola',
  url: url ?? 'http://localhost',
  takeOnce: async (tx, digest, at) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('staff_answered_challenge')
      .values({ digest, answered_at: at })
      .onConflict((on) => on.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  },
});
