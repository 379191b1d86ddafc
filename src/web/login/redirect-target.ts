import { ownPath } from '../../contract/access/own-path.ts';
import { keptReturn } from '../routes/return-to.ts';

/**
 * The path of this site that the address asks for, or null: no other site is accepted
 * (docs/product/signup-and-login.md#redirects).
 */
export function redirectTarget(search: string = location.search): string | null {
  return ownPath(new URLSearchParams(search).get('redirectTo'));
}

/** Where a login leads: to what the address asks for, else to the private page that was asked for before; or null. */
export function returnTarget(): string | null {
  return redirectTarget() ?? keptReturn();
}
