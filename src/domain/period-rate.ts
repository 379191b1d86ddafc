import { type Decimal, type Rational, multiply, parseRational, rational, remembered } from './rate.ts';

/**
 * Rate of one period from the annual rate (docs/product/loan-and-money.md#period-rate). Rates are
 * fractions, `'2.60'` = 260 %.
 * - monthly: TNA / 12
 * - fixed: TNA · basisDays / 365, independent of the calendar
 * - actual: TNA · days of the period / 365
 * - tea: (1 + TEA)^(1/12) − 1
 */
export type RateTerms =
  | { readonly basis: 'monthly'; readonly tna: Decimal }
  | { readonly basis: 'fixed'; readonly tna: Decimal; readonly basisDays: Decimal }
  | { readonly basis: 'actual'; readonly tna: Decimal }
  | { readonly basis: 'tea'; readonly tea: Decimal };

/** Also in leap years. */
export const DAYS_PER_YEAR = 365n;

const DAY: Rational = { num: 1n, den: DAYS_PER_YEAR };

/** Returns the rate of a period by its calendar days. The expensive part is computed once, here. */
export function periodRate(terms: RateTerms): (days: number) => Rational {
  switch (terms.basis) {
    case 'monthly': {
      const rate = multiply(parseRational(terms.tna), rational(1n, 12n));
      return () => rate;
    }
    case 'fixed': {
      const rate = multiply(multiply(parseRational(terms.tna), parseRational(terms.basisDays)), DAY);
      return () => rate;
    }
    case 'actual': {
      const daily = multiply(parseRational(terms.tna), DAY);
      return (days) => multiply(daily, rational(BigInt(days), 1n));
    }
    case 'tea': {
      const rate = monthlyRateOfTea(terms.tea);
      return () => rate;
    }
  }
}

const ROOT_DIGITS = 40n;
const ROOT_SCALE = 10n ** ROOT_DIGITS;

/**
 * (1 + TEA)^(1/12) − 1, cut at 40 decimals: for any valid amount the error is below 10^-24 centavos. @throws
 * RangeError for a negative TEA.
 */
export const monthlyRateOfTea = remembered((tea) => rateOfTea(tea, 12));

/** (1 + TEA)^(1/365) − 1, cut at 40 decimals. */
export const dailyRateOfTea = remembered((tea) => rateOfTea(tea, Number(DAYS_PER_YEAR)));

function rateOfTea(tea: Decimal, periods: number): Rational {
  const { num, den } = parseRational(tea);
  if (num < 0n) throw new RangeError(`a TEA cannot be negative: ${tea}`);
  const value = ((num + den) * ROOT_SCALE ** BigInt(periods)) / den;
  return rational(root(value, periods, Number(num) / Number(den)) - ROOT_SCALE, ROOT_SCALE);
}

/**
 * Integer part of the root of that degree, by Newton's method from above; the double supplies only the first
 * 13 digits.
 */
function root(value: bigint, degree: number, tea: number): bigint {
  const guess = (1 + tea) ** (1 / degree) * (1 + 1e-12);
  const n = BigInt(degree);
  let found = BigInt(Math.ceil(guess * 1e14)) * (ROOT_SCALE / 10n ** 14n);
  for (;;) {
    const next = ((n - 1n) * found + value / found ** (n - 1n)) / n;
    if (next >= found) return found;
    found = next;
  }
}
