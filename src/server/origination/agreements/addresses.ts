import type { Dependencies } from '../../dependencies.ts';
import { isSigned, signedQuery, type AddressQuery } from '../../platform/signed-address.ts';

const purpose = 'loan-docket-address';

type Needs = Pick<Dependencies, 'vault' | 'clock'>;

/** The short-lived address of a loan's papers, below this site. Give it only to the loan's owner. */
export function docketAddress(deps: Needs, publicId: string): string {
  return `/api/v3/loan-docket/${publicId}?${signedQuery(deps, purpose, publicId)}`;
}

/** True for an address that we signed and that has not ended. */
export function isDocketAddress(deps: Needs, publicId: string, query: AddressQuery): boolean {
  return isSigned(deps, purpose, publicId, query);
}
