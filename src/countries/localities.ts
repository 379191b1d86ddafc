import type { CountryCode } from './countries.ts';
import { OTHER_CITY_ID } from './identifiers/address.ts';
import { packOf } from './index.ts';
import { SERVER_ENTRIES } from './server-entries.ts';

type NamesById = Readonly<Record<string, string>>;

/** Built lazily, on the first request for a country. */
const byProvince = new Map<CountryCode, ReadonlyMap<string, NamesById>>();

/**
 * Localities of a province by id, including those of the default city, and 9999 'Otra ciudad' in countries
 * that have it (docs/product/application.md#address). Undefined for an unknown province.
 */
export function localitiesOf(code: CountryCode, provinceId: string): NamesById | undefined {
  const table = byProvince.get(code) ?? tableOf(code);
  byProvince.set(code, table);
  return table.get(provinceId);
}

function tableOf(code: CountryCode): ReadonlyMap<string, NamesById> {
  const names = new Map<string, Record<string, string>>();
  for (const [id, name, province] of SERVER_ENTRIES[code].localities) {
    const key = String(province);
    const localities = names.get(key) ?? {};
    localities[String(id)] = String(name);
    names.set(key, localities);
  }
  if (packOf(code).hasOtherCity) {
    for (const localities of names.values()) localities[OTHER_CITY_ID] = 'Otra ciudad';
  }
  return names;
}

export interface ShippedLocality {
  readonly id: number;
  readonly provinceId: number;
  readonly name: string;
  /** Code in the public register; '' if the list has none. */
  readonly code: string;
}

export function shippedLocalities(code: CountryCode): readonly ShippedLocality[] {
  return SERVER_ENTRIES[code].localities.map(([id, name, provinceId, register = '']) => ({
    id: Number(id),
    provinceId: Number(provinceId),
    name: String(name),
    code: String(register),
  }));
}

/** Register codes of the provinces, by province id. */
export function shippedProvinceCodes(code: CountryCode): ReadonlyMap<string, string> {
  return new Map(SERVER_ENTRIES[code].provinceCodes);
}
