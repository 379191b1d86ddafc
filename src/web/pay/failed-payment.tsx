import { paths } from '../../contract/paths.ts';
import { FailureLine, FailureOf } from '../shell/failure-line.tsx';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { CancelPayment } from './cancel-payment.tsx';
import { ClosedPayment } from './closed-payment.tsx';
import type { Coupon } from './coupon-query.ts';
import { PaymentHead } from './payment-head.tsx';
import { failureTexts as texts } from './texts.ts';
import { useGiveUp } from './use-give-up.ts';

/**
 * EL PAGO NO SE PUDO REALIZAR: go back, choose another method, or cancel
 * (docs/product/payments.md#another-method).
 */
export function FailedPayment({
  coupon,
  text,
  onBack,
  isBusy = false,
  failure = null,
}: {
  coupon: Coupon;
  text: string;
  /** Tries this payment again; absent when it has ended, and going back leads to the balance. */
  onBack: (() => void) | undefined;
  isBusy?: boolean;
  /** Failure of that try. */
  failure?: Error | null;
}) {
  const go = useGo();
  const { chooseAnother, busy } = useGiveUp(coupon);
  // Money that has come is not said to have failed, also when the address says so.
  if (['paid', 'charging', 'reversed'].includes(coupon.state)) return <ClosedPayment coupon={coupon} />;
  return (
    <Screen title={texts.title}>
      <Card>
        <PaymentHead coupon={coupon} caption={texts.amount} />
        <Notice tone="bad">{text}</Notice>
        {onBack && (
          <Button wide busy={isBusy} onClick={onBack}>
            {texts.back}
          </Button>
        )}
        <FailureOf error={failure} />
        <Button wide kind={onBack ? 'ghost' : 'primary'} busy={busy} onClick={chooseAnother}>
          {texts.another}
        </Button>
        <FailureLine />
        {!onBack && (
          <Button wide kind="ghost" onClick={() => go.to(paths.balance(coupon.document_number))}>
            {texts.balance}
          </Button>
        )}
        <CancelPayment coupon={coupon} label={texts.cancel} />
      </Card>
    </Screen>
  );
}
