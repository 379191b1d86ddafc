import { after, type Clock } from './clock.ts';
import type { Vault } from './secrets.ts';

interface Needs {
  readonly vault: Vault;
  readonly clock: Clock;
}

export interface AddressQuery {
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

/** Long enough for a page to load the file (docs/security.md#photos). */
const shortMinutes = 5;

/**
 * Query string that grants access to a file until it expires. Give it only to a caller who may read the file.
 * @param purpose prevents a signature for one kind of file from opening another
 */
export function signedQuery(
  { vault, clock }: Needs,
  purpose: string,
  of: string,
  lifetimeMinutes: number = shortMinutes,
): string {
  const expires = String(after(clock.now(), lifetimeMinutes, 'minutes').getTime());
  return new URLSearchParams({ expires, signature: vault.sign(purpose, `${of}.${expires}`) }).toString();
}

/** Checks whether an address carries our signature and has not expired. */
export function isSigned(
  { vault, clock }: Needs,
  purpose: string,
  of: string,
  { expires, signature }: AddressQuery,
): boolean {
  if (expires === undefined || signature === undefined) return false;
  if (!vault.verify(purpose, `${of}.${expires}`, signature)) return false;
  return Number(expires) > clock.now().getTime();
}
