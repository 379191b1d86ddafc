import { type CellPhone, parseCellPhone } from '../../../countries/identifiers/phones.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { BIRTHDATE_INVALID_AT_SIGNUP } from '../../../countries/identifiers/birthdate.ts';
import { parseDocument } from '../../../countries/identifiers/document.ts';
import { parseEmail } from '../../../countries/identifiers/email.ts';
import { parsePersonName } from '../../../countries/identifiers/names.ts';
import { packOf } from '../../../countries/index.ts';
import { banksOf } from '../../../countries/lists.ts';
import { validateFields } from '../../../countries/fields/validation.ts';
import { type CalendarDate, parseIsoDate } from '../../../domain/calendar-date.ts';
import { failFields, ok, type Result } from '../../platform/http/result.ts';

export type SignUpBody = ParsedOf<'POST /vendors-api/v1/leads', 'body'>;

export interface SignUp {
  readonly firstName: string;
  readonly lastName: string;
  /** In lower case. */
  readonly email: string;
  readonly documentNumber: DocumentNumber;
  readonly birthdate: CalendarDate;
  readonly phone: CellPhone;
  /** '' if the country does not ask for it. */
  readonly bankCode: string;
}

const WRONG = 'El dato ingresado no es válido.';
const BANK_UNKNOWN = 'Seleccioná en qué banco tenés cuenta bancaria. Allí depositaremos tu préstamo.';

/**
 * Validates the sign-up form by the same rules as the browser (docs/product/countries.md#fields), plus checks
 * that only the server can make.
 */
export function checkSignUp(body: SignUpBody, country: CountryCode, today: CalendarDate): Result<SignUp> {
  const { email, ...messages } = validateFields(
    {
      first_name: body.first_name,
      last_name: body.last_name,
      email: body.email_address,
      document_number: body.document_number,
      signup_birthdate: body.birthdate,
      phone: body.phone,
      bank_code: body.bank_code,
    },
    { country, today },
  );
  const { signup_birthdate: birthdateMessage, ...fields } = messages;
  const wrong: Record<string, string> = { ...fields };
  if (email !== undefined) wrong['email_address'] = email;
  const birthdate = parseIsoDate(body.birthdate);
  if (birthdateMessage !== undefined || birthdate === undefined)
    wrong['birthdate'] = BIRTHDATE_INVALID_AT_SIGNUP;
  if (body.bank_code !== '' && !Object.hasOwn(banksOf(country), body.bank_code))
    wrong['bank_code'] ??= BANK_UNKNOWN;
  if (body.country_id !== undefined && body.country_id !== String(packOf(country).countryId))
    wrong['country_id'] = WRONG;
  const document = parseDocument(country, body.document_number);
  const phone = parseCellPhone(country, body.phone);
  // The form field also accepts other notations.
  if (!phone.ok) wrong['phone'] ??= phone.message;
  const address = parseEmail(body.email_address);
  const [firstName, lastName] = [parsePersonName(body.first_name), parsePersonName(body.last_name)];
  if (
    Object.keys(wrong).length > 0 ||
    !document.ok ||
    !phone.ok ||
    !address.ok ||
    !firstName.ok ||
    !lastName.ok ||
    birthdate === undefined
  )
    return failFields(wrong);
  return ok({
    firstName: firstName.value,
    lastName: lastName.value,
    email: address.value,
    documentNumber: document.value,
    birthdate,
    phone: phone.value,
    bankCode: body.bank_code,
  });
}
