import type { Dependencies } from '../dependencies.ts';
import { transaction } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { closeRequest, lockRequest, type PaymentRequest } from './queries.ts';
import { tellPayment } from './tell.ts';

/**
 * It will not be paid: the person is told and can choose the instalments again.
 * @returns false when the payment was no longer open; then nothing was done
 */
export async function rejectPayment(deps: Dependencies, request: PaymentRequest): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    const { id, state, country, customerId, loanId } = await lockRequest(tx, request);
    if (state !== 'open') return false;
    const at = deps.clock.now();
    await closeRequest(tx, id, 'rejected', at);
    await recordEvent(tx, { at, country, kind: 'payment-rejected', customerId, loanId });
    await tellPayment(tx, deps, request, 'rejected', request.amount);
    return true;
  });
}
