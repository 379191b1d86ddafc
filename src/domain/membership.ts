import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { cfteaActual365 } from './effective-cost.ts';
import { add, type Centavos, type Currency, roundMoney, roundingOf, subtract } from './money.ts';
import { type Decimal, parseRational } from './rate.ts';
import type { Plan } from './pricing.ts';
import { type Charge, NO_CHARGE } from './schedule.ts';

/** Membership of one loan: from the day of delivery to the last due date, both inclusive. */
type MembershipTerm = { readonly startsOn: CalendarDate; readonly endsOn: CalendarDate };

/** Totals that decide a loan's cost, in centavos: the amount repaid and the amount received. */
export type LoanTotals = { readonly finalAmount: Centavos; readonly amountDelivered: Centavos };

/** Effect of the membership on one loan over its life, in centavos. */
export type MembershipSum = {
  /** Charged once per loan, tax included. */
  readonly price: Centavos;
  /** Interest, taxes and charges saved on the loan. Negative if the loan costs more. */
  readonly saved: Centavos;
  /** Savings less the price. Negative if the membership costs more than it saves. */
  readonly gain: Centavos;
  /** Every instalment plus the price. */
  readonly total: Centavos;
};

/** Compares the same plan with and without the membership, all charges and its one price included. */
export function membershipSum(
  withMembership: LoanTotals,
  without: LoanTotals,
  price: Centavos,
): MembershipSum {
  const cost = ({ finalAmount, amountDelivered }: LoanTotals) => subtract(finalAmount, amountDelivered);
  const saved = subtract(cost(without), cost(withMembership));
  return { price, saved, gain: subtract(saved, price), total: add(withMembership.finalAmount, price) };
}

/**
 * CFTEA of a plan by its actual dates, including the membership's price on the day it is charged; a fraction.
 */
export function cfteaWithMembership(
  { amountDelivered, payoutDate, schedule }: Pick<Plan, 'amountDelivered' | 'payoutDate' | 'schedule'>,
  charge: { readonly price: Centavos; readonly on: CalendarDate },
): number {
  const flows = schedule.rows.map(({ dueDate, amount }) => ({ date: dueDate, amount }));
  return cfteaActual365(amountDelivered, payoutDate, [...flows, { date: charge.on, amount: charge.price }]);
}

/** Splits a price into the lender's net amount and the tax within it, rounded half up. */
export function priceWithTax(price: Centavos, taxRate: Decimal, currency: Currency): Charge {
  const { num, den } = parseRational(taxRate);
  const tax = roundMoney(BigInt(price) * num, den + num, roundingOf(currency, 'half-up'));
  return { net: subtract(price, tax), tax };
}

/**
 * Part of the price not owed when the membership ends on a day. Until `freeUntil`, the last day to withdraw
 * from the contract, that is all of it; afterwards the share of unused days, the day itself counting as used.
 * Rounded half up, in the customer's favour.
 */
export function unusedPart(
  price: Charge,
  { startsOn, endsOn, currency }: MembershipTerm & { readonly currency: Currency },
  endedOn: CalendarDate,
  freeUntil: CalendarDate,
): Charge {
  if (endedOn <= freeUntil || endedOn < startsOn) return price;
  if (endedOn >= endsOn) return NO_CHARGE;
  const days = BigInt(daysBetween(startsOn, endsOn) + 1);
  const left = BigInt(daysBetween(endedOn, endsOn));
  const rounding = roundingOf(currency, 'half-up');
  const part = (amount: Centavos) => roundMoney(BigInt(amount) * left, days, rounding);
  return { net: part(price.net), tax: part(price.tax) };
}
