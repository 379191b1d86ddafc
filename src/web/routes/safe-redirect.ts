/**
 * A path of this site, or null: `redirectTo` accepts nothing else
 * (docs/product/signup-and-login.md#redirects). A backslash or a second slash would leave the site, as would
 * a scheme.
 */
export function safeRedirect(target: string | null | undefined, origin: string): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : null;
}
