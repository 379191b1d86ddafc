import { useMutation } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { queryClient } from '../../query-client.ts';
import { snackbar } from '../../shell/snackbar/snackbar-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Account } from '../balance-query.ts';
import { removeTexts as texts } from './payment-texts.ts';
import { isOfWholeLoan, isOnline, type UnderWay } from './under-way.ts';

interface RemoveDialogProps {
  account: Account;
  payment: UnderWay;
  /** Called when the payment is deleted. */
  onDone: () => void;
  onClose: () => void;
}

/**
 * Confirmation before deleting a payment under way: it must stay if the customer already paid
 * (docs/product/payments.md#open-payment).
 */
export function RemoveDialog({ account, payment, onDone, onClose }: RemoveDialogProps) {
  const { hash } = payment;
  const remove = useMutation({
    mutationFn: () =>
      isOnline(payment)
        ? call('POST /api/v3/online_payment/dCoupon', { body: { hash } })
        : call('DELETE /api/v3/coupon/{hash}', {
            params: { hash },
            query: { document_number: account.documentNumber },
          }),
    onSuccess: () => {
      snackbar.show({ message: texts.done, kind: 'success' });
      onClose();
      onDone();
    },
    // It may have been paid or deleted meanwhile: the reason stays, over the state of now.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['balance'] }),
  });
  return (
    <Dialog
      open
      busy={remove.isPending}
      onClose={onClose}
      title={titleOf(payment)}
      actions={
        <>
          <Button wide kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {texts.yes}
          </Button>
          <Button wide kind="ghost" disabled={remove.isPending} onClick={onClose}>
            {texts.no}
          </Button>
        </>
      }
    >
      <p>{isOfWholeLoan(payment) ? texts.early : texts.covers(payment.installments)}</p>
      <p>{texts.paid}</p>
    </Dialog>
  );
}

function titleOf(payment: UnderWay): string {
  if (isOnline(payment)) return texts.onlineTitle;
  return payment.kind === 'transfer' ? texts.transferTitle : texts.couponTitle;
}
