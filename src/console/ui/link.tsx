import type { ComponentProps, MouseEvent } from 'react';
import { go } from '../place.ts';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  to: string;
  /** On the way there, in this tab. */
  onFollow?: (() => void) | undefined;
};

/** Navigates without a reload; clicks for another tab are left to the browser. */
export function Link({ to, onFollow, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onFollow?.();
    go(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
