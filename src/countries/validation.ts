import type { CountryCode } from './country-pack.ts';

/** What a rule may need beside the value itself. */
export interface ValidationContext {
  readonly country: CountryCode;
  /** The local calendar date, `YYYY-MM-DD`; births and card expiries are measured against it. */
  readonly today: string;
  /** The other fields of the form, for rules that span two (city and province, both passwords). */
  readonly values?: Readonly<Partial<Record<FieldName, string>>>;
  /** Limits of the amount input in currency units; the pack's own where absent. */
  readonly amountLimits?: { readonly minAmount: number; readonly maxAmount: number };
}

export type FieldName =
  | 'first_name'
  | 'last_name'
  | 'document_number'
  | 'birthdate'
  | 'signup_birthdate'
  | 'phone'
  | 'email'
  | 'bank_code'
  | 'login_password'
  | 'password'
  | 'password_confirmation'
  | 'province_id'
  | 'city_id'
  | 'city_name'
  | 'street'
  | 'street_number'
  | 'floor'
  | 'office'
  | 'zipcode'
  | 'cbu'
  | 'alias'
  | 'bank_account'
  | 'legal_number'
  | 'bank_id'
  | 'account_number'
  | 'delivery_type'
  | 'card_number'
  | 'card_holder'
  | 'payment_card_holder'
  | 'expiration_date'
  | 'cvv'
  | 'sms_code'
  | 'amount'
  | 'terms'
  | 'feedback'
  | 'feedback_comment'
  | 'suggestion_document'
  | 'subject'
  | 'content';

/**
 * The message for a field's value, or undefined when it is fine (A §5, B §5). The one definition
 * used while typing, on leaving the field, on submit and by the server. A checkbox is 'true' or ''.
 */
export declare function validateField(
  name: FieldName,
  value: string,
  context: ValidationContext,
): string | undefined;
