import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { snackbar } from '../shell/snackbar-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Account, Instalment } from './balance-query.ts';
import { methodsQuery } from './payment-methods.ts';
import { removeTexts as texts } from './payment-texts.ts';

interface RemoveDialogProps {
  account: Account;
  instalment: Instalment;
  /** The payment is gone, or could not be taken back: either way the balance has to be asked for anew. */
  onDone: () => void;
  onClose: () => void;
}

/** Deleting a payment under way (B §4 'Coupon'), asked first: whoever has paid it already must not delete it. */
export function RemoveDialog({ account, instalment, onDone, onClose }: RemoveDialogProps) {
  const hash = instalment.payment?.hash ?? '';
  const isOnline = instalment.state_name === 'online';
  const method = useQuery(methodsQuery).data?.find(({ slug }) => slug === instalment.payment?.method);
  const offlineTitle = method?.bank ? texts.transferTitle : texts.couponTitle;
  const covered = account.installments
    .filter(({ payment }) => payment?.hash === hash)
    .map(({ number }) => number)
    .toSorted((a, b) => a - b);
  const remove = useMutation({
    mutationFn: () =>
      isOnline
        ? call('POST /api/v3/online_payment/dCoupon', { body: { hash } })
        : call('DELETE /api/v3/coupon/{hash}', {
            params: { hash },
            query: { document_number: account.documentNumber },
          }),
    onSuccess: () => snackbar.show({ message: texts.done, kind: 'success' }),
    onSettled: () => {
      onClose();
      onDone();
    },
  });
  return (
    <Dialog
      open
      busy={remove.isPending}
      onClose={onClose}
      title={isOnline ? texts.onlineTitle : offlineTitle}
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
      <p>{texts.covers(covered)}</p>
      <p>{texts.paid}</p>
    </Dialog>
  );
}
