import { argentine } from './ar/country.ts';
import type { CountryCode } from './countries.ts';
import type { Country } from './country.ts';
import { uruguayan } from './uy/country.ts';

export const ENTRIES: Readonly<Record<CountryCode, Country>> = { AR: argentine, UY: uruguayan };
