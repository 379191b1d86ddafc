import type { Dependencies } from '../dependencies.ts';
import { after } from '../platform/clock.ts';

const purpose = 'coupon-pdf-address';
/** As long as a page may stand open before its PDF is asked for. */
const lifetimeMinutes = 60;

type Needs = Pick<Dependencies, 'vault' | 'clock'>;

/** What a request for the PDF proves itself with. */
export interface Proof {
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

/** Address of a coupon's PDF below this site; the owner's is signed, for a link carries no session. */
export function pdfAddress({ vault, clock }: Needs, hash: string, isOwner: boolean): string {
  const path = `/api/v3/coupon/${hash}/pdf`;
  if (!isOwner) return path;
  const expires = String(after(clock.now(), lifetimeMinutes, 'minutes').getTime());
  const query = new URLSearchParams({ expires, signature: vault.sign(purpose, `${hash}.${expires}`) });
  return `${path}?${query.toString()}`;
}

/** True for an address that was given to the owner and has not ended. */
export function isOwners({ vault, clock }: Needs, hash: string, { expires, signature }: Proof): boolean {
  if (expires === undefined || signature === undefined) return false;
  if (!vault.verify(purpose, `${hash}.${expires}`, signature)) return false;
  return Number(expires) > clock.now().getTime();
}
