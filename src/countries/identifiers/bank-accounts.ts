import type { CountryCode } from '../countries.ts';
import {
  bankOfAccount,
  parseAccountNumber,
  parseBankAccount,
  type BankAlias,
  type Cbu,
  type Cvu,
} from './cbu.ts';
import type { Parsed } from './checked.ts';
import { parseUyAccount, uyAccountFormat, type AccountFormat, type UyAccount } from './uy-accounts.ts';

/** Identifier of an account at its bank. */
export type AccountNumber = Cbu | Cvu | BankAlias | UyAccount;

/** One number or name says bank and account. */
interface SelfNamingAccount {
  readonly kind: 'names-its-bank';
  readonly parse: (input: string) => Parsed<AccountNumber>;
  /** Code of the bank; undefined if the identifier contains none. */
  readonly bankOf: (account: string) => string | undefined;
}

/** The bank is chosen, and its number has that bank's form. */
interface AccountOfBank {
  readonly kind: 'of-a-bank';
  readonly parse: (bankId: string, input: string) => Parsed<AccountNumber>;
  /** Undefined for an unknown bank. */
  readonly formatOf: (bankId: string) => AccountFormat | undefined;
}

export type AccountRule = SelfNamingAccount | AccountOfBank;

export const ACCOUNT_RULES: Readonly<Record<CountryCode, AccountRule>> = {
  AR: {
    kind: 'names-its-bank',
    parse: parseBankAccount,
    bankOf: (account) => {
      const numbered = parseAccountNumber(account);
      return numbered.ok ? bankOfAccount(numbered.value) : undefined;
    },
  },
  UY: { kind: 'of-a-bank', parse: parseUyAccount, formatOf: uyAccountFormat },
};

/** A number at a chosen bank; where accounts name their bank, the choice does not matter. */
export function parseAccount(country: CountryCode, bankId: string, input: string): Parsed<AccountNumber> {
  const rule = ACCOUNT_RULES[country];
  return rule.kind === 'of-a-bank' ? rule.parse(bankId, input) : rule.parse(input);
}

/** Hint below the number of a chosen bank; undefined without one. */
export function accountHint(country: CountryCode, bankId: string): string | undefined {
  const rule = ACCOUNT_RULES[country];
  return rule.kind === 'of-a-bank' ? rule.formatOf(bankId)?.hint : undefined;
}
