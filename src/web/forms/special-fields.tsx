import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import {
  maskBirthdate,
  maskCellPhone,
  maskSmsCode,
  writtenBirthdate,
  writtenCellPhone,
} from '../../countries/fields/masks.ts';
import { useCountry } from '../country.tsx';
import { formTexts } from '../text/shared.ts';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { classes } from '../../ui/classes.ts';
import input from '../ui/fields/input.module.css';
import { type Option, Select } from '../ui/fields/select.tsx';
import { describedBy, Field, FieldNotes } from './field.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import type { FieldBinding } from './use-form.ts';

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

type Ready = Omit<
  TextFieldProps,
  'mask' | 'written' | 'type' | 'inputMode' | 'autoComplete' | 'prefix' | 'placeholder'
>;

/** A cellphone of the country; its prefix, 0 and 15 are dropped when the field is left. */
export function PhoneField(props: Ready) {
  const pack = useCountry();
  const written = useCallback((raw: string) => writtenCellPhone(pack.code, raw), [pack.code]);
  return (
    <TextField
      hint={pack.hintCellPhone}
      {...props}
      mask={maskCellPhone}
      written={written}
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      prefix={`+${pack.prefix}`}
      placeholder={pack.placeholderPhone}
    />
  );
}

/** A date typed as DD-MM-YYYY: for a birth date, quicker than any calendar. */
export function DateField(props: Ready & { autoComplete?: string }) {
  return (
    <TextField
      {...props}
      mask={maskBirthdate}
      written={writtenBirthdate}
      inputMode="numeric"
      placeholder="DD-MM-AAAA"
    />
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
