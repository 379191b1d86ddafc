import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';
import { isSigned, signedQuery, type AddressQuery } from '../../platform/signed-address.ts';
import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export { maskedDocket } from './masked-docket.ts';
export { docketByPublicId } from './queries.ts';

/** Loans still without their contract and promissory note. */
export const docketRows: RowQueue = {
  name: 'write-loan-docket',
  table: 'loan',
  columns: { id: 'id', dueAt: 'docket_due_at', tries: 'docket_tries' },
  isOpen: sql`docket_due_at is not null`,
  policy: {
    // The customer is entitled to the documents, and no screen waits for them: retried indefinitely, at last
    // hourly.
    retryDelaySeconds: 2,
    retryDelayMaxSeconds: 3600,
    // Twice the maximum rendering time.
    timeLimitSeconds: 60,
  },
};

/** Link to the documents in the owner's view of a loan; null until they are written. */
export function docketLink(
  deps: Pick<Dependencies, 'vault' | 'clock'>,
  { publicId, docketSha256 }: { readonly publicId: string; readonly docketSha256: string | null },
): { readonly url: string; readonly sha256: string } | null {
  return docketSha256 === null ? null : { url: docketAddress(deps, publicId), sha256: docketSha256 };
}

const purpose = 'loan-docket-address';

type Needs = Pick<Dependencies, 'vault' | 'clock'>;

/** Short-lived signed address of a loan's documents on this site. Give it only to the loan's owner. */
export function docketAddress(deps: Needs, publicId: string): string {
  return `/api/v3/loan-docket/${publicId}?${signedQuery(deps, purpose, publicId)}`;
}

/** True for an address that we signed and that has not expired. */
export function isDocketAddress(deps: Needs, publicId: string, query: AddressQuery): boolean {
  return isSigned(deps, purpose, publicId, query);
}

export const personalData: PersonalData = {
  held: {
    loan_docket: { label: 'Contratos', where: ofLoan, omit: ['storage_key', 'sha256'] },
  },
};
