import { paths } from '../../contract/paths.ts';
import { ContactButton } from '../shell/help/contact-button.tsx';
import { Screen } from '../shell/screen.tsx';
import { useFromTop } from '../ui/scroll.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { FormatMoney } from '../ui/money.ts';
import { useMoney } from '../ui/use-money.ts';
import { Notice, type Tone } from '../../ui/tag.tsx';
import type { Coupon } from './coupon-query.ts';
import { PaymentHead } from './payment-head.tsx';
import { closedTexts as texts, outcomeTexts } from './texts.ts';

/** Closed payment: the outcome, where the money went, the next step. */
export function ClosedPayment({ coupon }: { coupon: Coupon }) {
  const money = useMoney();
  const go = useGo();
  useFromTop();
  const { title, text, tone, isFree, needsHelp } = said(coupon, money);
  return (
    <Screen title={title} intro={<p>{coupon.supplier_name}</p>}>
      <Card>
        <Amount coupon={coupon} isOver={isFree === true} />
        <Notice tone={tone}>{text}</Notice>
        <Button wide onClick={() => go.to(paths.balance(coupon.document_number))}>
          {isFree ? texts.again : texts.balance}
        </Button>
        {needsHelp && (
          <ContactButton
            setting="whatsapp-autogestion"
            values={{ document_number: coupon.document_number, hash: coupon.hash }}
            kind="text"
          />
        )}
      </Card>
    </Screen>
  );
}

/** Money received, or given back after that; otherwise the amount that the payment was for. */
function Amount({ coupon, isOver }: { coupon: Coupon; isOver: boolean }) {
  const { state, report } = coupon;
  if (state === 'paid' && report)
    return <PaymentHead coupon={coupon} amount={report.amount} caption={texts.received} />;
  if (state === 'reversed' && report)
    return <PaymentHead coupon={coupon} isOver amount={report.amount} caption={texts.reversed.caption} />;
  return <PaymentHead coupon={coupon} isOver={isOver} {...(isOver && { caption: texts.was })} />;
}

interface Said {
  readonly title: string;
  readonly text: string;
  readonly tone: Tone;
  /** Its instalments can be chosen again. */
  readonly isFree?: true;
  readonly needsHelp?: boolean;
}

function said({ state, report, amount, due_date, purpose }: Coupon, money: FormatMoney): Said {
  switch (state) {
    case 'paid': {
      const {
        outcome,
        amount: paid,
        credited,
      } = report ?? { outcome: 'exact' as const, amount, credited: 0 };
      const inFavour = credited > 0 ? money(credited) : '';
      const text = outcomeTexts[outcome](money(paid), money(amount), inFavour);
      const isPlain = outcome === 'exact';
      const isAdvance = purpose === 'fewer' || purpose === 'smaller';
      const title = isAdvance ? texts.paid.advance : texts.paid.title;
      return { title, text, tone: isPlain ? 'good' : 'late', needsHelp: !isPlain };
    }
    case 'reversed': {
      const text = outcomeTexts.reversed(money(report?.amount ?? amount), money(amount));
      return { title: texts.reversed.title, text, tone: 'bad', isFree: true, needsHelp: true };
    }
    case 'rejected':
      return { ...texts.rejected, tone: 'bad', isFree: true };
    case 'deleted':
      return { ...texts.deleted, tone: 'off', isFree: true };
    case 'expired':
      return { title: texts.expired.title, text: texts.expired.text(due_date), tone: 'late', isFree: true };
    case 'open':
    case 'charging':
      return { ...texts.charging, tone: 'off' };
  }
}
