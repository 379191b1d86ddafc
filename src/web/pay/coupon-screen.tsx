import { COUPON_TEXTS } from '../../countries/papers/coupon-texts.ts';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { CancelPayment } from './cancel-payment.tsx';
import { ClosedPayment } from './closed-payment.tsx';
import { ContinueOnline } from './continue-online.tsx';
import type { Coupon } from './coupon-query.ts';
import { CouponActions, CouponSheet } from './coupon-sheet.tsx';
import { PaymentHead, PayUntil } from './payment-head.tsx';
import { couponTexts as texts } from './texts.ts';
import { WithCoupon } from './with-coupon.tsx';

/**
 * /coupon/{hash}: the coupon as it is printed, the account of a transfer, or the way on to an online payment
 * (docs/product/payments.md#coupon).
 */
export function CouponScreen() {
  return <WithCoupon>{(coupon) => <CouponPage coupon={coupon} />}</WithCoupon>;
}

function CouponPage({ coupon }: { coupon: Coupon }) {
  const { kind, state, supplier_name: supplier } = coupon;
  if (state !== 'open') return <ClosedPayment coupon={coupon} />;
  if (kind === 'coupon' || kind === 'transfer') {
    const intro = kind === 'coupon' ? texts.cashIntro(supplier) : texts.transferIntro;
    return (
      <Screen title={COUPON_TEXTS.titles[kind]} intro={<p className="no-print">{intro}</p>}>
        <CouponSheet coupon={coupon} kind={kind} />
        <CouponActions coupon={coupon} />
      </Screen>
    );
  }
  return (
    <Screen title={supplier} intro={<p>{texts.onlineIntro}</p>}>
      <Card>
        <PaymentHead coupon={coupon} />
        <PayUntil date={coupon.due_date} />
        <ContinueOnline coupon={coupon} />
        <CancelPayment coupon={coupon} />
      </Card>
    </Screen>
  );
}
