import { argentineBanking } from './ar/banking.ts';
import type { Banking } from './banking.ts';
import type { CountryCode } from './countries.ts';
import { uruguayanBanking } from './uy/banking.ts';

/** Kept out of the country's entry because no first page needs it. */
export const BANKING_ENTRIES: Readonly<Record<CountryCode, Banking>> = {
  AR: argentineBanking,
  UY: uruguayanBanking,
};
