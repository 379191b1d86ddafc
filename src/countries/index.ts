import { argentina } from './ar/pack.ts';
import type { CountryCode, CountryPack } from './country-pack.ts';
import { uruguay } from './uy/pack.ts';

const URUGUAYAN_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/**
 * The country a host serves (docs/product/shell.md#country-by-host): `*.uy`, `uy.localhost` and the bare
 * local addresses are Uruguay, every other host is Argentina. A port and a final dot do not matter.
 */
export function countryOfHost(host: string): CountryCode {
  const name = hostname(host.trim().toLowerCase());
  return name.endsWith('.uy') || name === 'uy.localhost' || URUGUAYAN_HOSTS.has(name) ? 'UY' : 'AR';
}

/** The text pack of a country. */
export function packOf(code: CountryCode): CountryPack {
  return code === 'UY' ? uruguay : argentina;
}

function hostname(host: string): string {
  // '::1' has colons but no port; only a single colon, or one after a bracket, starts a port.
  const port = /^(\[[^\]]*\]|[^:]*)(:\d*)?$/.exec(host);
  return (port?.[1] ?? host).replace(/\.$/, '');
}
