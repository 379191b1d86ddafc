import type { CountryCode } from '../countries/countries.ts';

/** What the addresses of the demo customers begin with (docs/demo.md). */
export const DEMO_ADDRESSES = [
  'nueva',
  'mitad',
  'enviando',
  'aldia',
  'demora10',
  'demora45',
  'pagado',
  'cancelado',
  'membresia',
] as const;

/** Below a name that is reserved: nobody else has such an address. */
export const demoEmailOf = (address: (typeof DEMO_ADDRESSES)[number], country: CountryCode): string =>
  `${address}@${country.toLowerCase()}.demo.example`;
