/** Browsers and Node have it; the types of this layer know neither. */
declare const URL: {
  canParse(path: string, base: string): boolean;
  new (
    path: string,
    base: string,
  ): { readonly origin: string; readonly pathname: string; readonly search: string; readonly hash: string };
};

const site = 'http://this.site.invalid';

/** Login pages; useless to anyone already logged in. */
const entry = /^\/(?:login|login-link|magic-link|sms-enviado)(?:\/|$)/;

/**
 * The path of this site that a return address names, as a browser reads it; null for what leaves the site or leads back
 * to the login (docs/product/signup-and-login.md#redirects).
 */
export function ownPath(target: string | null | undefined): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, site)) return null;
  const { origin, pathname, search, hash } = new URL(target, site);
  // Resolved dots make '//a', another host, of '/.//a' and '/%2e//a'.
  if (origin !== site || pathname.startsWith('//') || entry.test(pathname)) return null;
  return `${pathname}${search}${hash}`;
}
