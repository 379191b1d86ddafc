import type { FormatMoney } from '../ui/money.ts';
import type { Instalment } from './balance-query.ts';
import { creditTexts } from './credit-texts.ts';
import { isPaid, laterDayOf } from './standing.ts';
import { instalmentTexts as texts } from './texts.ts';
import type { UnderWay } from './payment/under-way.ts';

/** Notes beyond the state: paid and missing part, reversed part, covering credit. */
export function notesOf(instalment: Instalment, payment: UnderWay | undefined, money: FormatMoney): string[] {
  const { amount: toPay, credit, paid, paid_with_credit, missing, reversals, advance } = instalment;
  const isPart = !isPaid(instalment) && paid > 0;
  const later = laterDayOf(instalment);
  return [
    ...(advance ? [texts.advance] : []),
    ...(later === '' ? [] : [`Podés pagarla ${later}.`]),
    ...(isPart ? [texts.paidSoFar(money(paid), money(missing))] : []),
    ...(credit > 0 ? [toPay === 0 ? creditTexts.coversAll : creditTexts.covers(money(credit))] : []),
    ...(paid_with_credit > 0 ? [creditTexts.paidWith(money(paid_with_credit))] : []),
    ...reversals.map(({ amount, date }) => texts.reversed(money(amount), date)),
    ...(payment?.purpose === 'settlement' ? [texts.closing] : []),
  ];
}
