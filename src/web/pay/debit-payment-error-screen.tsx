import { paths } from '../../contract/paths.ts';
import { useGo } from '../shell/use-go.ts';
import { FailedPayment } from './failed-payment.tsx';
import { failureTexts as texts } from './texts.ts';
import { WithCoupon } from './with-coupon.tsx';

/** /debit-payment-error/{hash}: the card was refused (docs/product/payments.md#card-payment). */
export function DebitPaymentErrorScreen() {
  const go = useGo();
  return (
    <WithCoupon>
      {(coupon) => (
        <FailedPayment
          coupon={coupon}
          text={texts.card}
          onBack={coupon.state === 'open' ? () => go.replace(paths.debitPayment(coupon.hash)) : undefined}
        />
      )}
    </WithCoupon>
  );
}
