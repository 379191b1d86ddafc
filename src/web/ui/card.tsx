import type { ComponentProps } from 'react';
import { classes } from '../../ui/classes.ts';
import css from './card.module.css';

/** A sheet of the page. `soft` is a quieter one without shadow. */
export function Card({ soft, className, ...rest }: ComponentProps<'section'> & { soft?: boolean }) {
  return <section {...rest} className={classes(css.card, soft && css.soft, className)} />;
}
