import type { CountryCode } from '../../../countries/country-pack.ts';
import { shippedLocalities, shippedProvinceCodes } from '../../../countries/localities.ts';
import type { PlacesRegister } from './port.ts';

/** Register with the localities shipped in the release. */
export function sandboxPlaces(country: CountryCode): PlacesRegister {
  const idByCode = new Map(Array.from(shippedProvinceCodes(country), ([id, code]) => [code, id]));
  return {
    provinces: async () => Array.from(idByCode, ([code, id]) => ({ code, name: id })),
    localities: async (provinceCode) =>
      shippedLocalities(country)
        .filter(({ provinceId }) => String(provinceId) === idByCode.get(provinceCode))
        .map(({ code, name }) => ({ code, name })),
  };
}
