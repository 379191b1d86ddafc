import type { CalendarDate } from '../../domain/calendar-date.ts';
import { countsFrom } from '../../domain/standing/credit.ts';
import { add, smaller, sum, type Centavos } from '../../domain/money.ts';
import type { Payment } from '../../domain/standing/payment.ts';
import { loanStanding, type LoanStanding } from '../../domain/standing/standing.ts';
import type { Loan } from './loan.ts';
import { openPaymentsOn } from './open-payments.ts';

/** Price of an instalment in its payment in progress, in centavos. */
export interface HeldPrice {
  readonly total: Centavos;
  /** Part of `total` requested from the customer; credit pays the rest. */
  readonly toPay: Centavos;
  /** Default interest with its tax, part of `total`. */
  readonly defaultInterest: Centavos;
}

/**
 * Standing on the day a request was priced, including money that arrived later with an earlier value date:
 * the basis for a payment at that price.
 */
export function pricedStanding(
  { conditions, payments }: Pick<Loan, 'conditions'> & { readonly payments: readonly Payment[] },
  on: CalendarDate,
): LoanStanding {
  const counting = payments.map(({ priced, ...payment }) => {
    if (priced === undefined || priced.on > on || payment.valueDate <= on)
      return priced === undefined ? payment : { ...payment, priced };
    return { ...payment, valueDate: priced.on, amount: smaller(payment.amount, priced.amount) };
  });
  return loanStanding(conditions, counting, on);
}

/**
 * Prices of instalments in their payment in progress, by number. A payment in time settles an overdue
 * instalment at that price although default interest continues, so the balance must not show a higher one.
 * Prices are dropped if they no longer add up to the payment because other money arrived meanwhile, or if money in
 * favour has since brought today's price below them.
 */
export function heldPrices(
  loan: Pick<Loan, 'conditions' | 'payments' | 'openPayments'>,
  standing: LoanStanding,
): ReadonlyMap<number, HeldPrice> {
  const today = standing.date;
  const underWay = openPaymentsOn(loan.openPayments, today);
  const held = new Map<number, HeldPrice>();
  const earlier = [...underWay.values()].filter(
    ({ purpose, priced_on }) => purpose === 'instalments' && priced_on < today,
  );
  for (const hash of new Set(earlier.map((each) => each.hash))) {
    const parts = earlier.filter((each) => each.hash === hash);
    const [{ priced_on, amount } = { priced_on: today, amount: 0 }] = parts;
    const { instalments } = pricedStanding(loan, countsFrom(priced_on, loan.payments));
    const ofPayment = (each: LoanStanding['instalments']) =>
      each.filter(({ number }) => parts.some(({ instalment }) => instalment === number));
    const priced = ofPayment(instalments);
    if (toPayOf(priced) !== amount || toPayOf(ofPayment(standing.instalments)) < amount) continue;
    for (const { number, total, toPay, dues } of priced)
      held.set(number, { total, toPay, defaultInterest: add(dues.defaultInterest, dues.defaultInterestTax) });
  }
  return held;
}

const toPayOf = (instalments: LoanStanding['instalments']): Centavos =>
  sum(instalments.map(({ toPay }) => toPay));
