import { failures } from '../../../contract/failures.ts';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { pickupPointsOf } from '../../../countries/lists.ts';
import { validateField } from '../../../countries/fields/validation.ts';
import { localDate } from '../../../countries/local-time.ts';
import { changeProfile, lockCustomer } from '../service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { forgetDrafts } from '../drafts/service.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { callerOf, type Call } from '../../platform/http/route.ts';
import { bankAccountsOf } from './queries.ts';

const key = 'POST /api/v3/delivery-type';

/** Checks whether the payout is in cash, which needs no bank account. */
export function isCash(deliveryType: string | null): boolean {
  return deliveryType === 'red-pagos' || deliveryType === 'pdv';
}

/** Checks whether the country's application asks for the delivery type. */
export function asksForDelivery(country: CountryCode): boolean {
  return packOf(country).applicationSteps.some(({ doneWhen }) => doneWhen.includes('delivery_type'));
}

/**
 * Saves the delivery type (docs/product/application.md#delivery) and updates the bank mark, because the next
 * step must not ask a person paid in cash for an account, and must ask again after a change back to transfer
 * without one.
 */
export async function saveDeliveryType(
  deps: Dependencies,
  call: Call<typeof key>,
): Promise<Result<OutputOf<typeof key>>> {
  const { country } = call;
  const { deliveryType, deliveryPoint } = call.body;
  const { customerId } = callerOf(call);
  const now = deps.clock.now();
  const wrong = validateField('delivery_type', deliveryType, { country, today: localDate(now, country) });
  if (wrong !== undefined) return fail('delivery_type', { fields: { deliveryType: wrong } });
  // A customer who sends no point names it at confirmation (docs/product/confirmation.md#loan-request).
  const point = deliveryType === 'pdv' ? deliveryPoint : '';
  if (point !== '' && !pickupPointsOf(country).some(({ id }) => id === point))
    return fail('delivery_point', { fields: { deliveryPoint: failures.delivery_point[1] } });
  return call.commit(async (tx) => {
    await lockCustomer(tx, customerId);
    const needsNoAccount = isCash(deliveryType) || (await bankAccountsOf(tx, customerId)).length > 0;
    await changeProfile(tx, customerId, {
      delivery_type: deliveryType,
      delivery_point: point,
      banking_verified: needsNoAccount ? 1 : 0,
    });
    await forgetDrafts(tx, customerId, ['delivery', 'bank']);
    await recordEvent(tx, {
      at: now,
      country,
      kind: 'delivery-type-chosen',
      customerId,
      requestId: call.origin.requestId,
      address: call.origin.address,
      detail: { deliveryType },
    });
    return ok({ model: { deliveryType, deliveryPoint: point } });
  });
}
