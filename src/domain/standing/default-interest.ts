import { nominalRate, settle } from '../effective-cost.ts';
import { type MoneyRounding, roundMoney } from '../money.ts';
import { DAYS_PER_YEAR, dailyRateOfTea, type RateTerms } from '../period-rate.ts';
import {
  type Decimal,
  applyRate,
  multiply,
  parseRational,
  rational,
  toDecimalText,
  toNumber,
} from '../rate.ts';
import { type Charge, NO_CHARGE } from '../schedule.ts';

export type DefaultInterestTerms = {
  /** Per year, a fraction, the ×1.5 included. */
  readonly annualRate: Decimal;
  /** IVA on default interest, a fraction. */
  readonly taxRate: Decimal;
  /** Months after the due date with which default interest ends; absent where it has no end. */
  readonly endsAfterMonths?: number;
};

const CEILING: Decimal = '1.5';

/** The ceiling of the default rate where it is an effective one; of a TEA, a fraction per year. */
export function defaultTea(tea: Decimal, factor: Decimal = CEILING): string {
  return toDecimalText(multiply(parseRational(tea), parseRational(factor)), 10);
}

/**
 * Ceiling of the default rate: 1.5 × the rate that the promissory note names, the cautious reading of its 'up to
 * 150 %' (docs/product/loan-and-money.md#default-interest). Of a TEA it is the effective rate: what is owed for a
 * day is what 1.5 × TEA gives in a day, less than 1.5 × the nominal rate. Cut, never rounded up, at ten decimals.
 * @returns decimal text, a fraction per year of 365 days, to be kept with the loan.
 */
export function defaultAnnualRate(rate: RateTerms, factor: Decimal = CEILING): string {
  if (rate.basis !== 'tea') return toDecimalText(multiply(nominalRate(rate), parseRational(factor)), 10);
  const daily = dailyRateOfTea(defaultTea(rate.tea, factor));
  return toDecimalText(multiply(daily, rational(DAYS_PER_YEAR, 1n)), 10);
}

/** The effective annual rate that a default rate of so much a year, owed day by day, comes to; a fraction. */
export function defaultEffectiveRate(annualRate: Decimal): number {
  const days = Number(DAYS_PER_YEAR);
  return settle(Math.expm1(days * Math.log1p(toNumber(parseRational(annualRate)) / days)));
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
