import { sql, type RawBuilder } from 'kysely';

/**
 * Condition on a country column. A single country is compared by equality, so that an index that begins with
 * the column returns rows in order.
 */
export function inCountries(column: string, countries: readonly string[]): RawBuilder<boolean> {
  const [only, ...more] = countries;
  return only !== undefined && more.length === 0
    ? sql<boolean>`${sql.ref(column)} = ${only}`
    : sql<boolean>`${sql.ref(column)} = any(${[...countries]}::text[])`;
}
