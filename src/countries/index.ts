import { COUNTRIES, DEFAULT_COUNTRY, type CountryCode } from './countries.ts';
import type { CountryPack } from './country-pack.ts';
import { ENTRIES } from './entries.ts';

/**
 * Country that a host serves (docs/product/shell.md#country-by-host): the country configured for the site,
 * else the one that claims the host, else the default. Port and trailing dot are ignored.
 */
export function countryOfHost(host: string, sites?: ReadonlyMap<string, CountryCode>): CountryCode {
  const name = hostname(host.trim().toLowerCase());
  const configured = sites?.get(name);
  if (configured !== undefined) return configured;
  return COUNTRIES.find((code) => ENTRIES[code].ownsHost(name)) ?? DEFAULT_COUNTRY;
}

/** First country with this currency; the default one for any other currency. */
export function countryOfCurrency(currency: string): CountryCode {
  return COUNTRIES.find((code) => ENTRIES[code].pack.currency === currency) ?? DEFAULT_COUNTRY;
}

export function packOf(code: CountryCode): CountryPack {
  return ENTRIES[code].pack;
}

function hostname(host: string): string {
  // '::1' has colons but no port; only a single colon, or one after a bracket, starts a port.
  const port = /^(\[[^\]]*\]|[^:]*)(:\d*)?$/.exec(host);
  return (port?.[1] ?? host).replace(/\.$/, '');
}
