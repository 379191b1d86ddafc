import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';

/** Changes rows as only the owner of the tables can. A change that fails leaves the triggers as they were. */
export async function behindTheBack(db: Database, table: string, change: string): Promise<void> {
  await db.transaction().execute(async (connection) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(connection);
    await sql.raw(change).execute(connection);
    await sql.raw(`alter table ${table} enable trigger user`).execute(connection);
  });
}
