import { useMutation } from '@tanstack/react-query';
import { paths } from '../../../contract/paths.ts';
import { track } from '../../analytics.ts';
import { ApiFailure } from '../../../ui/api-failure.ts';
import { queryClient } from '../../query-client.ts';
import { useGo } from '../../shell/use-go.ts';
import type { PaymentMethod } from './payment-methods.ts';

/** A payment that has been asked for. */
export interface AskedPayment {
  readonly url: string;
  readonly hash: string;
}

/** Payment request: of instalments, or of a loan's early closure. */
export type AskToPay = (method: PaymentMethod) => Promise<AskedPayment>;

/** Failures that mean outdated figures: another amount, or instalments already paid or being paid. */
const outdated = new Set(['payment_total', 'payment_instalment', 'not_found']);

/**
 * Requests a payment and opens its page: the returned address in this tab, else the page of the card or the coupon
 * (docs/product/payments.md#request). Refusals are tracked and appear in the snackbar.
 * @param onAsked before the page is left
 * @param onOutdated after a refusal explained by newer figures
 */
export function usePay(
  ask: AskToPay,
  { onAsked, onOutdated }: { onAsked: () => void; onOutdated: () => void },
) {
  const go = useGo();
  return useMutation({
    mutationFn: ask,
    onSuccess: ({ url, hash }, { slug, on_line }) => {
      track('payment_requested', { method: slug });
      void queryClient.invalidateQueries({ queryKey: ['balance'] });
      onAsked();
      if (url) location.assign(url);
      else go.to(on_line ? paths.debitPayment(hash) : paths.coupon(hash));
    },
    onError: (error, { slug }) => {
      const code = error instanceof ApiFailure ? error.code : '';
      track('payment_failed', { method: slug, code });
      if (outdated.has(code)) onOutdated();
    },
  });
}
