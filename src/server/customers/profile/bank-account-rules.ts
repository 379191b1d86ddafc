import type { Optional } from '../../platform/column-types.ts';
import type { DocumentNumber, LegalNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { documentOfCuit, parseCuit } from '../../../countries/identifiers/cuit.ts';
import { ungrouped } from '../../../countries/identifiers/digits.ts';
import { banksOf } from '../../../countries/lists.ts';
import { BANK_REQUIRED } from '../../../countries/fields/person-rules.ts';
import { fail, failFields, ok, type Result } from '../../platform/http/result.ts';
import { BANKING_ENTRIES } from '../../../countries/banking-entries.ts';
import type { AccountNumber, AccountRule } from '../../../countries/banking.ts';

interface GivenAccount {
  readonly accountNumber: string;
  readonly holderIdentityNumber: string;
  readonly bankId: string;
  readonly bankName: string;
}

interface CheckedAccount {
  readonly bankId: string;
  readonly bankName: string;
  /** CBU, CVU or alias in Argentina. */
  readonly accountNumber: AccountNumber;
  /** CUIT/CUIL; '' if the country has none. */
  readonly legalNumber: Optional<LegalNumber>;
}

interface Holder {
  readonly legal_number: Optional<LegalNumber>;
  readonly document_number: DocumentNumber;
}

/** Checks an account by the rules of the country (docs/product/countries.md#identifiers). */
export function checkBankAccount(
  country: CountryCode,
  holder: Holder,
  given: GivenAccount,
): Result<CheckedAccount> {
  const rule = BANKING_ENTRIES[country].accounts;
  return rule.kind === 'names-its-bank'
    ? checkByLegalNumber(country, rule, holder, given)
    : checkByBank(country, rule, given);
}

const walletName = 'Billetera virtual';
const walletCode = '000';

/** Checks an account: its number or alias identifies the bank, its CUIT the owner. */
function checkByLegalNumber(
  country: CountryCode,
  rule: Extract<AccountRule, { kind: 'names-its-bank' }>,
  holder: Holder,
  given: GivenAccount,
): Result<CheckedAccount> {
  // Imported rows have '0' for an unknown number.
  const stored: string = holder.legal_number;
  const known = stored === '0' ? '' : stored;
  const account = rule.parse(given.accountNumber);
  // The typed number counts only while none is stored.
  const legal = parseCuit(known || given.holderIdentityNumber);
  if (!account.ok || !legal.ok) {
    return failFields({
      ...(account.ok ? {} : { accountNumber: account.message }),
      ...(legal.ok ? {} : { holderIdentityNumber: legal.message }),
    });
  }
  const claimed = ungrouped(given.holderIdentityNumber);
  const isOther = claimed !== '' && claimed !== legal.value;
  if (isOther || documentOfCuit(legal.value) !== withoutZeros(holder.document_number))
    return fail('bank_account_holder');
  const bankId = rule.bankOf(account.value) ?? '';
  const bankName = bankId === walletCode ? walletName : (banksOf(country)[bankId] ?? given.bankName);
  return ok({ bankId, bankName, accountNumber: account.value, legalNumber: legal.value });
}

function withoutZeros(documentNumber: string): string {
  return documentNumber.replace(/^0+/, '');
}

/** Checks an account at a chosen bank, where numbers have a fixed length. */
function checkByBank(
  country: CountryCode,
  rule: Extract<AccountRule, { kind: 'of-a-bank' }>,
  given: GivenAccount,
): Result<CheckedAccount> {
  const banks = banksOf(country);
  const bankName = Object.hasOwn(banks, given.bankId) ? banks[given.bankId] : undefined;
  if (bankName === undefined) return failFields({ bankId: BANK_REQUIRED });
  const account = rule.parse(given.bankId, given.accountNumber.trim());
  if (!account.ok) return failFields({ accountNumber: account.message });
  return ok({ bankId: given.bankId, bankName, accountNumber: account.value, legalNumber: '' });
}
