import { createContext, use, type ReactNode } from 'react';
import { COUNTRIES } from '../countries/countries.ts';
import type { CountryPack } from '../countries/country-pack.ts';
import { countryOfHost, packOf } from '../countries/index.ts';

const CountryContext = createContext<CountryPack | null>(null);

/** Gives the pages below the pack of their country. */
export function CountryProvider({ pack, children }: { pack: CountryPack; children: ReactNode }) {
  return <CountryContext value={pack}>{children}</CountryContext>;
}

/** The pack of the host's country (docs/product/shell.md#country-by-host). */
export function useCountry(): CountryPack {
  const pack = use(CountryContext);
  if (!pack) throw new Error('useCountry outside CountryProvider');
  return pack;
}

/** The pack named by the server in the page, where the host does not give the country; else the host's. */
export function packOfThisHost(): CountryPack {
  const named = document.querySelector<HTMLMetaElement>('meta[name="country"]')?.content;
  return packOf(COUNTRIES.find((code) => code === named) ?? countryOfHost(location.host));
}
