import { sql } from 'kysely';
import { after } from './clock.ts';
import type { DB } from './database-types.ts';
import type { Database } from './database.ts';

/** Rows that can be deleted after a retention period, as declared by the owner of their table. */
export interface SweptRows {
  readonly table: keyof DB;
  readonly time: string;
  readonly days: number;
}

/** Deletes one batch, skipping rows that another process is deleting. @returns number of rows deleted */
export async function removeSwept(
  db: Database,
  { table, time, days }: SweptRows,
  now: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${sql.ref(time)} < ${after(now, -days, 'days')}
      limit ${limit} for update skip locked))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
