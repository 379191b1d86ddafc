import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { closeRequests } from './queries.ts';

/**
 * Expires open payments of instalments settled by other money, such as credit: their amounts are outdated.
 */
export async function closeCovered(
  tx: Tx,
  loanId: number,
  settled: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    with covered as (
      update payment_request r set state = 'expired', closed_at = ${now}
      where r.loan_id = ${loanId} and r.state = 'open' and r.purpose = 'instalments' and exists (
        select from payment_request_instalment i where i.request_id = r.id and i.is_open
          and i.instalment = any(${[...settled]}::smallint[]))
      returning r.id
    )
    update payment_request_instalment i set is_open = false from covered where i.request_id = covered.id
  `.execute(tx);
}

/** Expires strangers' open payments of instalments that these payments have paid. */
export async function closeStrangersBeside(tx: Tx, paid: readonly number[], now: Date): Promise<void> {
  await sql`
    with beside as (
      update payment_request r set state = 'expired', closed_at = ${now}
      from payment_request_instalment theirs, payment_request_instalment own
      where own.request_id = any(${[...paid]}::bigint[]) and theirs.loan_id = own.loan_id
        and theirs.instalment = own.instalment and theirs.is_open and not theirs.is_owners
        and r.id = theirs.request_id and r.state = 'open'
      returning r.id
    )
    update payment_request_instalment i set is_open = false from beside where i.request_id = beside.id
  `.execute(tx);
}

/** Expires open payments of a membership's price once nothing of it is owed. */
export async function closeMembershipRequests(tx: Tx, loanId: number, now: Date): Promise<void> {
  await tx
    .updateTable('payment_request')
    .set({ state: 'expired', closed_at: now })
    .where('loan_id', '=', loanId)
    .where('purpose', '=', 'membership')
    .where('state', '=', 'open')
    .execute();
}

/** Expires open payments after a plan change, because their amounts are outdated. */
export async function closeOfFormerPlan(tx: Tx, loanId: number, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('payment_request')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('purpose', 'in', ['instalments', 'settlement', 'fewer', 'smaller'])
    .where('state', '=', 'open')
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await closeRequests(tx, ids, 'expired', now);
}
