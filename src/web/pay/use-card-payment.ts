import { useMemo, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { track } from '../analytics.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { type CardValues, emptyCard } from '../card/card-values.ts';
import { useCardNumber } from '../card/use-card-number.ts';
import { useCardSender } from '../card/use-card-sender.ts';
import { useCountry } from '../country.tsx';
import { useForm } from '../forms/use-form.ts';
import { useGo } from '../shell/use-go.ts';
import { cardRules } from './card-form.ts';
import type { Coupon } from './coupon-query.ts';

/**
 * Pays by card, sending only the fields that the gateway needs; a refused card leads to the error page, other failures
 * are listed (docs/product/payments.md#card-payment).
 */
export function useCardPayment({ hash, document_number }: Coupon, again: () => void) {
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
