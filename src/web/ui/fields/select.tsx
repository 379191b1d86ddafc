import type { ComponentProps } from 'react';
import { classes } from '../../../ui/classes.ts';
import css from './input.module.css';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Alternative names for the search. */
  readonly also?: readonly string[];
}

/** The platform's own list: on a phone nothing is easier to use. `placeholder` is the empty choice. */
export function Select({
  options,
  placeholder,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'children'> & { options: readonly Option[]; placeholder?: string }) {
  return (
    <span className={css.selectFrame}>
      <select {...rest} className={classes(css.input, css.select, !rest.value && css.empty, className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Chevron />
    </span>
  );
}

/** The mark of something that opens a list. */
export function Chevron() {
  return (
    <svg className={css.chevron} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path
        d="m7 10 5 5 5-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
