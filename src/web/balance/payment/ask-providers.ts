import { call } from '../../api.ts';
import type { Account } from '../balance-query.ts';
import { isHidden, isOnline } from './under-way.ts';

/**
 * Refreshes the state of online payments under way (docs/product/payments.md#hosted-checkout), since a provider's
 * webhook may be late. An unreachable provider changes nothing.
 */
export async function askProviders({ open_payments }: Account): Promise<void> {
  // A prepayment or a return leaves its instalments pending: only the payments show it is under way.
  const online = open_payments.filter(
    (payment) => isOnline(payment) && !isHidden(payment) && payment.state === 'open',
  );
  await Promise.allSettled(
    online.map(({ hash }) => call('POST /api/v3/online_payment/uCoupon', { body: { hash } })),
  );
}
