import { argentineBanking } from './ar/banking.ts';
import type { Banking, AccountNumber } from './banking.ts';
import type { CountryCode } from './countries.ts';
import { uruguayanBanking } from './uy/banking.ts';
import type { Parsed } from './identifiers/checked.ts';

/** Kept out of the country's entry because no first page needs it. */
export const BANKING_ENTRIES: Readonly<Record<CountryCode, Banking>> = {
  AR: argentineBanking,
  UY: uruguayanBanking,
};

/** Parses an account number at a chosen bank; the bank is ignored if the number itself identifies it. */
export function parseAccount(country: CountryCode, bankId: string, input: string): Parsed<AccountNumber> {
  const rule = BANKING_ENTRIES[country].accounts;
  return rule.kind === 'of-a-bank' ? rule.parse(bankId, input) : rule.parse(input);
}

/** Format hint for the chosen bank's account number; undefined if there is none. */
export function accountHint(country: CountryCode, bankId: string): string | undefined {
  const rule = BANKING_ENTRIES[country].accounts;
  return rule.kind === 'of-a-bank' ? rule.formatOf(bankId)?.hint : undefined;
}
