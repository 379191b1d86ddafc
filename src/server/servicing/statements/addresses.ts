import type { Dependencies } from '../../dependencies.ts';
import { isSigned as isAnySigned, signedQuery, type AddressQuery } from '../../platform/signed-address.ts';

const purpose = 'statement-address';

export type StatementFormat = 'pdf' | 'csv';
type Needs = Pick<Dependencies, 'vault' | 'clock'>;

/** The short-lived address of a statement as a file, below this site. Give it only to the loan's owner. */
export function statementAddress(deps: Needs, publicId: string, format: StatementFormat): string {
  return `/api/v3/statement/${publicId}/${format}?${signedQuery(deps, purpose, `${publicId}.${format}`)}`;
}

/** True for an address that we signed and that has not ended. */
export function isSigned(
  deps: Needs,
  { publicId, format }: { readonly publicId: string; readonly format: StatementFormat },
  query: AddressQuery,
): boolean {
  return isAnySigned(deps, purpose, `${publicId}.${format}`, query);
}
