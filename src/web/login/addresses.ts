import { ownPath } from '../../contract/access/own-path.ts';
import { keptReturn } from '../routes/return-to.ts';

/**
 * The path of this site that the address asks for, or null: no other site is accepted
 * (docs/product/signup-and-login.md#redirects).
 */
export function redirectTarget(search: string = location.search): string | null {
  return ownPath(new URLSearchParams(search).get('redirectTo'));
}

/** Target of a login: the one in the address, else the private page requested before; or null. */
export function returnTarget(): string | null {
  return redirectTarget() ?? keptReturn();
}

/**
 * A setting's address: a path when it is on this site, the whole address when it is on another, null when
 * it is none. Only the web's own schemes count.
 */
export function addressOf(setting: string | undefined, origin: string): string | null {
  if (!setting || !URL.canParse(setting, origin)) return null;
  const url = new URL(setting, origin);
  if (url.origin === origin) return `${url.pathname}${url.search}${url.hash}`;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

/** Adds a query to an address of this or another site. */
export function withQuery(address: string, query: Readonly<Record<string, string>>, origin: string): string {
  const url = new URL(address, origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return address.startsWith('/') ? `${url.pathname}${url.search}${url.hash}` : url.href;
}

/**
 * Takes a one-time secret out of the address bar and the history at once, without a navigation: the
 * router's own methods would load the page of the new address (docs/security.md#links).
 */
export function hideSecret(path: string): void {
  History.prototype.replaceState.call(history, history.state, '', path);
}
