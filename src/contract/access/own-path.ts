/** Declared here because this layer compiles without the DOM and Node types that have it. */
declare const URL: {
  canParse(path: string, base: string): boolean;
  new (
    path: string,
    base: string,
  ): { readonly origin: string; readonly pathname: string; readonly search: string; readonly hash: string };
};

const site = 'http://this.site.invalid';

/** Login pages, which a logged-in customer has no use for. */
const entry = /^\/(?:login|login-link|magic-link|sms-enviado)(?:\/|$)/;

/**
 * Path within this site named by a return address, parsed as a browser would; null if it leaves the site or
 * leads back to the login (docs/product/signup-and-login.md#redirects).
 */
export function ownPath(target: string | null | undefined): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, site)) return null;
  const { origin, pathname, search, hash } = new URL(target, site);
  // Dot segments can resolve to '//a', a path that browsers read as another host: '/.//a', '/%2e//a'.
  if (origin !== site || pathname.startsWith('//') || entry.test(pathname)) return null;
  return `${pathname}${search}${hash}`;
}
