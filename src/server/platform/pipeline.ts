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
