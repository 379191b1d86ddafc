import { useRouter } from '../router/context.ts';
import type { ComponentProps, MouseEvent } from 'react';

/** A link inside the site to an address of `paths.ts`. The screen's code is fetched when the link is pointed at. */
export function Link({ to, onClick, children, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  const router = useRouter();
  const [pathname = to] = to.split('?');
  const preload = () => void router.preload(pathname).catch(() => undefined);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target) return;
    event.preventDefault();
    router.history.push(to);
  }

  return (
    <a {...rest} href={to} onClick={follow} onPointerEnter={preload} onFocus={preload}>
      {children}
    </a>
  );
}

/** A link to another site, in a new tab (docs/product/shell.md#links-outside). */
export function ExternalLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a {...rest} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> (se abre en otra pestaña)</span>
    </a>
  );
}
