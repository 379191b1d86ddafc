import type { CalendarDate } from '../../domain/calendar-date.ts';
import { countsFrom } from '../../domain/standing/credit.ts';
import { add, smaller, sum, type Centavos } from '../../domain/money.ts';
import type { Payment } from '../../domain/standing/payment.ts';
import { loanStanding, type LoanStanding } from '../../domain/standing/standing.ts';
import type { Loan } from './loan.ts';
import { openPaymentsOn } from './open-payments.ts';

/** What an instalment costs by the payment under way for it, in centavos. */
export interface HeldPrice {
  readonly total: Centavos;
  /** Of `total`, what the payment asks for: the rest is paid with money in favour. */
  readonly toPay: Centavos;
  /** Default interest with its tax, part of `total`. */
  readonly defaultInterest: Centavos;
}

/**
 * The loan on a day on which a request was priced, with the money that counts by then though it came later: what a
 * payment at that price meets.
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
 * Number of the instalment → its price in the payment under way for it. Paid in time, that price settles an overdue
 * instalment although default interest goes on, so the balance must not name a higher one. Nothing is held where the
 * prices do not add up to the payment any more, because other money came meanwhile.
 */
export function heldPrices(
  loan: Pick<Loan, 'conditions' | 'payments' | 'openPayments'>,
  today: CalendarDate,
): ReadonlyMap<number, HeldPrice> {
  const underWay = openPaymentsOn(loan.openPayments, today);
  const held = new Map<number, HeldPrice>();
  const earlier = [...underWay.values()].filter(
    ({ purpose, priced_on }) => purpose === 'instalments' && priced_on < today,
  );
  for (const hash of new Set(earlier.map((each) => each.hash))) {
    const parts = earlier.filter((each) => each.hash === hash);
    const [{ priced_on, amount } = { priced_on: today, amount: 0 }] = parts;
    const { instalments } = pricedStanding(loan, countsFrom(priced_on, loan.payments));
    const priced = instalments.filter(({ number }) => parts.some(({ instalment }) => instalment === number));
    if (sum(priced.map(({ toPay }) => toPay)) !== amount) continue;
    for (const { number, total, toPay, dues } of priced)
      held.set(number, { total, toPay, defaultInterest: add(dues.defaultInterest, dues.defaultInterestTax) });
  }
  return held;
}
