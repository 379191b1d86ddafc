import type { Dependencies } from '../dependencies.ts';
import { after } from '../platform/clock.ts';

const purpose = 'statement-address';
/** As long as a page needs to open it (security list, line 31). */
const lifetimeMinutes = 5;

export type StatementFormat = 'pdf' | 'csv';
type Needs = Pick<Dependencies, 'vault' | 'clock'>;

/** The short-lived address of a statement as a file, below this site. Give it only to the loan's owner. */
export function statementAddress({ vault, clock }: Needs, publicId: string, format: StatementFormat): string {
  const expires = String(after(clock.now(), lifetimeMinutes, 'minutes').getTime());
  const signature = vault.sign(purpose, `${publicId}.${format}.${expires}`);
  return `/api/v3/statement/${publicId}/${format}?${new URLSearchParams({ expires, signature }).toString()}`;
}

/** True for an address that we signed and that has not ended. */
export function isSigned(
  { vault, clock }: Needs,
  { publicId, format }: { readonly publicId: string; readonly format: StatementFormat },
  { expires, signature }: { readonly expires?: string | undefined; readonly signature?: string | undefined },
): boolean {
  if (expires === undefined || signature === undefined) return false;
  if (!vault.verify(purpose, `${publicId}.${format}.${expires}`, signature)) return false;
  return Number(expires) > clock.now().getTime();
}
