import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** Advisory locks on names, each held until its transaction ends, for things without a row to lock. */

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/** Takes the exclusive lock, waiting for it. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(tx);
}

/** Takes several locks, in an order that prevents deadlocks. */
export async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names.toSorted()}::text[]) as name
  `.execute(tx);
}

/** Takes a shared lock, which waits only for {@link lockName}. */
export async function shareName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`.execute(tx);
}

/** Takes the lock if it is free. @returns whether it was */
export async function tryName(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(name)}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}
