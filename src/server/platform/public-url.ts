import type { CountryCode } from '../../countries/countries.ts';
import { ENTRIES } from '../../countries/entries.ts';
import type { Config } from './config.ts';

type PublicUrls = Pick<Config, `PUBLIC_URL_${CountryCode}`>;

/**
 * Scheme and host of the country's site, for links in messages that are not sent in response to a request.
 */
export function publicUrlOf(config: PublicUrls & Pick<Config, 'PORT'>, country: CountryCode): string {
  return configuredUrlOf(config, country) ?? localUrlOf(country, config.PORT);
}

/** Configured address of the country's site. */
export function configuredUrlOf(config: PublicUrls, country: CountryCode): string | undefined {
  return config[`PUBLIC_URL_${country}`];
}

/** Address of the country's site on this machine. */
export function localUrlOf(country: CountryCode, port: number): string {
  return `http://${ENTRIES[country].localHost}:${port}`;
}
