import { sql } from 'kysely';
import type { Queryable } from '../platform/database.ts';

/**
 * How many connections to this database wait for somebody else's lock now.
 * Jobs queue behind a table's lock too, so a test that waits for its own call expects one or more.
 */
export async function waitingForLocks(db: Queryable): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}
