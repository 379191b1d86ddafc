import type { InputOf } from '../../contract/contract.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { writtenCellPhone } from '../../countries/fields/masks.ts';
import { localDate } from '../../countries/local-time.ts';
import { parseBirthdate } from '../../countries/identifiers/birthdate.ts';
import type { Attribution } from '../attribution.ts';
import { businessInstant } from '../business-clock.ts';
import { bareDocument, documentRule } from '../forms/document-field.tsx';
import type { Rules } from '../forms/form-state.ts';
import { personRuleOf } from '../forms/person-rule.ts';

/** State of the sign-up form. */
export const emptySignup = {
  first_name: '',
  last_name: '',
  /** Formatted with dots. */
  document_number: '',
  /** DD-MM-YYYY. */
  birthdate: '',
  email: '',
  phone: '',
  /** Argentina only. */
  bank_code: '',
};

export type SignupValues = typeof emptySignup;

/** Every rule that the form has (docs/product/countries.md#fields). */
export function signupRules(pack: CountryPack): Rules<SignupValues> {
  return {
    first_name: personRuleOf(pack, 'first_name'),
    last_name: personRuleOf(pack, 'last_name'),
    document_number: documentRule(pack),
    birthdate: personRuleOf(pack, 'signup_birthdate'),
    email: personRuleOf(pack, 'email'),
    phone: personRuleOf(pack, 'phone'),
    bank_code: personRuleOf(pack, 'bank_code'),
  };
}

/**
 * True if every field required by the country is filled: until then the form cannot be sent
 * (docs/product/signup-and-login.md#form).
 */
export function isFilled(values: SignupValues, pack: CountryPack): boolean {
  const { bank_code: bank, ...always } = values;
  const asked = pack.asksBankAtSignup ? [...Object.values(always), bank] : Object.values(always);
  return asked.every((value) => value.trim() !== '');
}

/** The payload of the sign-up call (docs/product/signup-and-login.md#payload). */
export function signupBody(
  values: SignupValues,
  pack: CountryPack,
  from: Attribution,
): InputOf<'POST /vendors-api/v1/leads', 'body'> {
  const birthdate = parseBirthdate(values.birthdate, localDate(businessInstant(Date.now()), pack.code));
  return {
    first_name: values.first_name,
    last_name: values.last_name,
    email_address: values.email.trim(),
    document_number: bareDocument(values.document_number),
    birthdate: birthdate.ok ? birthdate.value : values.birthdate,
    country_id: pack.countryId,
    phone: writtenCellPhone(pack.code, values.phone),
    whatsapp_tc: true,
    bank_code: values.bank_code,
    ...from,
  };
}
