import { parseAccount } from '../banking-entries.ts';
import { FORM_MESSAGES } from './form-messages.ts';
import { parseAddressText, parseCity, parseCityName, parsePostalCode } from '../identifiers/address.ts';
import { parseThousands } from '../identifiers/amounts.ts';
import { parseExpiry } from '../identifiers/card-expiry.ts';
import { HOLDER_MAX_LENGTH, parseCardHolder, parseCard, parseSecurityCode } from '../identifiers/cards.ts';
import { parseAccountNumber, parseAlias, parseBankAccount } from '../identifiers/cbu.ts';
import { accepted, ONLY_NUMBERS, refused, REQUIRED, type Parsed } from '../identifiers/checked.ts';
import { parseCuit } from '../identifiers/cuit.ts';
import { packOf } from '../index.ts';
import { BANK_REQUIRED, PERSON_RULES, selected, type FieldRule } from './person-rules.ts';

/** Reasons for declining an offer (docs/product/offer.md#opinion). */
const FEEDBACK_REASONS = [
  'amount',
  'interest_rate',
  'return_time',
  'return_amount',
  'known',
  'other',
] as const;

/** Validation rule of each field (docs/product/countries.md#fields). */
export const FIELD_RULES = {
  ...PERSON_RULES,

  province_id: (value) => selected(value, REQUIRED),
  city_id: (value, { values }) => parseCity(values?.['province_id'] ?? '', value),
  /** Free text for 'other city'; sent as `state`. */
  city_name: (value, { country, values }) => parseCityName(country, values?.['city_id'] ?? '', value),
  street: parseAddressText,
  street_number: parseAddressText,
  floor: parseAddressText,
  office: parseAddressText,
  zipcode: (value, { country }) => parsePostalCode(country, value),

  cbu: parseAccountNumber,
  alias: parseAlias,
  /** CBU, CVU or alias in one field. */
  bank_account: parseBankAccount,
  legal_number: parseCuit,
  /** Selects the bank, which sets the format of `account_number`. */
  bank_id: (value) => selected(value, BANK_REQUIRED),
  account_number: (value, { country, values }) => parseAccount(country, values?.['bank_id'] ?? '', value),
  delivery_type: (value, { country }) =>
    packOf(country).deliveryTypes.some((type) => type === value)
      ? accepted(value)
      : refused('Por favor, seleccione como quiere recibir el dinero.'),

  card_number: parseCard,
  /** The application's step 4 and the payment page allow different lengths. */
  card_holder: (value) => parseCardHolder(value, HOLDER_MAX_LENGTH.application),
  payment_card_holder: (value) => parseCardHolder(value, HOLDER_MAX_LENGTH.payment),
  expiration_date: (value, { today }) => parseExpiry(value, today),
  cvv: parseSecurityCode,

  sms_code: (value) => {
    if (value === '') return refused(REQUIRED);
    return /^\d{4}$/.test(value) ? accepted(value) : refused('Ingresá los 4 números del código.');
  },
  amount: (value, { country, amountLimits }) => parseThousands(value, amountLimits ?? packOf(country).offer),
  terms: (value) => (value === 'true' ? accepted(value) : refused(FORM_MESSAGES.termsRequired)),

  feedback: (value) =>
    FEEDBACK_REASONS.some((reason) => reason === value)
      ? accepted(value)
      : refused('Elegí un motivo para continuar.'),
  feedback_comment: (value, { values }) =>
    values?.['feedback'] === 'other' && value.trim() === ''
      ? refused('Contanos el motivo para continuar.')
      : accepted(value),

  /** Optional document of the suggestion form (docs/product/borrowers-area.md#suggestions). */
  suggestion_document: (value) => {
    if (!/^\d*$/.test(value)) return refused(ONLY_NUMBERS);
    return value.length <= 10 ? accepted(value) : refused('Ingresá hasta 10 números.');
  },
  subject: (value) => filled(value, 'El título es requerido.'),
  content: (value) => filled(value, 'Debe completar el contenido de su sugerencia.'),
} satisfies Record<string, FieldRule>;

function filled(value: string, message: string): Parsed<string> {
  return value.trim() === '' ? refused(message) : accepted(value);
}
