import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Statements of one transaction that travel together and run in the order in which they are listed: a lock comes
 * first, and what has to see what was done before it was taken comes after it (docs/decisions/0040).
 * @param statements each sends what it sends before it waits for anything
 */
export function pipeline<T extends readonly unknown[]>(
  tx: Tx,
  statements: { readonly [K in keyof T]: (tx: Tx) => Promise<T[K]> },
): Promise<T> {
  return Promise.all(statements.map((send) => send(tx))) as Promise<unknown> as Promise<T>;
}

/**
 * What a row number is compared with (`id = …`) to be one of several. One stands by itself: for an array, whose length
 * it does not know, PostgreSQL takes ten rows in the plan that it keeps, and plans anew each time instead.
 */
export function oneOf(ids: readonly number[]): RawBuilder<unknown> {
  const [first] = ids;
  return ids.length === 1 ? sql`${first}` : sql`any(${[...ids]}::bigint[])`;
}
