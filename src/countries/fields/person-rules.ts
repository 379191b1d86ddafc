import { BIRTHDATE_INVALID_AT_SIGNUP, parseBirthdate } from '../identifiers/birthdate.ts';
import { accepted, refused, REQUIRED, type Parsed } from '../identifiers/checked.ts';
import { parseDocument } from '../identifiers/document.ts';
import { parseEmail } from '../identifiers/email.ts';
import { parsePersonName } from '../identifiers/names.ts';
import { parseLoginPassword, parseNewPassword, PASSWORDS_DIFFER } from '../identifiers/passwords.ts';
import { readCellPhone } from '../identifiers/phones.ts';
import { packOf } from '../index.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import type { AmountLimits } from '../identifiers/amounts.ts';

export type FieldRule = (value: string, context: ValidationContext) => Parsed<unknown>;

export const BANK_REQUIRED = 'Seleccioná en qué banco tenés cuenta bancaria. Allí depositaremos tu préstamo.';

/** Rules that sign-up and login need, split off so that the first page loads no later rule. */
export const PERSON_RULES = {
  first_name: parsePersonName,
  last_name: parsePersonName,
  document_number: (value, { country }) => parseDocument(country, value),
  birthdate: (value, { today }) => (value === '' ? refused(REQUIRED) : parseBirthdate(value, today)),
  signup_birthdate: (value, { today }) =>
    parseBirthdate(value, today).ok ? accepted(value) : refused(BIRTHDATE_INVALID_AT_SIGNUP),
  phone: (value, { country }) => readCellPhone(country, value),
  email: parseEmail,
  /** Required only if the pack asks for it at sign-up. */
  bank_code: (value, { country }) =>
    packOf(country).asksBankAtSignup ? selected(value, BANK_REQUIRED) : accepted(value),

  login_password: parseLoginPassword,
  password: parseNewPassword,
  password_confirmation: (value, { values }) =>
    value === values?.['password'] ? accepted(value) : refused(PASSWORDS_DIFFER),
} satisfies Record<string, FieldRule>;

/**
 * Checks the form of a list entry's number; only the server, which holds the list, can check that the entry
 * exists.
 */
export function selected(value: string, message: string): Parsed<string> {
  return /^\d{1,10}$/.test(value) ? accepted(value) : refused(message);
}

export interface ValidationContext {
  readonly country: CountryCode;
  /** Local date, against which births and card expiries are checked. */
  readonly today: CalendarDate;
  /** Other fields of the form, for rules that span two (city and province, both passwords). */
  readonly values?: Readonly<Partial<Record<string, string>>>;
  /** Limits of the amount input; the pack's by default. */
  readonly amountLimits?: AmountLimits;
}
