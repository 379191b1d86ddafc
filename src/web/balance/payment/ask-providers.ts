import { call } from '../../api.ts';
import type { Account } from '../balance-query.ts';
import { isHidden, isOnline } from './under-way.ts';

/**
 * Asks the providers how the online payments under way stand (docs/product/payments.md#hosted-checkout): a
 * webhook of theirs may be late. What cannot be learnt now stays as it is.
 */
export async function askProviders({ open_payments }: Account): Promise<void> {
  // An advance or a return leaves its instalments pending: only the payments tell what is under way.
  const online = open_payments.filter(
    (payment) => isOnline(payment) && !isHidden(payment) && payment.state === 'open',
  );
  await Promise.allSettled(
    online.map(({ hash }) => call('POST /api/v3/online_payment/uCoupon', { body: { hash } })),
  );
}
