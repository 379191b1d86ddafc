import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import css from './checkbox.module.css';

/** A checkbox with its label; the whole line is the target. */
export function Checkbox({
  label,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className={classes(css.line, className)}>
      <input {...rest} type="checkbox" className={css.box} />
      <span>{label}</span>
    </label>
  );
}

/** A switch: takes effect at once. */
export function Switch({
  label,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode }) {
  return (
    <label className={classes(css.line, css.spread, className)}>
      <span>{label}</span>
      <input {...rest} type="checkbox" role="switch" className={css.switch} />
    </label>
  );
}
