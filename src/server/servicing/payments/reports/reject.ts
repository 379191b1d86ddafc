import { localDate } from '../../../../countries/local-time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { transaction } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { closeRequests, lockRequest, stateOn, type PaymentRequest } from '../queries.ts';
import { notifyPayment } from './notify.ts';

/**
 * Rejects a payment: notifies the person and releases the instalments. @returns false, with nothing done, if
 * the payment was no longer open
 */
export async function rejectPayment(deps: Dependencies, request: PaymentRequest): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    const locked = await lockRequest(tx, request);
    const { id, country, customerId, loanId } = locked;
    const at = deps.clock.now();
    if (stateOn(locked, localDate(at, country)) !== 'open') return false;
    await closeRequests(tx, [id], 'rejected', at);
    await recordEvent(tx, { at, country, kind: 'payment-rejected', customerId, loanId });
    await notifyPayment(tx, deps, request, 'rejected', request.amount);
    return true;
  });
}
