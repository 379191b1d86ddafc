import { CardFields } from '../card/card-fields.tsx';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useMoney } from '../ui/use-money.ts';
import { CancelPayment } from './cancel-payment.tsx';
import { ClosedPayment } from './closed-payment.tsx';
import type { Coupon } from './coupon-query.ts';
import { ElsewherePayment } from './elsewhere-payment.tsx';
import css from './pay.module.css';
import { PaymentHead, PayUntil } from './payment-head.tsx';
import { cardTexts as texts } from './texts.ts';
import { useCardPayment } from './use-card-payment.ts';
import { WithCoupon } from './with-coupon.tsx';

/** /debit-payment/{hash}: pays by debit card on our page (docs/product/payments.md#card-payment). */
export function DebitPaymentScreen() {
  return (
    <WithCoupon>
      {(coupon, again) => {
        if (coupon.kind !== 'card') return <ElsewherePayment hash={coupon.hash} />;
        if (coupon.state !== 'open') return <ClosedPayment coupon={coupon} />;
        return <CardPayment coupon={coupon} again={again} />;
      }}
    </WithCoupon>
  );
}

function CardPayment({ coupon, again }: { coupon: Coupon; again: () => void }) {
  const money = useMoney();
  const { form, number, faults } = useCardPayment(coupon, again);
  return (
    <Screen
      title={texts.title}
      bar={<BottomBar form={form.id} nextLabel={texts.pay(money(coupon.amount))} nextBusy={form.busy} />}
    >
      <Card>
        <PaymentHead coupon={coupon} />
        <PayUntil date={coupon.due_date} />
        <Faults messages={faults} />
        <form {...form.props} autoComplete="on" className={css.form}>
          <CardFields field={form.field} number={number} texts={texts} />
        </form>
        <p className={css.small}>{texts.safe}</p>
        <p className={css.small}>{texts.impact}</p>
        <CancelPayment coupon={coupon} />
      </Card>
      <DelayNotice />
    </Screen>
  );
}

/** Server's reason against the payment, shown at once. */
function Faults({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <Notice tone="bad" urgent answers title={texts.failed}>
      <ul className={css.faults}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}
