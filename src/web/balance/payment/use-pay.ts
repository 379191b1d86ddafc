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

/** How a payment is asked for: of instalments, or of a loan's early closure. */
export type AskToPay = (method: PaymentMethod) => Promise<AskedPayment>;

/** What is shown no longer holds: another amount, or instalments that are paid or being paid. */
const outdated = new Set(['payment_total', 'payment_instalment', 'not_found']);

/**
 * Asks for a payment and goes where it goes on: to the returned address in this tab, else to the page of the card or
 * of the coupon (docs/product/payments.md#request). A refusal is tracked, and told by the snackbar as every
 * failed call is.
 * @param onAsked before the page is left
 * @param onOutdated after a refusal that another look at the debt explains
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
