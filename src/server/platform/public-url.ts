import type { CountryCode } from '../../countries/countries.ts';
import { ENTRIES } from '../../countries/entries.ts';
import type { Config } from './config.ts';

type PublicUrls = Pick<Config, `PUBLIC_URL_${CountryCode}`>;

/** Scheme and host of the country's site, for links of messages that no request asked for. */
export function publicUrlOf(config: PublicUrls & Pick<Config, 'PORT'>, country: CountryCode): string {
  return configuredUrlOf(config, country) ?? localUrlOf(country, config.PORT);
}

/** The address that the operator gave the country's site. */
export function configuredUrlOf(config: PublicUrls, country: CountryCode): string | undefined {
  return config[`PUBLIC_URL_${country}`];
}

/** Address of the site on its own machine. */
export function localUrlOf(country: CountryCode, port: number): string {
  return `http://${ENTRIES[country].localHost}:${port}`;
}
