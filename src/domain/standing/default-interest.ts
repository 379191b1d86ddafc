import { nominalRate } from '../effective-cost.ts';
import { type MoneyRounding, roundMoney } from '../money.ts';
import { DAYS_PER_YEAR, type RateTerms } from '../period-rate.ts';
import { type Decimal, applyRate, multiply, parseRational, toDecimalText } from '../rate.ts';
import { type Charge, NO_CHARGE } from '../schedule.ts';

export type DefaultInterestTerms = {
  /** Per year, a fraction, the ×1.5 included. */
  readonly annualRate: Decimal;
  /** IVA on default interest, a fraction. */
  readonly taxRate: Decimal;
};

/**
 * Ceiling of the default rate: 1.5 × the nominal annual rate, the cautious reading of the promissory note's
 * 'up to 150 % of the rate' (docs/product/loan-and-money.md#default-interest). Cut, never rounded up, at ten
 * decimals.
 * @returns decimal text, a fraction per year, to be kept with the loan.
 */
export function defaultAnnualRate(rate: RateTerms, factor: Decimal = '1.5'): string {
  return toDecimalText(multiply(nominalRate(rate), parseRational(factor)), 10);
}

/**
 * Default interest and its tax on unpaid capital.
 * @param centavoDays sum over the days in arrears of the capital unpaid on that day. Rounding only this sum
 * keeps the figure the same however many partial payments cut the time into pieces.
 */
export function defaultInterest(
  centavoDays: bigint,
  terms: DefaultInterestTerms,
  rounding: MoneyRounding,
): Charge {
  if (centavoDays === 0n) return NO_CHARGE;
  const { num, den } = parseRational(terms.annualRate);
  const net = roundMoney(centavoDays * num, den * DAYS_PER_YEAR, rounding);
  return { net, tax: applyRate(net, parseRational(terms.taxRate), rounding) };
}
