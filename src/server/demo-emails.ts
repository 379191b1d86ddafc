import type { CountryCode } from '../countries/countries.ts';

/** Local parts of the demo customers' addresses (docs/demo.md). */
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

/** Uses a reserved domain, so that no real person has such an address. */
export const demoEmailOf = (address: (typeof DEMO_ADDRESSES)[number], country: CountryCode): string =>
  `${address}@${country.toLowerCase()}.demo.example`;
