import { call } from '../api.ts';
import { PaymentDialog } from '../balance/payment/later-payment-dialog.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { queryClient } from '../query-client.ts';
import { snackbar } from '../shell/snackbar/snackbar-store.ts';

/** Prepayment, closing, or payment of a settlement offer. */
export interface EarlyPayment {
  readonly kind: 'settlement' | 'fewer' | 'smaller' | 'withdrawal' | 'offer';
  /** Settlement offer that the payment names. */
  readonly offer?: string;
  /** Currency units, as quoted. */
  readonly total: number;
  /** In words. */
  readonly what: string;
  /** Note on the total. */
  readonly note?: string;
}

interface PayEarlyProps {
  id: string;
  payment: EarlyPayment;
  onClose: () => void;
  /** Called when the quote is outdated. */
  onOutdated: () => void;
}

/** The same dialog of payment methods as instalments are paid with. */
export function PayEarly({ id, payment, onClose, onOutdated }: PayEarlyProps) {
  const { kind, offer, total, what, note = '' } = payment;
  return (
    <PaymentDialog
      total={total}
      what={what}
      note={note}
      onClose={onClose}
      ask={async ({ slug }) => {
        const body = { kind, total, payment_method: slug, ...(offer !== undefined && { offer }) };
        return (await call('POST /api/v3/loan/{id}/settlement', { params: { id }, body })).result;
      }}
      onAsked={() => void queryClient.invalidateQueries({ queryKey: ['settlement', id] })}
      onOutdated={(refusal) => {
        onClose();
        onOutdated();
        // The dialog that showed it is gone.
        snackbar.show({ message: messageOf(refusal) });
      }}
    />
  );
}
