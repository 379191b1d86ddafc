import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './button.module.css';

export type ButtonKind = 'primary' | 'ghost' | 'text' | 'danger';

interface Looks {
  kind?: ButtonKind;
  /** Works: the label stays, a pulse says so, a second press does nothing. */
  busy?: boolean;
  /** As wide as what holds it. */
  wide?: boolean;
  /** Lower than the main action: 44 px instead of 56. */
  small?: boolean;
  children?: ReactNode;
}

/** Button style for a link among buttons. */
export const buttonClass = ({ kind = 'primary', wide, small, busy }: Looks, className?: string) =>
  classes(css.button, css[kind], wide && css.wide, small && css.small, busy && css.busy, className);

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'>, Looks {}

/** A button of the product. Only `primary` is the screen's one clear action. */
export function Button({
  kind,
  busy,
  wide,
  small,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy && type === 'submit' ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClass({ kind, busy, wide, small } as Looks, className)}
      onClick={busy ? undefined : onClick}
    />
  );
}

interface LinkButtonProps extends Omit<ComponentProps<'a'>, 'children'>, Looks {
  href: string;
}

/** A link to another site that looks like a button; it opens in a new tab. */
export function ExternalLinkButton({
  kind,
  wide,
  small,
  busy,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a
      {...rest}
      target="_blank"
      rel="noopener"
      className={buttonClass({ kind, wide, small, busy } as Looks, className)}
    >
      {children}
      <span className="visually-hidden"> (se abre en otra pestaña)</span>
    </a>
  );
}

/** A link of this site, or to a file of it, that looks like a button and stays in this tab. */
export function LinkButton({ kind, wide, small, busy, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ kind, wide, small, busy } as Looks, className)}>
      {children}
    </a>
  );
}
