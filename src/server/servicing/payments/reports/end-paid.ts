import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { closeRequests, type PaymentRequest } from '../queries.ts';
import type { Booked } from './book-report.ts';

/**
 * Closes a booked payment and the open payments of the same instalments.
 * @param beside related write, in the same statement
 */
export async function endPaid(
  tx: Tx,
  request: PaymentRequest,
  { settled, underWay }: Pick<Booked, 'settled' | 'underWay'>,
  now: Date,
  beside?: RawBuilder<unknown>,
): Promise<void> {
  await closeRequests(tx, request.state === 'paid' ? [] : [request.id], 'paid', now, beside);
  if ([...underWay].some((id) => id !== request.id)) await closeOverlapping(tx, request, settled, now);
}

/**
 * Expires open payments of the same instalments: an owner's payment expires any of them, a stranger's payment
 * expires other strangers'. A stranger's expires the owner's only if nothing is left to pay.
 */
async function closeOverlapping(
  tx: Tx,
  { id, loanId, isOwners }: PaymentRequest,
  settled: readonly number[],
  now: Date,
): Promise<void> {
  const isPaid = sql<boolean>`not exists (select from payment_request_instalment left_over
    where left_over.request_id = r.id and left_over.instalment <> all(${[...settled]}::smallint[]))`;
  const others = await tx
    .selectFrom('payment_request_instalment as other')
    .innerJoin('payment_request_instalment as own', (join) =>
      join.onRef('own.loan_id', '=', 'other.loan_id').onRef('own.instalment', '=', 'other.instalment'),
    )
    .innerJoin('payment_request as r', 'r.id', 'other.request_id')
    .select('r.id')
    .distinct()
    .where('own.request_id', '=', id)
    .where('other.loan_id', '=', loanId)
    .where('other.is_open', '=', true)
    // Card charges in progress stay: the gateway's answer will close them.
    .where('r.state', '=', 'open')
    .where('r.id', '<>', id)
    .where((eb) => eb.or([eb.val(isOwners), eb('r.is_owners', '=', false), isPaid]))
    .execute();
  const ids = others.map((other) => other.id);
  if (ids.length > 0) await closeRequests(tx, ids, 'expired', now);
}
