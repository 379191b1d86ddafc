import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { type Centavos, centavosFromBigint, divideRounded, subtract } from './money.ts';
import { type Decimal, parseRational } from './rate.ts';
import { type Charge, NO_CHARGE } from './schedule.ts';

/** The membership of one loan: from the day the money was there to the last due date, both days included. */
export type MembershipTerm = { readonly startsOn: CalendarDate; readonly endsOn: CalendarDate };

/** Splits a price into what is the lender's and the tax within it, rounded half up. */
export function priceWithTax(price: Centavos, taxRate: Decimal): Charge {
  const { num, den } = parseRational(taxRate);
  const tax = centavosFromBigint(divideRounded(BigInt(price) * num, den + num, 'half-up'));
  return { net: subtract(price, tax), tax };
}

/**
 * What of the price is not owed when the membership ends on a day: all of it until `freeUntil`, the last day on
 * which a contract may be withdrawn from; afterwards the part of the days that were not used, the day itself being
 * used. Rounded half up, in the customer's favour.
 */
export function unusedPart(
  price: Charge,
  { startsOn, endsOn }: MembershipTerm,
  endedOn: CalendarDate,
  freeUntil: CalendarDate,
): Charge {
  if (endedOn <= freeUntil || endedOn < startsOn) return price;
  if (endedOn >= endsOn) return NO_CHARGE;
  const days = BigInt(daysBetween(startsOn, endsOn) + 1);
  const left = BigInt(daysBetween(endedOn, endsOn));
  const part = (amount: Centavos) =>
    centavosFromBigint(divideRounded(BigInt(amount) * left, days, 'half-up'));
  return { net: part(price.net), tax: part(price.tax) };
}
