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

/** The part of the table of rules that sign-up and login need: the first page loads no rule of a later one. */
export const PERSON_RULES = {
  first_name: parsePersonName,
  last_name: parsePersonName,
  document_number: (value, { country }) => parseDocument(country, value),
  birthdate: (value, { today }) => (value === '' ? refused(REQUIRED) : parseBirthdate(value, today)),
  signup_birthdate: (value, { today }) =>
    parseBirthdate(value, today).ok ? accepted(value) : refused(BIRTHDATE_INVALID_AT_SIGNUP),
  phone: (value, { country }) => readCellPhone(country, value),
  email: parseEmail,
  /** Asked at sign-up where the pack says so. */
  bank_code: (value, { country }) =>
    packOf(country).asksBankAtSignup ? selected(value, BANK_REQUIRED) : accepted(value),

  login_password: parseLoginPassword,
  password: parseNewPassword,
  password_confirmation: (value, { values }) =>
    value === values?.['password'] ? accepted(value) : refused(PASSWORDS_DIFFER),
} satisfies Record<string, FieldRule>;

/** An entry of a numbered list; whether the list has it is for the server that holds the list. */
export function selected(value: string, message: string): Parsed<string> {
  return /^\d{1,10}$/.test(value) ? accepted(value) : refused(message);
}

/** Other values that a rule may need. */
export interface ValidationContext {
  readonly country: CountryCode;
  /** The local date; births and card expiries are measured against it. */
  readonly today: CalendarDate;
  /** The other fields of the form, for rules that span two (city and province, both passwords). */
  readonly values?: Readonly<Partial<Record<string, string>>>;
  /** Limits of the amount input; those of the pack where absent. */
  readonly amountLimits?: AmountLimits;
}
