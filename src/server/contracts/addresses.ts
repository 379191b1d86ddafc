import type { Dependencies } from '../dependencies.ts';
import { after } from '../platform/clock.ts';

const purpose = 'loan-docket-address';
/** As long as a page needs to open it (security list, line 31). */
const lifetimeMinutes = 5;

type Needs = Pick<Dependencies, 'vault' | 'clock'>;

/** The short-lived address of a loan's papers, below this site. Give it only to the loan's owner. */
export function docketAddress({ vault, clock }: Needs, publicId: string): string {
  const expires = String(after(clock.now(), lifetimeMinutes, 'minutes').getTime());
  const query = new URLSearchParams({ expires, signature: vault.sign(purpose, `${publicId}.${expires}`) });
  return `/api/v3/loan-docket/${publicId}?${query.toString()}`;
}

/** True for an address that we signed and that has not ended. */
export function isSigned(
  { vault, clock }: Needs,
  publicId: string,
  { expires, signature }: { readonly expires?: string | undefined; readonly signature?: string | undefined },
): boolean {
  if (expires === undefined || signature === undefined) return false;
  if (!vault.verify(purpose, `${publicId}.${expires}`, signature)) return false;
  return Number(expires) > clock.now().getTime();
}
