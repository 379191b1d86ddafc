import { call } from '../api.ts';
import type { Account } from './balance-query.ts';

/**
 * Asks the providers how the online payments under way stand (B §7 'uCoupon'): a notification of theirs may be late.
 * What cannot be learnt now stays as it is.
 */
export async function askProviders({ installments }: Account): Promise<void> {
  const online = installments.filter(({ state_name }) => state_name === 'online');
  const hashes = new Set(online.flatMap(({ payment }) => payment?.hash ?? []));
  await Promise.allSettled(
    [...hashes].map((hash) => call('POST /api/v3/online_payment/uCoupon', { body: { hash } })),
  );
}
