import { argentineServer } from './ar/server.ts';
import type { CountryCode } from './countries.ts';
import type { ServerCountry } from './server-country.ts';
import { uruguayanServer } from './uy/server.ts';

/** Loaded by the server only: the locality tables alone weigh 220 kB. */
export const SERVER_ENTRIES: Readonly<Record<CountryCode, ServerCountry>> = {
  AR: argentineServer,
  UY: uruguayanServer,
};
