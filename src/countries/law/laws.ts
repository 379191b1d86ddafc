import { argentineLaw } from '../ar/law.ts';
import type { CountryCode } from '../countries.ts';
import { uruguayanLaw } from '../uy/law.ts';
import type { CountryLaw } from './country-law.ts';

export const LAWS: Readonly<Record<CountryCode, CountryLaw>> = { AR: argentineLaw, UY: uruguayanLaw };
