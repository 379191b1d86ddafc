import { FIELD_RULES } from './field-rules.ts';
import type { ValidationContext } from './person-rules.ts';

export type { ValidationContext } from './person-rules.ts';

export type FieldName = keyof typeof FIELD_RULES;

/**
 * The message for a field's value, or undefined when it is fine (docs/product/countries.md#fields). The one
 * definition used while typing, on leaving the field, on submit and by the server. A checkbox is
 * 'true' or ''.
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
