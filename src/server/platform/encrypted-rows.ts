import { sql } from 'kysely';
import type { DB } from './database-types.ts';
import { transaction, type Database, type Tx } from './database.ts';
import type { Vault } from './secrets.ts';

/** Column encrypted with the application's secret, as declared by the owner of its table. */
export interface EncryptedRows {
  readonly table: keyof DB;
  /** Column that orders the rows; need not be unique. */
  readonly key: string;
  readonly column: string;
  /** Purpose in the vault, which separates its keys. */
  readonly purpose: string;
}

export interface Reencrypted {
  readonly renewed: number;
  /** Rows that no accepted secret can decrypt. */
  readonly unreadable: number;
}

/** Rows per transaction, few so that locks are short. */
const batch = 500;

/**
 * Re-encrypts values with an old format or secret, so that the previous secret can be dropped. Safe while
 * processes run and when interrupted; a row that changes in the meantime already has the current format.
 */
export async function reencrypt(db: Database, vault: Vault, rows: EncryptedRows): Promise<Reencrypted> {
  let [renewed, unreadable] = [0, 0];
  // Rows that share the last key of a batch are reached in the next pass.
  for (let found = 1; found > 0;) {
    found = 0;
    unreadable = 0;
    let last: string | undefined;
    do {
      const after: string | undefined = last;
      const some = await transaction(db, (tx) => renewSome(tx, vault, rows, after));
      found += some.renewed;
      unreadable += some.unreadable;
      ({ last } = some);
    } while (last !== undefined);
    renewed += found;
  }
  return { renewed, unreadable };
}

async function renewSome(
  tx: Tx,
  vault: Vault,
  { table, key, column, purpose }: EncryptedRows,
  after: string | undefined,
) {
  const [from, name, what] = [sql.table(table), sql.ref(key), sql.ref(column)];
  const { rows } = await sql<{ key: string; bytes: Buffer }>`
    select ${name}::text as key, ${what} as bytes from ${from}
    where ${after === undefined ? sql`true` : sql`${name} > ${after}`} and ${what} is not null
      and substring(${what} from 1 for ${vault.head.length}::int) <> ${vault.head}
    order by ${name} limit ${batch} for update skip locked`.execute(tx);
  let [renewed, unreadable] = [0, 0];
  for (const row of rows) {
    const text = textOf(vault, purpose, row.bytes);
    if (text === undefined) {
      unreadable += 1;
      continue;
    }
    await sql`update ${from} set ${what} = ${vault.encrypt(purpose, text)}
      where ${name} = ${row.key} and ${what} = ${row.bytes}`.execute(tx);
    renewed += 1;
  }
  return { renewed, unreadable, last: rows.length < batch ? undefined : rows.at(-1)?.key };
}

function textOf(vault: Vault, purpose: string, bytes: Buffer): string | undefined {
  try {
    return vault.decrypt(purpose, bytes);
  } catch {
    return undefined;
  }
}
