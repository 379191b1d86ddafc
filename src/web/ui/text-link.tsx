import type { ComponentProps } from 'react';
import { classes } from '../../ui/classes.ts';
import css from './text-link.module.css';

/** Style of a standalone link, tall enough for a finger. */
export const textLinkClass = classes(css.link, css.tall);

/** Link-styled button that opens a dialog; `inline` inside a sentence. */
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
