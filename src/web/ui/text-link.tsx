import type { ComponentProps } from 'react';
import { classes } from '../../ui/classes.ts';
import css from './text-link.module.css';

/** The look of a link that stands by itself, as high as a finger needs. */
export const textLinkClass = classes(css.link, css.tall);

/** What looks like a link and opens a dialog; `inline` stands within a sentence. */
export function DialogLink({
  inline,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'type'> & { inline?: boolean }) {
  return (
    <button
      aria-haspopup="dialog"
      {...rest}
      type="button"
      className={classes(css.link, !inline && css.tall, className)}
    />
  );
}
