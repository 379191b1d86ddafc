import { BANKING_ENTRIES } from '../banking-entries.ts';
import type { AccountNumber } from '../banking.ts';
import type { CountryCode } from '../countries.ts';
import type { Parsed } from './checked.ts';

/** A number at a chosen bank; where accounts name their bank, the choice does not matter. */
export function parseAccount(country: CountryCode, bankId: string, input: string): Parsed<AccountNumber> {
  const rule = BANKING_ENTRIES[country].accounts;
  return rule.kind === 'of-a-bank' ? rule.parse(bankId, input) : rule.parse(input);
}

/** Hint below the number of a chosen bank; undefined without one. */
export function accountHint(country: CountryCode, bankId: string): string | undefined {
  const rule = BANKING_ENTRIES[country].accounts;
  return rule.kind === 'of-a-bank' ? rule.formatOf(bankId)?.hint : undefined;
}
