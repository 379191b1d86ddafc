import { useEffect, useRef } from 'react';
import { call } from '../api.ts';

/** What the wallet's return address may carry (docs/product/providers.md#mercado-pago). */
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

/** Values of the return address; the literal `null` that the wallet writes stands for none. */
export function walletValue(query: URLSearchParams, name: (typeof names)[number]): string {
  const value = query.get(name) ?? '';
  return value === 'null' ? '' : value;
}

/**
 * Tells the server once what the wallet told this page, word for word
 * (docs/product/payments.md#hosted-checkout).
 */
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
