import type { Dependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database.ts';
import type { JobSender } from '../platform/jobs.ts';
import { docketAddress } from './addresses.ts';

export { typesetter } from './typesetter.ts';

export const docketQueue = 'write-loan-docket';

export interface DocketJob {
  readonly loanId: number;
}

/** Enqueues the writing of contract and promissory note, in the transaction of the acceptance. */
export function scheduleDocket(tx: Tx, jobs: JobSender, loanId: number): Promise<void> {
  return jobs.send(tx, docketQueue, { loanId } satisfies DocketJob);
}

/** What the owner's view of a loan says of its papers; null until they are written. */
export function docketLink(
  deps: Pick<Dependencies, 'vault' | 'clock'>,
  { public_id, docket_sha256 }: { readonly public_id: string; readonly docket_sha256: string | null },
): { readonly url: string; readonly sha256: string } | null {
  return docket_sha256 === null ? null : { url: docketAddress(deps, public_id), sha256: docket_sha256 };
}
