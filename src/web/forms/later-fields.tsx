import { type ReactNode, useEffect, useRef, useState } from 'react';
import { maskSmsCode } from '../../countries/fields/masks.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { formTexts } from '../text/shared.ts';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import input from '../ui/fields/input.module.css';
import { type Option, Select } from '../ui/fields/select.tsx';
import { describedBy, Field, FieldNotes } from './field.tsx';
import css from './field.module.css';
import { MaskedInput, type TextFieldProps } from './text-field.tsx';
import type { FieldBinding } from './use-form.ts';

/** Fields that sign-up, the first page of most people, does without. */

interface Labelled extends FieldBinding {
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

/** A choice from a list. */
export function SelectField({
  label,
  hint,
  options,
  placeholder,
  error,
  onValue,
  onLeave,
  ...rest
}: Labelled & { options: readonly Option[]; placeholder?: string; autoComplete?: string }) {
  return (
    <Field id={rest.id} label={label} hint={hint} error={error}>
      <Select
        {...rest}
        {...describedBy(rest.id, error, hint)}
        options={options}
        placeholder={placeholder ?? ''}
        onChange={(event) => onValue(event.target.value)}
        onBlur={onLeave}
      />
    </Field>
  );
}

/** Checkbox with the value 'true' or ''. */
export function CheckboxField({ label, hint, value, error, onValue, onLeave, ...rest }: Labelled) {
  return (
    <div>
      <Checkbox
        {...rest}
        {...describedBy(rest.id, error, hint)}
        label={label}
        checked={value === 'true'}
        onChange={(event) => onValue(event.target.checked ? 'true' : '')}
        onBlur={onLeave}
      />
      <FieldNotes id={rest.id} hint={hint} error={error} />
    </div>
  );
}

/** A password with a button that shows it; pasting and managers work. */
export function PasswordField({
  label,
  hint,
  ...rest
}: Omit<TextFieldProps, 'mask' | 'written' | 'prefix' | 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field id={rest.id} label={label} hint={hint} error={rest.error}>
      <div className={css.reveal}>
        <MaskedInput
          autoComplete="current-password"
          {...rest}
          type={shown ? 'text' : 'password'}
          {...describedBy(rest.id, rest.error, hint)}
        />
        <Button
          kind="text"
          small
          aria-pressed={shown}
          aria-controls={rest.id}
          onClick={() => setShown(!shown)}
        >
          {shown ? formTexts.hidePassword : formTexts.showPassword}
        </Button>
      </div>
    </Field>
  );
}

/** Several lines of text. */
export function TextAreaField({
  label,
  hint,
  id,
  name,
  value,
  error,
  onValue,
  onLeave,
  ...rest
}: FieldBinding & {
  label: ReactNode;
  hint?: ReactNode;
  maxLength?: number;
  rows?: number;
  required?: boolean;
}) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        {...describedBy(id, error, hint)}
        id={id}
        name={name}
        value={value}
        className={input.input}
        onChange={(event) => onValue(event.target.value)}
        onBlur={onLeave}
      />
    </Field>
  );
}

/** Digits of a phone code. */
const phoneCodeLength = 4;

/**
 * The code of a message: `onComplete` is called when all digits are there, four of a phone's code
 * (docs/product/application.md#phone).
 */
export function CodeField({
  label,
  hint,
  length = phoneCodeLength,
  onComplete,
  ...rest
}: Labelled & { length?: number; onComplete: (code: string) => void }) {
  const { id, name, value, onValue, onLeave, disabled } = rest;
  const error = value.length > length ? formTexts.codeTooLong(length) : rest.error;
  const told = useRef('');
  useEffect(() => {
    if (value.length !== length) told.current = '';
    else if (told.current !== value) {
      told.current = value;
      onComplete(value);
    }
  }, [value, length, onComplete]);
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...describedBy(id, error, hint)}
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        className={classes(input.input, input.code)}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        onChange={(event) => onValue(maskSmsCode(event.target.value))}
        onBlur={onLeave}
      />
    </Field>
  );
}
