import { sql } from 'kysely';
import type { Database } from '../../../platform/database.ts';

/** Changes rows as only the owner of the tables can. */
export async function behindTheBack(db: Database, table: string, change: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(connection);
    await sql.raw(change).execute(connection);
    await sql.raw(`alter table ${table} enable trigger user`).execute(connection);
  });
}
