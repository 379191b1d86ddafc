import { useEffect, useRef } from 'react';
import { call } from '../api.ts';

/** Parameters of the wallet's return address (docs/product/providers.md#mercado-pago). */
const names = [
  'collection_id',
  'collection_status',
  'payment_id',
  'status',
  'external_reference',
  'payment_type',
  'merchant_order_id',
  'preference_id',
  'site_id',
  'processing_mode',
  'merchant_account_id',
] as const;

/** Values of the return address; the wallet's literal `null` means none. */
export function walletValue(query: URLSearchParams, name: (typeof names)[number]): string {
  const value = query.get(name) ?? '';
  return value === 'null' ? '' : value;
}

/** Reports the wallet's parameters to the server once, unchanged (docs/product/payments.md#hosted-checkout). */
export function useWalletNotice(queryText: string): void {
  const told = useRef('');
  useEffect(() => {
    if (queryText === '' || told.current === queryText) return;
    told.current = queryText;
    const query = new URLSearchParams(queryText);
    const known = Object.fromEntries(
      names.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
    );
    // Nothing depends on its answer: the provider's own webhook is what counts.
    call('POST /api/v3/payment/mercado-pago/callback', { query: known }).catch(() => undefined);
  }, [queryText]);
}
