import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classes } from '../../ui/classes.ts';
import input from '../ui/fields/input.module.css';
import { describedBy, Field } from './field.tsx';
import css from './field.module.css';
import type { FieldBinding } from './use-form.ts';

const counts = (character: string) => /[\p{L}\p{N}]/u.test(character);

/** Number of letters and digits in front of `caret`, which masking preserves. */
export function significantBefore(text: string, caret: number): number {
  return Array.from(text.slice(0, caret)).filter(counts).length;
}

/**
 * Caret position after a mask has put its separators in: behind the same letters and digits as
 * before, and behind a separator when typing reached it at the end.
 * @param significant letters and digits before the caret; Infinity for the end of the text
 */
export function caretAfterMask(masked: string, significant: number): number {
  if (significant === 0) return 0;
  let seen = 0;
  for (let index = 0; index < masked.length; index += 1) {
    if (counts(masked[index] ?? '')) seen += 1;
    if (seen === significant) {
      const rest = masked.slice(index + 1);
      return Array.from(rest).some(counts) ? index + 1 : masked.length;
    }
  }
  return masked.length;
}

export interface TextFieldProps
  extends
    FieldBinding,
    Omit<ComponentProps<'input'>, 'id' | 'name' | 'value' | 'onChange' | 'onBlur' | 'prefix' | 'ref'> {
  label: ReactNode;
  hint?: ReactNode;
  /**
   * Formats the input and drops no meaningful character; the caret stays behind the same characters.
   * @param before the value before this key
   */
  mask?: (raw: string, before: string) => string;
  /** The final form of a value that is left, pasted or filled in; without one the mask's. */
  written?: (raw: string) => string;
  /** Prefix, such as +54. */
  prefix?: string;
}

/** A text field of a form. */
export function TextField({ label, hint, prefix, ...rest }: TextFieldProps) {
  const field = <MaskedInput {...rest} {...describedBy(rest.id, rest.error, hint)} />;
  return (
    <Field id={rest.id} label={label} hint={hint} error={rest.error}>
      {prefix ? (
        <div className={css.prefix}>
          <span aria-hidden="true">{prefix}</span>
          {field}
        </div>
      ) : (
        field
      )}
    </Field>
  );
}

type MaskedInputProps = Omit<TextFieldProps, 'label' | 'hint' | 'prefix'>;

/** True if the value arrived at once, pasted or autofilled, rather than by one more character. */
export function cameWhole(event: Event, lengthChange: number): boolean {
  if (!(event instanceof InputEvent) || Math.abs(lengthChange) > 1) return true;
  if (event.inputType === 'insertText') return (event.data?.length ?? 0) > 1;
  return !/^(insertComposition|delete)/.test(event.inputType);
}

export function MaskedInput({
  mask,
  written = mask && ((raw) => mask(raw, '')),
  value,
  error: _error,
  onValue,
  onLeave,
  className,
  ...rest
}: MaskedInputProps) {
  const element = useRef<HTMLInputElement>(null);
  const significant = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (significant.current === null || document.activeElement !== element.current) return;
    const caret = caretAfterMask(value, significant.current);
    significant.current = null;
    element.current?.setSelectionRange(caret, caret);
  }, [value]);

  return (
    <input
      autoCapitalize="off"
      spellCheck={false}
      {...rest}
      ref={element}
      value={value}
      className={classes(input.input, className)}
      onChange={(event) => {
        const raw = event.target.value;
        const caret = event.target.selectionStart;
        // E-mail fields have no caret position.
        if (mask && caret !== null) {
          significant.current = caret === raw.length ? Infinity : significantBefore(raw, caret);
        }
        const isWhole = cameWhole(event.nativeEvent, raw.length - value.length);
        onValue((isWhole ? written?.(raw) : mask?.(raw, value)) ?? raw);
      }}
      onBlur={(event) => {
        const left = event.target.value;
        const final = written?.(left) ?? left;
        if (final !== left) onValue(final);
        onLeave();
      }}
    />
  );
}
