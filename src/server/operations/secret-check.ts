import { ConfigError } from '../platform/settings.ts';
import type { Database } from '../platform/database.ts';
import type { Vault } from '../platform/secrets.ts';

/**
 * Refuses a secret that cannot decrypt this database's rows, at startup rather than at the first login link.
 * The very first start records its secret, and so does a start with a secret that replaces an accepted one.
 * @throws ConfigError
 */
export async function requireKnownSecret(db: Database, vault: Vault, now: Date): Promise<void> {
  const note = { secret_id: vault.id, seen_at: now };
  await db
    .insertInto('secret_in_use')
    .values(note)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret_id: noted } = await db
    .selectFrom('secret_in_use')
    .select('secret_id')
    .executeTakeFirstOrThrow();
  if (noted.equals(vault.id)) return;
  if (!vault.acceptedIds.some((id) => id.equals(noted)))
    throw new ConfigError(
      'The setting APP_SECRET is wrong: this database was encrypted with another secret. Set that one, or list it in APP_SECRETS_ACCEPTED while this one replaces it.',
    );
  await db.updateTable('secret_in_use').set(note).where('secret_id', '=', noted).execute();
}
