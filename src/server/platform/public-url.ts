import type { CountryCode } from '../../countries/country-pack.ts';
import type { Config } from './config.ts';

const localHosts: Readonly<Record<CountryCode, string>> = { AR: 'ar.localhost', UY: 'localhost' };

/** Scheme and host of the country's site, for links of messages that no request asked for. */
export function publicUrlOf(
  config: Pick<Config, 'PUBLIC_URL_AR' | 'PUBLIC_URL_UY' | 'PORT'>,
  country: CountryCode,
): string {
  const configured = { AR: config.PUBLIC_URL_AR, UY: config.PUBLIC_URL_UY }[country];
  return configured ?? `http://${localHosts[country]}:${config.PORT}`;
}
