/** The countries the product lends in: every list of countries is made of this one. */
export const COUNTRIES = ['AR', 'UY'] as const;

export type CountryCode = (typeof COUNTRIES)[number];

/** Serves the hosts that no country claims, and what belongs to none. */
export const DEFAULT_COUNTRY: CountryCode = COUNTRIES[0];

/** One value for each country. */
export function byCountry<Value>(
  valueOf: (code: CountryCode) => Value,
): Readonly<Record<CountryCode, Value>> {
  return Object.fromEntries(COUNTRIES.map((code) => [code, valueOf(code)])) as Record<CountryCode, Value>;
}
