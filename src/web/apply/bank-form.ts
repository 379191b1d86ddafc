import type { CountryPack } from '../../countries/country-pack.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';
import type { Loan } from '../loan/loan-query.ts';
import type { Profile } from '../profile.ts';
import type { Proposal } from '../proposal.ts';
import type { FieldBinding } from '../forms/use-form.ts';
import { another, chosenIndex } from './choice-list.tsx';
import { bankTexts } from './texts.ts';

/** State of Argentina's bank step (docs/product/application.md#bank-account). */
export interface BankValues {
  readonly [name: string]: string;
  /** Delivery: by transfer, or in cash at a pickup point. */
  readonly delivery_type: string;
  /** Id of the pickup point. */
  readonly point: string;
  /** Place of a stored account, or `another`. */
  readonly choice: string;
  /** CBU, CVU or alias. */
  readonly account: string;
  readonly legal_number: string;
}

/** True if the CUIT/CUIL is missing: empty or '0'. */
export function asksLegalNumber({
  account_information: { legal_number: known },
}: Pick<Profile, 'account_information'>): boolean {
  return known === '' || known === '0';
}

/** Digits of the CUIT/CUIL for a new account: the known one, which the screen shows, or the typed one. */
export function legalNumberOf(
  profile: Pick<Profile, 'account_information'>,
  { legal_number: typed }: Pick<BankValues, 'legal_number'>,
): string {
  const number = asksLegalNumber(profile) ? typed : profile.account_information.legal_number;
  return number.replaceAll(/\D/g, '');
}

/** Rules of a new account; a stored one needs none. */
export function bankRules(pack: CountryPack, profile: Profile): Rules<BankValues> {
  const account = ruleOf(pack, 'bank_account');
  const legal = ruleOf(pack, 'legal_number');
  const isNew = (values: Readonly<Record<string, string>>) =>
    values['delivery_type'] !== 'pdv' && chosenIndex(values['choice'] ?? '', profile.banks.length) === null;
  return {
    delivery_type: ruleOf(pack, 'delivery_type'),
    point: (value, values) =>
      values['delivery_type'] === 'pdv' && value === '' ? bankTexts.pointRequired : undefined,
    account: (value, values) => (isNew(values) ? account(value.trim(), values) : undefined),
    legal_number: (value, values) =>
      isNew(values) && asksLegalNumber(profile) ? legal(value, values) : undefined,
  };
}

/** Stored account that refused the newest loan's money; undefined without one. */
export function refusedAccount(
  banks: Profile['banks'],
  [newest]: readonly Pick<Loan, 'payout_failed' | 'bank'>[] = [],
): string | undefined {
  const refused = newest?.payout_failed ? newest.bank?.cbu : undefined;
  return banks.find(({ accountNumber }) => accountNumber === refused)?.accountNumber;
}

/** The stored account that is chosen already: the proposal's, else the newest, but never a refused one. */
export function initialChoice(banks: Profile['banks'], proposal: Proposal | null, refused?: string): string {
  const noted = proposal?.bank?.cbu ?? proposal?.bank?.accountNumber;
  const usable = banks.filter(({ accountNumber }) => accountNumber !== refused);
  const chosen = usable.find(({ accountNumber }) => accountNumber === noted) ?? usable.at(-1);
  return chosen ? String(banks.indexOf(chosen)) : another;
}

/** Initial state: the stored choice, else a transfer to a new account. */
export function initialBank(profile: Profile, proposal: Proposal | null, refused?: string): BankValues {
  return {
    delivery_type: profile.delivery_type ?? 'bank-transfer',
    point: profile.delivery_point,
    choice: initialChoice(profile.banks, proposal, refused),
    account: '',
    legal_number: '',
  };
}

export type Binder = (name: string) => FieldBinding;
