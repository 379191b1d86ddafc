import { CardFields } from '../card/card-fields.tsx';
import { BottomBar } from '../shell/bottom-bar.tsx';
import { DelayNotice } from '../shell/delay-notice.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useMoney } from '../ui/use-money.ts';
import { CancelPayment } from './cancel-payment.tsx';
import { ClosedPayment } from './closed-payment.tsx';
import type { Coupon } from './coupon-query.ts';
import css from './pay.module.css';
import { PaymentHead, PayUntil } from './payment-head.tsx';
import { cardTexts as texts } from './texts.ts';
import { WithCoupon } from './with-coupon.tsx';
import { useEffect, useMemo, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { useGo } from '../shell/use-go.ts';
import { track } from '../analytics.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { type CardValues, emptyCard, digitsOf } from '../card/card-values.ts';
import { useCardNumber } from '../card/use-card-number.ts';
import { useCardSender } from '../card/card-sender.ts';
import { useCountry } from '../country.tsx';
import { useForm } from '../forms/use-form.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { FORM_MESSAGES } from '../../countries/fields/form-messages.ts';
import { CARD_TYPE_UNKNOWN } from '../../countries/identifiers/cards.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';

/** An unknown type is said in more words on this page than in the application. */
const atPayment = (message: string | undefined): string | undefined =>
  message === CARD_TYPE_UNKNOWN ? FORM_MESSAGES.cardTypeUnknownAtPayment : message;

/**
 * Rules of the card's fields (docs/product/countries.md#fields).
 * @param refusal server's refusal of a number
 */
function cardRules(pack: CountryPack, refusal: (digits: string) => string | undefined): Rules<CardValues> {
  const number = ruleOf(pack, 'card_number');
  return {
    number: (value, values) => atPayment(number(value, values) ?? refusal(digitsOf(value))),
    holder: ruleOf(pack, 'payment_card_holder'),
    expiration_date: ruleOf(pack, 'expiration_date'),
    cvv: ruleOf(pack, 'cvv'),
  };
}

/**
 * Pays by card, sending only the fields that the gateway needs; a refused card leads to the error page, other failures
 * are listed (docs/product/payments.md#card-payment).
 */
function useCardPayment({ hash, document_number }: Coupon, again: () => void) {
  const pack = useCountry();
  const go = useGo();
  const [faults, setFaults] = useState<readonly string[]>([]);
  const number = useCardNumber();
  const sendCard = useCardSender();
  const { refusal } = number.detected;
  const rules = useMemo(() => cardRules(pack, refusal), [pack, refusal]);
  const form = useForm<CardValues>({ initial: emptyCard, rules, onSubmit: pay, onFailure: failed });

  async function pay(values: CardValues) {
    setFaults([]);
    const card = { values, detected: number.detected.type, holderDocument: document_number };
    const { result } = await sendCard(card, (sent) =>
      call('POST /api/v3/debit-payment', { body: { ...sent, hash } }),
    );
    const { fullname, amount, ingenico_transaction, ingenico_date } = result;
    go.replace(
      paths.debitPaymentSuccess({
        fullname,
        amount,
        document_number: result.document_number,
        ingenico_transaction,
        ingenico_date,
      }),
    );
  }

  function failed(error: unknown): true {
    track('payment_failed');
    if (error instanceof ApiFailure && error.code === 'card_declined') {
      go.to(paths.debitPaymentError(hash, { document_number }));
      return true;
    }
    setFaults(messageOf(error).split('\n'));
    // The card may have been charged, or the payment ended in another tab: show the server's state.
    again();
    return true;
  }

  return { form, number, faults };
}

/** A payment of another kind than the page: its own page knows how to go on. */
function ElsewherePayment({ hash }: { hash: string }) {
  const go = useGo();
  useEffect(() => go.replace(paths.coupon(hash)), [go, hash]);
  return <ScreenSkeleton />;
}

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
