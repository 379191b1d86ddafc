import type { Dependencies } from '../dependencies.ts';
import type { Queryable } from '../platform/database.ts';
import { isSigned, signedQuery, type AddressQuery } from '../platform/signed-address.ts';
import type { LoanDetails } from './details.ts';
import type { LoanAnswer } from './view.ts';

/** Addresses in loan responses that features above this one provide. */
export interface LoanLinks {
  /** Contract and promissory note; null until they are written. */
  docket(loan: LoanDetails): LoanAnswer['files']['loan_docket'];
  /** The customer's own invitation, under the site's address. */
  referral(db: Queryable, customerId: number, baseUrl: string): Promise<string>;
}

const purpose = 'coupon-pdf-address';
/** Time that a page may stay open before its PDF is requested. */
const lifetimeMinutes = 60;

type Needs = Pick<Dependencies, 'vault' | 'clock'>;

/** Address of a coupon's PDF on this site; the owner's is signed, because a link carries no session. */
export function pdfAddress(deps: Needs, hash: string, isOwner: boolean): string {
  const path = `/api/v3/coupon/${hash}/pdf`;
  return isOwner ? `${path}?${signedQuery(deps, purpose, hash, lifetimeMinutes)}` : path;
}

export function isOwners(deps: Needs, hash: string, query: AddressQuery): boolean {
  return isSigned(deps, purpose, hash, query);
}
