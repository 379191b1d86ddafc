import type { CountryCode } from '../../countries/countries.ts';
import type { SettingName } from '../content/setting-definitions.ts';
import type { Queryable } from '../platform/database.ts';

/** Changes a setting as an operator does (docs/operations.md). */
export async function changeSetting(
  db: Queryable,
  country: CountryCode,
  name: SettingName,
  value: string,
): Promise<void> {
  await db
    .insertInto('setting')
    .values({ country, name, value })
    .onConflict((conflict) => conflict.columns(['country', 'name']).doUpdateSet({ value }))
    .execute();
}
