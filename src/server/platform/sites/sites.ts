import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { countryOfHost } from '../../../countries/index.ts';
import { ConfigError } from '../settings.ts';

type PublicUrls = Readonly<Partial<Record<`PUBLIC_URL_${CountryCode}`, string | undefined>>>;

/** Country by configured host name. */
export type Sites = ReadonlyMap<string, CountryCode>;

/**
 * Configured sites, which take precedence over the rules about host names.
 * @throws ConfigError if two countries share a host, or a host has the ending of another country
 */
export function sitesOf(config: PublicUrls): Sites {
  const sites = new Map<string, CountryCode>();
  for (const code of COUNTRIES) {
    const setting = `PUBLIC_URL_${code}` as const;
    const url = config[setting];
    if (url === undefined) continue;
    const { hostname } = new URL(url);
    const taken = sites.get(hostname);
    if (taken !== undefined)
      throw new ConfigError(
        `The setting ${setting} is wrong: ${hostname} is the host of PUBLIC_URL_${taken} too, and the host alone tells the country.`,
      );
    const other = COUNTRIES.find((each) => each !== code && hostname.endsWith(`.${each.toLowerCase()}`));
    if (other !== undefined)
      throw new ConfigError(
        `The setting ${setting} is wrong: ${hostname} ends as hosts of ${other} do; is it PUBLIC_URL_${other}?`,
      );
    sites.set(hostname, code);
  }
  return sites;
}

/** Checks whether pages have to name their country, because the host name alone implies another. */
export function areNamedByPage(sites: Sites): boolean {
  return [...sites].some(([hostname, code]) => countryOfHost(hostname) !== code);
}

/** Adds the country to a page's head, for `packOfThisHost` of the web. */
export function withCountry(html: string, country: string): string {
  return html
    .replace(/<html lang="[^"]*"/, `<html lang="es-${country}"`)
    .replace(/ *<\/head>/, (end) => `    <meta name="country" content="${country}">\n${end}`);
}
