import type { ComponentProps } from 'react';
import { classes } from '../../../ui/classes.ts';
import css from './radio.module.css';

/** One of several, inside the label that names it. */
export function Radio({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...rest} type="radio" className={classes(css.radio, className)} />;
}
