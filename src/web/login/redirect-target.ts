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
