import { sql, type RawBuilder } from 'kysely';

/**
 * What a row number is compared with (`id = …`) to be one of several. One stands by itself: for an array, whose length
 * it does not know, PostgreSQL takes ten rows in the plan that it keeps, and plans anew each time instead.
 */
export function oneOf(ids: readonly number[]): RawBuilder<unknown> {
  const [first] = ids;
  return ids.length === 1 ? sql`${first}` : sql`any(${[...ids]}::bigint[])`;
}
