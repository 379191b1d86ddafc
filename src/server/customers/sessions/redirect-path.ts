const origin = 'http://this.site.invalid';
// Backslashes count as slashes for browsers, and tabs and line ends are dropped by them before parsing.
const forbidden = /[\p{Cc}\s\\]/u;

/** True for a path of this site: what `redirectTo` may be (docs/product/signup-and-login.md#redirects). */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || forbidden.test(path)) return false;
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined;
  // '/.//a' becomes '//a' when dots are resolved.
  return url?.origin === origin && !url.pathname.startsWith('//');
}
