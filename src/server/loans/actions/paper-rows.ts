import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/database.ts';
import { isSigned, signedQuery, type AddressQuery } from '../../platform/signed-address.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';

/** Accepted changes still without their paper. */
export const changePaperRows: RowQueue = {
  name: 'write-change-paper',
  table: 'loan_action_paper',
  columns: { id: 'action_id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`due_at is not null`,
  policy: {
    // As for contracts: the customer is entitled to it, and no screen waits for it.
    retryDelaySeconds: 2,
    retryDelayMaxSeconds: 3600,
    timeLimitSeconds: 60,
  },
};

interface DuePaper {
  readonly actionId: number;
  readonly loanId: number;
}

export async function storePaperDue(tx: Tx, { actionId, loanId }: DuePaper): Promise<void> {
  await tx
    .insertInto('loan_action_paper')
    // Real time: the worker claims rows by it.
    .values({ action_id: actionId, loan_id: loanId, due_at: sql`clock_timestamp()` })
    .execute();
}

/** Written paper of a loan's action; undefined without one. */
export async function paperOf(db: Queryable, loanId: number, actionId: number) {
  const row = await db
    .selectFrom('loan_action_paper')
    .select(['storage_key', 'sha256'])
    .where('action_id', '=', actionId)
    .where('loan_id', '=', loanId)
    .executeTakeFirst();
  if (!row || row.storage_key === null || row.sha256 === null) return undefined;
  return { storageKey: row.storage_key, sha256: row.sha256 };
}

const purpose = 'loan-change-address';

type Needs = Pick<Dependencies, 'vault' | 'clock'>;

const nameOf = (publicId: string, actionId: number | string) => `${publicId} ${actionId}`;

/** Short-lived signed address of a change's paper on this site. Give it only to the loan's owner. */
export function paperAddress(deps: Needs, publicId: string, actionId: string): string {
  return `/api/v3/loan/${publicId}/changes/${actionId}/pdf?${signedQuery(deps, purpose, nameOf(publicId, actionId))}`;
}

/** True for an address that we signed and that has not expired. */
export function isPaperAddress(
  deps: Needs,
  publicId: string,
  actionId: number,
  query: AddressQuery,
): boolean {
  return isSigned(deps, purpose, nameOf(publicId, actionId), query);
}
