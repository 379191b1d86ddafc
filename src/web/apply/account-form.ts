import type { CountryPack } from '../../countries/country-pack.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';
import { chosenIndex } from './existing-choice.ts';

/** State of Uruguay's bank step (docs/product/application.md#uruguayan-account). */
export interface AccountValues {
  readonly [name: string]: string;
  /** Place of a stored account, or `another`. */
  readonly choice: string;
  readonly bank_id: string;
  readonly account_number: string;
}

/** Rules of a new account; a stored one needs none. */
export function accountRules(pack: CountryPack, stored: number): Rules<AccountValues> {
  const bank = ruleOf(pack, 'bank_id');
  const account = ruleOf(pack, 'account_number');
  const isNew = (values: Readonly<Record<string, string>>) =>
    chosenIndex(values['choice'] ?? '', stored) === null;
  return {
    bank_id: (value, values) => (isNew(values) ? bank(value, values) : undefined),
    account_number: (value, values) => (isNew(values) ? account(value, values) : undefined),
  };
}

/** Digits, and the hyphens with which some banks write their numbers. */
export function maskAccountNumber(typed: string): string {
  return typed.replaceAll(/[^\d-]/g, '');
}
