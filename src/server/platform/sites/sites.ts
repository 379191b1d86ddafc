import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import { countryOfHost } from '../../../countries/index.ts';
import { ConfigError } from '../settings.ts';

type PublicUrls = Readonly<Partial<Record<`PUBLIC_URL_${CountryCode}`, string | undefined>>>;

/** Country by host name, of the sites that the operator has configured. */
export type Sites = ReadonlyMap<string, CountryCode>;

/**
 * The configured sites, which decide a request's country before any rule about names.
 * @throws ConfigError when two countries share a host, or a host ends as another country's do
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

/** True if pages must name their country, because the host's name alone gives another. */
export function areNamedByPage(sites: Sites): boolean {
  return [...sites].some(([hostname, code]) => countryOfHost(hostname) !== code);
}

/** Puts the country into the head of a page, for `packOfThisHost` of the web. */
export function withCountry(html: string, country: string): string {
  return html
    .replace(/<html lang="[^"]*"/, `<html lang="es-${country}"`)
    .replace(/ *<\/head>/, (end) => `    <meta name="country" content="${country}">\n${end}`);
}
