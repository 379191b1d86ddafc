import { safeRedirect } from '../paths.ts';

/** The path of this site that the address asks for, or null (product decisions §2: no other site is accepted). */
export function redirectTarget(search: string = location.search): string | null {
  return safeRedirect(new URLSearchParams(search).get('redirectTo'), location.origin);
}
