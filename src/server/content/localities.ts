import type { CountryCode } from '../../countries/country-pack.ts';
import { localitiesOf } from '../../countries/localities.ts';
import type { Queryable } from '../platform/database.ts';

/**
 * Localities of a province by id: the release's list with the changes from the public register
 * (docs/operations.md#localities). Undefined for an unknown province.
 */
export async function offeredLocalities(
  db: Queryable,
  country: CountryCode,
  provinceId: string,
): Promise<Record<string, string> | undefined> {
  const shipped = localitiesOf(country, provinceId);
  if (!shipped) return undefined;
  const changed = await db
    .selectFrom('locality')
    .select(['id', 'name', 'vanished_at'])
    .where('country', '=', country)
    .where('province_id', '=', Number(provinceId))
    .execute();
  const offered = { ...shipped };
  for (const { id, name, vanished_at: vanishedAt } of changed) {
    if (vanishedAt === null) offered[String(id)] = name;
    else delete offered[String(id)];
  }
  return offered;
}
