import { nominalRate, settle } from '../effective-cost.ts';
import { type MoneyRounding, roundMoney } from '../money.ts';
import { DAYS_PER_YEAR, dailyRateOfTea, type RateTerms } from '../period-rate.ts';
import {
  type Decimal,
  applyRate,
  compareRational,
  multiply,
  parseRational,
  rational,
  toDecimalText,
  toNumber,
} from '../rate.ts';
import { type Charge, NO_CHARGE } from '../schedule.ts';

export type DefaultInterestTerms = {
  /** Fraction per year, including the ×1.5. */
  readonly annualRate: Decimal;
  /** IVA on default interest, a fraction. */
  readonly taxRate: Decimal;
  /** Months after the due date until which default interest accrues; absent for no end. */
  readonly endsAfterMonths?: number;
};

const FACTOR = parseRational('1.5');

/**
 * Default rate of a new loan: 1.5 × the rate named by the promissory note, the cautious reading of its 'up to
 * 150 %', capped by the legal ceiling (docs/product/loan-and-money.md#default-interest). For a TEA it is the
 * effective rate: a day's interest is that of 1.5 × TEA, less than 1.5 × the nominal rate. Cut, never rounded
 * up, at ten decimals. @param ceiling of default rates on the day of the agreement, a TEA; absent if the law
 * sets none. @returns decimal text, a fraction per year of 365 days, to be stored with the loan.
 */
export function defaultAnnualRate(rate: RateTerms, ceiling?: Decimal): string {
  const agreed =
    rate.basis === 'tea'
      ? annualRateOfTea(toDecimalText(multiply(parseRational(rate.tea), FACTOR), 10))
      : toDecimalText(multiply(nominalRate(rate), FACTOR), 10);
  return ceiling === undefined ? agreed : cutToCeiling(agreed, ceiling);
}

/** Lesser of a default rate per 365-day year and a ceiling given as a TEA, converted to such a year. */
export function cutToCeiling(annualRate: Decimal, ceiling: Decimal): string {
  const most = annualRateOfTea(ceiling);
  return compareRational(parseRational(annualRate), parseRational(most)) > 0 ? most : String(annualRate);
}

/** Annual rate (365 days) equivalent to a TEA that accrues daily; cut at ten decimals. */
function annualRateOfTea(tea: Decimal): string {
  return toDecimalText(multiply(dailyRateOfTea(tea), rational(DAYS_PER_YEAR, 1n)), 10);
}

/** Effective annual rate of a default rate that accrues daily; a fraction. */
export function defaultEffectiveRate(annualRate: Decimal): number {
  const days = Number(DAYS_PER_YEAR);
  return settle(Math.expm1(days * Math.log1p(toNumber(parseRational(annualRate)) / days)));
}

/**
 * Default interest and its tax on unpaid capital. @param centavoDays sum of the unpaid capital over the days
 * in arrears. Only this sum is rounded, so the figure does not depend on how many partial payments split the
 * period.
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
