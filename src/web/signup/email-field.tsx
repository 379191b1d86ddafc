import { emailSuggestions, EMAIL_MAX_LENGTH } from '../../countries/identifiers/email.ts';
import { maskEmail } from '../../countries/fields/masks.ts';
import { useCountry } from '../country.tsx';
import { describedBy, Field } from '../forms/field.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { Combobox } from '../ui/fields/combobox.tsx';

/**
 * An e-mail address with the country's 13 usual domains as suggestions
 * (docs/product/signup-and-login.md#form).
 */
export function EmailField({
  label,
  id,
  name,
  value,
  error,
  onValue,
  onLeave,
}: FieldBinding & { label: string }) {
  const { code } = useCountry();
  // A complete address needs no suggestion.
  const suggestions = emailSuggestions(code, value).filter((address) => address !== value);
  return (
    <Field id={id} label={label} error={error}>
      <Combobox
        {...describedBy(id, error, undefined)}
        id={id}
        name={name}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={EMAIL_MAX_LENGTH}
        text={value}
        onText={(text) => onValue(maskEmail(text))}
        options={suggestions.map((address) => ({ value: address, label: address }))}
        onSelect={(option) => onValue(option.value)}
        onBlur={onLeave}
      />
    </Field>
  );
}
