/** Countries the product lends in; every other list of countries derives from this one. */
export const COUNTRIES = ['AR', 'UY'] as const;

export type CountryCode = (typeof COUNTRIES)[number];

/** Country of hosts that no country claims, and of anything without a country. */
export const DEFAULT_COUNTRY: CountryCode = COUNTRIES[0];

/** Builds one value per country. */
export function byCountry<Value>(
  valueOf: (code: CountryCode) => Value,
): Readonly<Record<CountryCode, Value>> {
  return Object.fromEntries(COUNTRIES.map((code) => [code, valueOf(code)])) as Record<CountryCode, Value>;
}
