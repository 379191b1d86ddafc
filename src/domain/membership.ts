import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { add, type Centavos, type Currency, roundMoney, roundingOf, subtract } from './money.ts';
import { type Decimal, parseRational } from './rate.ts';
import { type Charge, NO_CHARGE } from './schedule.ts';

/** The membership of one loan: from the day the money was there to the last due date, both days included. */
export type MembershipTerm = { readonly startsOn: CalendarDate; readonly endsOn: CalendarDate };

/** What of a loan decides what it costs: what is paid back and what is received. */
export type LoanTotals = { readonly finalAmount: Centavos; readonly amountDelivered: Centavos };

/** What the membership does to one loan over its whole life; amounts in centavos. */
export type MembershipSum = {
  /** Charged once for the loan, tax included. */
  readonly price: Centavos;
  /** What the loan itself costs less with the membership: interest, taxes and charges. Negative: it costs more. */
  readonly saved: Centavos;
  /** What is left of the savings once the price is paid. Negative: the membership costs more than it saves. */
  readonly gain: Centavos;
  /** All that is paid with the membership: every instalment and the price. */
  readonly total: Centavos;
};

/**
 * What one loan gains or loses by the membership, every charge counted: the same plan with and without it, and the
 * price, which is charged once.
 */
export function membershipSum(
  withMembership: LoanTotals,
  without: LoanTotals,
  price: Centavos,
): MembershipSum {
  const cost = ({ finalAmount, amountDelivered }: LoanTotals) => subtract(finalAmount, amountDelivered);
  const saved = subtract(cost(without), cost(withMembership));
  return { price, saved, gain: subtract(saved, price), total: add(withMembership.finalAmount, price) };
}

/** Splits a price into what is the lender's and the tax within it, rounded half up. */
export function priceWithTax(price: Centavos, taxRate: Decimal, currency: Currency): Charge {
  const { num, den } = parseRational(taxRate);
  const tax = roundMoney(BigInt(price) * num, den + num, roundingOf(currency, 'half-up'));
  return { net: subtract(price, tax), tax };
}

/**
 * What of the price is not owed when the membership ends on a day: all of it until `freeUntil`, the last day on
 * which a contract may be withdrawn from; afterwards the part of the days that were not used, the day itself being
 * used. Rounded half up, in the customer's favour.
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
