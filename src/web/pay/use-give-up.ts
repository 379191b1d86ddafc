import { useMutation, useQueryClient } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { reportFailure } from '../shell/report-failure.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';
import { useGo } from '../shell/use-go.ts';
import type { Coupon } from './coupon-query.ts';

type Payment = Pick<Coupon, 'hash' | 'document_number' | 'amount' | 'state' | 'kind' | 'purpose' | 'loan_id'>;

/**
 * Ends the payment if it is open.
 * @returns server's message; '' if it had ended before
 */
async function giveUp({ hash, document_number, state, kind }: Payment): Promise<string> {
  if (state !== 'open' && state !== 'charging') return '';
  const { messages } =
    kind === 'wallet'
      ? await call('POST /api/v3/online_payment/dCoupon', { body: { hash } })
      : await call('DELETE /api/v3/coupon/{hash}', { params: { hash }, query: { document_number } });
  return messages.join('\n');
}

/**
 * Cancels a payment and goes to the balance; to choose another method, with the total and the flag that say so
 * (docs/product/payments.md#another-method). One that has been paid meanwhile is looked at again instead.
 */
export function useGiveUp(payment: Payment) {
  const go = useGo();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (next: 'cancel' | 'another') => ({ next, message: await giveUp(payment) }),
    onSuccess: ({ next, message }) => {
      const { document_number, amount, purpose, loan_id } = payment;
      queries.removeQueries({ queryKey: ['coupon', payment.hash] });
      // A prepayment is no choice of instalments; its own page quotes it again for its owner.
      if (next === 'another' && purpose !== 'instalments' && loan_id !== '') {
        go.replace(paths.settlement(loan_id));
        return;
      }
      if (next === 'another') {
        go.replace(paths.balance(document_number, { total: amount, redirectionFromError: '1' }));
        return;
      }
      if (message) snackbar.show({ message, kind: 'success' });
      go.replace(paths.balance(document_number));
    },
    onError: (error) => {
      reportFailure(error);
      if (error instanceof ApiFailure && error.status < 500) void queries.invalidateQueries();
    },
    meta: { quiet: true },
  });
  return { cancel: () => mutate('cancel'), chooseAnother: () => mutate('another'), busy: isPending };
}
