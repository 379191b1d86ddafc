import { sql, type RawBuilder } from 'kysely';

/** Rows of these countries: of a single one so that an index that begins with it gives them in order. */
export function inCountries(column: string, countries: readonly string[]): RawBuilder<boolean> {
  const [only, ...more] = countries;
  return only !== undefined && more.length === 0
    ? sql<boolean>`${sql.ref(column)} = ${only}`
    : sql<boolean>`${sql.ref(column)} = any(${[...countries]}::text[])`;
}
