import { FIELD_RULES } from './field-rules.ts';
import type { ValidationContext } from './person-rules.ts';

export type { ValidationContext } from './person-rules.ts';

export type FieldName = keyof typeof FIELD_RULES;

/**
 * Validates a field; returns its message, or undefined if it is valid (docs/product/countries.md#fields).
 * Used while typing, on blur, on submit and by the server. A checkbox is 'true' or ''.
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
 * Messages of all invalid fields, by field name; empty if the form is valid. Each rule sees the other values.
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
