import type { CountryCode } from '../../countries/countries.ts';
import type { Config } from '../platform/config.ts';
import { publicUrlOf } from '../platform/public-url.ts';
import { defaultSettings } from './settings.ts';

export type LinkSettings = Parameters<typeof publicUrlOf>[0] & Pick<Config, 'LINK_HOSTS'>;

/** WhatsApp hosts; a phone number links to them as well. */
const whatsapp = ['wa.me', 'api.whatsapp.com'];

/** Hosts that borrowers may be sent to: our own, those of the program's addresses, and the operator's list. */
function linkHosts(config: LinkSettings, country: CountryCode): ReadonlySet<string> {
  const addresses = [publicUrlOf(config, country), ...Object.values(defaultSettings(country))];
  return new Set([...whatsapp, ...config.LINK_HOSTS, ...addresses.flatMap((each) => hostOf(each) ?? [])]);
}

/** @returns undefined unless the address is a full http(s) URL */
function hostOf(address: string): string | undefined {
  return /^https?:/.test(address) && URL.canParse(address) ? new URL(address).host : undefined;
}

/** Error text for an address that borrowers may not be sent to; undefined when they may. */
export function wrongHost(config: LinkSettings, country: CountryCode, value: string): string | undefined {
  const host = hostOf(value);
  if (host === undefined || linkHosts(config, country).has(host)) return undefined;
  return `No mandamos a nadie a ${host}: no está en la lista de sitios. Quien opera la instalación lo agrega en LINK_HOSTS.`;
}
