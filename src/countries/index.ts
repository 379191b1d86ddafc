import { COUNTRIES, DEFAULT_COUNTRY, type CountryCode } from './countries.ts';
import type { CountryPack } from './country-pack.ts';
import { ENTRIES } from './entries.ts';

/**
 * The country a host serves (docs/product/shell.md#country-by-host): the country configured for this site,
 * else the one that claims the host, else the default. A port and a final dot do not matter.
 */
export function countryOfHost(host: string, sites?: ReadonlyMap<string, CountryCode>): CountryCode {
  const name = hostname(host.trim().toLowerCase());
  const configured = sites?.get(name);
  if (configured !== undefined) return configured;
  return COUNTRIES.find((code) => ENTRIES[code].ownsHost(name)) ?? DEFAULT_COUNTRY;
}

/** The first country whose money it is; the default one for any other currency. */
export function countryOfCurrency(currency: string): CountryCode {
  return COUNTRIES.find((code) => ENTRIES[code].pack.currency === currency) ?? DEFAULT_COUNTRY;
}

/** The text pack of a country. */
export function packOf(code: CountryCode): CountryPack {
  return ENTRIES[code].pack;
}

function hostname(host: string): string {
  // '::1' has colons but no port; only a single colon, or one after a bracket, starts a port.
  const port = /^(\[[^\]]*\]|[^:]*)(:\d*)?$/.exec(host);
  return (port?.[1] ?? host).replace(/\.$/, '');
}
