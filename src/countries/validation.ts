import type { CalendarDate } from '../domain/calendar-date.ts';
import type { CountryCode } from './country-pack.ts';
import { FIELD_RULES } from './field-rules.ts';
import type { AmountLimits } from './identifiers/amounts.ts';

export type FieldName = keyof typeof FIELD_RULES;

/** What a rule may need beside the value itself. */
export interface ValidationContext {
  readonly country: CountryCode;
  /** The local date; births and card expiries are measured against it. */
  readonly today: CalendarDate;
  /** The other fields of the form, for rules that span two (city and province, both passwords). */
  readonly values?: Readonly<Partial<Record<string, string>>>;
  /** Limits of the amount input; those of the pack where absent. */
  readonly amountLimits?: AmountLimits;
}

/**
 * The message for a field's value, or undefined when it is fine (A §5, B §5). The one definition
 * used while typing, on leaving the field, on submit and by the server. A checkbox is 'true' or ''.
 */
export function validateField(
  name: FieldName,
  value: string,
  context: ValidationContext,
): string | undefined {
  const parsed = FIELD_RULES[name](value, context);
  return parsed.ok ? undefined : parsed.message;
}

/**
 * The messages of all wrong fields of a form, by field name; empty when the form is fine. Each
 * rule sees the other values.
 */
export function validateFields<Name extends FieldName>(
  values: Readonly<Record<Name, string>>,
  context: Omit<ValidationContext, 'values'>,
): Partial<Record<Name, string>> {
  const messages: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(values) as Name[]) {
    const message = validateField(name, values[name], { ...context, values });
    if (message !== undefined) messages[name] = message;
  }
  return messages;
}
