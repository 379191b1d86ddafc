import { weightedSum, ungrouped } from './digits.ts';
import { accepted, refused, type CheckedText, type Parsed } from './checked.ts';

/** 22 digits of an Argentine bank account: bank 3, branch 4, check 1, account 13, check 1. */
export type Cbu = CheckedText<'Cbu'>;
/** Account of a virtual wallet in the CBU format: bank 000, digits 4 to 7 the provider, digit 9 zero. */
export type Cvu = CheckedText<'Cvu'>;
/** Alias of an account, in lower case (aliases are case-insensitive). */
export type BankAlias = CheckedText<'BankAlias'>;

const BLOCK_1_WEIGHTS = [7, 1, 3, 9, 7, 1, 3];
const BLOCK_2_WEIGHTS = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3];

const CBU_REQUIRED = 'El CBU es requerido.';
const CBU_LENGTH = 'El CBU debe contener 22 números.';
const CBU_WRONG = 'El CBU ingresado no es válido. Revisalo y volvé a intentarlo.';
const CBU_DIGITS = 22;
const ALIAS = /^[A-Za-z0-9.-]{6,20}$/;
const ALIAS_WRONG = 'El alias debe tener entre 6 y 20 letras, números, puntos o guiones.';

/**
 * Parses a bank's CBU (docs/product/countries.md#argentine-accounts), with or without separators between its
 * groups.
 */
export function parseCbu(input: string): Parsed<Cbu> {
  return parse22(input, (digits) => !digits.startsWith('000')) as Parsed<Cbu>;
}

export function parseCvu(input: string): Parsed<Cvu> {
  // Provider 0000 does not exist; excluding it also refuses 22 zeros, which pass the check digits.
  return parse22(input, (digits) => /^000(?!0000)\d{5}0/.test(digits)) as Parsed<Cvu>;
}

export function parseAlias(input: string): Parsed<BankAlias> {
  const alias = input.trim();
  return ALIAS.test(alias) ? accepted(alias.toLowerCase() as BankAlias) : refused(ALIAS_WRONG);
}

/**
 * Parses the input of the Argentine bank step: a CBU, a CVU or an alias. 22 digits in any grouping are a
 * number; fewer may be an alias, which needs no letter.
 */
export function parseBankAccount(input: string): Parsed<Cbu | Cvu | BankAlias> {
  const text = input.trim();
  const isName = /\p{L}/u.test(text) || (ungrouped(text).length !== CBU_DIGITS && ALIAS.test(text));
  return isName ? parseAlias(text) : parseAccountNumber(text);
}

/** Parses an account as calls send it: a number without separators between its groups. */
export function parseSentAccount(input: string): Parsed<Cbu | Cvu | BankAlias> {
  const account = parseBankAccount(input);
  const isGrouped = account.ok && account.value.length === CBU_DIGITS && account.value !== input;
  return isGrouped ? refused(CBU_LENGTH) : account;
}

export function parseAccountNumber(input: string): Parsed<Cbu | Cvu> {
  return ungrouped(input).startsWith('000') ? parseCvu(input) : parseCbu(input);
}

/** Three-digit BCRA code of the account's bank; '000' for a CVU. */
export function bankOfAccount(account: Cbu | Cvu): string {
  return account.slice(0, 3);
}

function parse22(input: string, hasFormOfKind: (digits: string) => boolean): Parsed<string> {
  const digits = ungrouped(input);
  if (digits === '') return refused(CBU_REQUIRED);
  if (!/^\d{22}$/.test(digits)) return refused(CBU_LENGTH);
  const valid =
    checkDigit(digits.slice(0, 7), BLOCK_1_WEIGHTS) === digits[7] &&
    checkDigit(digits.slice(8, 21), BLOCK_2_WEIGHTS) === digits[21] &&
    hasFormOfKind(digits);
  return valid ? accepted(digits) : refused(CBU_WRONG);
}

function checkDigit(digits: string, weights: readonly number[]): string {
  return String((10 - (weightedSum(digits, weights) % 10)) % 10);
}

/**
 * Mask of an account field, apart from the masks that sign-up loads. Text with letters is an alias and stays
 * unchanged; digits keep the separators that a numeric alias may have.
 */
export function maskBankAccount(typed: string): string {
  const trimmed = typed.trim();
  return /\p{L}/u.test(trimmed) ? trimmed : trimmed.replaceAll(/[^\d.-]/g, '');
}

/** Final form of a typed account, on blur, paste or autofill. */
export function writtenBankAccount(typed: string): string {
  const account = parseBankAccount(typed);
  return account.ok ? account.value : maskBankAccount(typed);
}
