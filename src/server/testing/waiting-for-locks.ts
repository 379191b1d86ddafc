import { sql } from 'kysely';
import type { Queryable } from '../platform/database.ts';

/**
 * Counts the connections to this database that are waiting for a lock.
 * Jobs wait for a table's lock too, so a test that waits for its own call expects one or more.
 */
export async function waitingForLocks(db: Queryable): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}
