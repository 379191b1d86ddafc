import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { transaction, type Database, type Queryable, type Tx } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import type { Vault } from '../../platform/secrets.ts';
import { orUnreadable, type KeysTakenOver } from './port.ts';

const purpose = 'file-key';
const keyBytes = 32;
/** Keys re-encrypted per transaction. */
const batch = 500;

/** Encryption keys of stored files, one per file (docs/decisions/0096-files-encrypted.md). */
export interface FileKeys {
  /** Key for a new file; durable before the file is stored. */
  keyFor(storageKey: string): Promise<Buffer>;
  /** @returns undefined for a file that was never encrypted, or that was deleted */
  keyOf(storageKey: string): Promise<Buffer | undefined>;
  /** Runs `act` with exclusive access to a stored file, excluding others that delete or encrypt it. */
  alone<T>(storageKey: string, act: (keys: Pick<FileKeys, 'keyOf'>) => Promise<T>): Promise<T>;
  /** Runs `act` exclusively and then deletes the file's key, even if `act` fails. */
  forget(storageKey: string, act: () => Promise<void>): Promise<void>;
}

const lock = (tx: Tx, storageKey: string) => lockName(tx, `file:${storageKey}`);

export function fileKeysOf(db: Database, vault: Vault): FileKeys {
  const keyOf = async (on: Queryable, storageKey: string) => {
    const row = await on
      .selectFrom('file_key')
      .select('wrapped')
      .where('storage_key', '=', storageKey)
      .executeTakeFirst();
    return row && orUnreadable(() => Buffer.from(vault.decrypt(purpose, row.wrapped), 'base64'));
  };
  const keyFor = async (storageKey: string): Promise<Buffer> => {
    const fresh = randomBytes(keyBytes);
    const added = await db
      .insertInto('file_key')
      .values({ storage_key: storageKey, ...wrap(vault, fresh) })
      .onConflict((conflict) => conflict.column('storage_key').doNothing())
      .returning('storage_key')
      .executeTakeFirst();
    if (added) return fresh;
    // Another process stores or has stored the same file, so its key is used. If it was deleted in the
    // meantime, a new key is created.
    return (await keyOf(db, storageKey)) ?? keyFor(storageKey);
  };
  return {
    keyFor,
    keyOf: (storageKey) => keyOf(db, storageKey),
    alone: (storageKey, act) =>
      transaction(db, async (tx) => {
        await lock(tx, storageKey);
        return act({ keyOf: (each) => keyOf(tx, each) });
      }),
    async forget(storageKey, act) {
      const failed = await transaction(db, async (tx) => {
        await lock(tx, storageKey);
        await tx.deleteFrom('file_key').where('storage_key', '=', storageKey).execute();
        // Not thrown here, because an error would roll back the deletion of the key, and keep a readable file
        // that was meant to be deleted.
        return act().then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
      });
      if (failed) throw failed.error;
    },
  };
}

function wrap(vault: Vault, key: Buffer) {
  return { wrapped: vault.encrypt(purpose, key.toString('base64')), secret_id: vault.id };
}

/** Implements the store's `takeKeysOver`. */
export async function rewrapFileKeys(
  db: Database,
  vault: Vault,
  isStopped = () => false,
): Promise<KeysTakenOver> {
  let rewrapped = 0;
  const altered: string[] = [];
  for (let last = batch; last === batch && altered.length < batch && !isStopped();) {
    const some = await transaction(db, (tx) => rewrapSome(tx, vault, altered));
    last = some.found;
    rewrapped += some.found - some.altered.length;
    altered.push(...some.altered);
  }
  const used = await secretsUsed(db);
  const isOfAnother = used.some((id) => !vault.acceptedIds.some((each) => each.equals(id)));
  return { rewrapped, isUnreadable: isOfAnother || altered.length > 0 };
}

/**
 * Ids of the few secrets that encrypt keys, found with one index lookup each, however many keys there are.
 */
async function secretsUsed(db: Database): Promise<Buffer[]> {
  const { rows } = await sql<{ id: Buffer }>`
    with recursive used (id) as (
      (select secret_id from file_key order by secret_id limit 1)
      union all
      select (select secret_id from file_key where secret_id > used.id order by secret_id limit 1)
      from used where used.id is not null
    )
    select id from used where id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * @param except keys that no secret can decrypt: one that was altered must not block the re-encryption of the
 * others
 */
async function rewrapSome(
  tx: Tx,
  vault: Vault,
  except: readonly string[],
): Promise<{ readonly found: number; readonly altered: readonly string[] }> {
  const others = vault.acceptedIds.filter((id) => !id.equals(vault.id));
  if (others.length === 0) return { found: 0, altered: [] };
  const rows = await tx
    .selectFrom('file_key')
    .select(['storage_key', 'wrapped'])
    .where('secret_id', 'in', others)
    .where(sql<boolean>`storage_key <> all(${[...except]}::text[])`)
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  const altered: string[] = [];
  for (const { storage_key: storageKey, wrapped } of rows) {
    const key = keyIn(vault, wrapped);
    if (key)
      await tx.updateTable('file_key').set(wrap(vault, key)).where('storage_key', '=', storageKey).execute();
    else altered.push(storageKey);
  }
  return { found: rows.length, altered };
}

function keyIn(vault: Vault, wrapped: Buffer): Buffer | undefined {
  try {
    return Buffer.from(vault.decrypt(purpose, wrapped), 'base64');
  } catch {
    return undefined;
  }
}
