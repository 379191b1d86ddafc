import { COUNTRIES } from '../../countries/countries.ts';
import type { CountryCode } from '../../countries/country-pack.ts';

/** Public addresses of the countries, where a test needs https: links, passkeys. */
export const sites = Object.fromEntries(
  COUNTRIES.map((code) => [code, `https://${code.toLowerCase()}.cuota.test`]),
) as Readonly<Record<CountryCode, string>>;

/** Settings of a product at these {@link sites}. */
export const siteSettings: Readonly<Record<string, string>> = Object.fromEntries(
  COUNTRIES.map((code) => [`PUBLIC_URL_${code}`, sites[code]]),
);
