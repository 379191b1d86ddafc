import type { BankAlias, Cbu, Cvu } from './identifiers/cbu.ts';
import type { Parsed } from './identifiers/checked.ts';
import type { AccountFormat, UyAccount } from './identifiers/uy-accounts.ts';
import type { PaymentMethod } from './payment-method.ts';

export type AccountNumber = Cbu | Cvu | BankAlias | UyAccount;

/** Account with a number or alias that also identifies the bank. */
interface SelfNamingAccount {
  readonly kind: 'names-its-bank';
  /** Parses an account as calls send it. */
  readonly parse: (input: string) => Parsed<AccountNumber>;
  /** Code of the bank; undefined if the identifier does not contain one. */
  readonly bankOf: (account: string) => string | undefined;
}

/** Account at a chosen bank, with a number in that bank's format. */
interface AccountOfBank {
  readonly kind: 'of-a-bank';
  readonly parse: (bankId: string, input: string) => Parsed<AccountNumber>;
  readonly formatOf: (bankId: string) => AccountFormat | undefined;
}

export type AccountRule = SelfNamingAccount | AccountOfBank;

export interface Banking {
  readonly accounts: AccountRule;
  /** Code and name of each bank. */
  readonly banks: readonly (readonly (string | number)[])[];
  /** Code, first day and new name of each bank renamed under an unchanged code. */
  readonly renamedBanks: readonly (readonly string[])[];
  /** Everyday names by bank code, for search. */
  readonly bankAliases: Readonly<Record<string, readonly string[]>>;
  /** In display order. */
  readonly paymentMethods: readonly PaymentMethod[];
}
