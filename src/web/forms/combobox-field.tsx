import type { ReactNode } from 'react';
import { formTexts } from '../text/shared.ts';
import { Combobox } from '../ui/fields/combobox.tsx';
import type { Option } from '../ui/fields/select.tsx';
import { describedBy, Field } from './field.tsx';
import type { FieldBinding } from './use-form.ts';

interface ComboboxFieldProps extends FieldBinding {
  label: ReactNode;
  hint?: ReactNode;
  /** Options matching the typed text. */
  options: readonly Option[];
  /** An option was taken; by default its label becomes the text. */
  onPick?: (option: Option) => void;
  /** A list to choose from, rather than suggestions while typing. */
  opensOnFocus?: boolean;
  type?: 'text' | 'email';
  inputMode?: 'text' | 'email';
  autoComplete?: string;
  maxLength?: number;
  disabled?: boolean;
  inputRef?: React.Ref<HTMLInputElement>;
}

/** A text field with a list: e-mail domains, localities. */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, hint, value, error, onValue, onLeave, onPick, ...rest } = props;
  return (
    <Field id={rest.id} label={label} hint={hint} error={error}>
      <Combobox
        {...rest}
        {...describedBy(rest.id, error, hint)}
        autoCapitalize="off"
        spellCheck={false}
        text={value}
        onText={onValue}
        onBlur={onLeave}
        onSelect={onPick ?? ((option) => onValue(option.label))}
        {...(rest.opensOnFocus && { emptyText: formTexts.emptyList })}
      />
    </Field>
  );
}
