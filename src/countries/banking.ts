import type { BankAlias, Cbu, Cvu } from './identifiers/cbu.ts';
import type { Parsed } from './identifiers/checked.ts';
import type { AccountFormat, UyAccount } from './identifiers/uy-accounts.ts';
import type { PaymentMethod } from './payment-method.ts';

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

/** Banks and ways to pay of a country. */
export interface Banking {
  readonly accounts: AccountRule;
  /** Code and name of each bank. */
  readonly banks: readonly (readonly (string | number)[])[];
  /** Code, first day and new name of each renamed bank with an unchanged code. */
  readonly renamedBanks: readonly (readonly string[])[];
  /** Everyday names by bank code, as people search for it. */
  readonly bankAliases: Readonly<Record<string, readonly string[]>>;
  /** In display order. */
  readonly paymentMethods: readonly PaymentMethod[];
}
