import { groupThousands } from './format-units.ts';
import { type Centavos, type MoneyRounding, divideRounded, roundMoney } from './money.ts';

/** A decimal number as written in a price list, such as `'2.60'`; text keeps it exact. */
export type Decimal = string | number;

/** Exact fraction in lowest terms, with a positive denominator. */
export type Rational = { readonly num: bigint; readonly den: bigint };

/** @throws RangeError when the denominator is zero. */
export function rational(num: bigint, den: bigint): Rational {
  if (den === 0n) throw new RangeError('the denominator must not be zero');
  const divisor = greatestCommonDivisor(num, den);
  return den < 0n ? { num: -num / divisor, den: -den / divisor } : { num: num / divisor, den: den / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:e([+-]\d{1,2}))?$/;

/** Exact value of a decimal number. @throws RangeError when the text is not one. */
export const parseRational = remembered((value) => {
  const match = DECIMAL.exec(value);
  if (match === null) throw new RangeError(`not a decimal number: ${value}`);
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(sign + whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? rational(digits, 10n ** BigInt(scale)) : rational(digits * 10n ** BigInt(-scale), 1n);
});

const REMEMBERED = 500;

/**
 * Memoizes by value. A price list has a few hundred decimals, and one offer parses the same rate some hundred
 * times; parsing takes longer than computing with it.
 */
export function remembered(compute: (value: string) => Rational): (value: Decimal) => Rational {
  const known = new Map<string, Rational>();
  return (value) => {
    const text = String(value);
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = compute(text);
    if (known.size === REMEMBERED) known.clear();
    known.set(text, result);
    return result;
  };
}

export const ONE: Rational = { num: 1n, den: 1n };

export function addRational(a: Rational, b: Rational): Rational {
  return rational(a.num * b.den + b.num * a.den, a.den * b.den);
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.num * b.num, a.den * b.den);
}

export function compareRational(a: Rational, b: Rational): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** `amount × rate`, rounded by the currency's rule. */
export function applyRate(amount: Centavos, rate: Rational, rounding: MoneyRounding): Centavos {
  return roundMoney(BigInt(amount) * rate.num, rate.den, rounding);
}

/** Nearest double, for display only, never for amounts. */
export function toNumber(value: Rational): number {
  return Number(divideRounded(value.num * 10n ** 15n, value.den, 'half-even')) / 1e15;
}

/** Exact value cut to `digits` decimals, as decimal text. */
export function toDecimalText(value: Rational, digits: number): string {
  const scaled = (value.num * 10n ** BigInt(digits)) / value.den;
  const text = (scaled < 0n ? -scaled : scaled).toString().padStart(digits + 1, '0');
  return `${scaled < 0n ? '-' : ''}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`;
}

/**
 * Formats a fraction as a rounded percentage, `3.146` → `315%`, `12.955` → `1.296%`
 * (docs/product/rights.md#rates-shown).
 */
export function formatPercentRounded(fraction: Decimal): string {
  const { num, den } = parseRational(fraction);
  return `${groupSigned(divideRounded(num * 100n, den, 'half-up').toString())}%`;
}

/**
 * Formats a fraction as a percentage with two decimals, `12.9553` → `1.295,53%` (required by BCRA and BCU).
 */
export function formatPercentExact(fraction: Decimal): string {
  const { num, den } = parseRational(fraction);
  const hundredths = divideRounded(num * 10_000n, den, 'half-up');
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${groupThousands(digits.slice(0, -2))},${digits.slice(-2)}%`;
}

/**
 * Largest annual cost shown as a number, a fraction: a high price on a small, short loan has no meaningful
 * rate.
 */
const MOST_WRITTEN = 1000;

/** Formats an annual cost as a percentage with two decimals; above 100.000 % it only says 'more than'. */
export function formatCost(fraction: number): string {
  return fraction > MOST_WRITTEN
    ? `más de ${formatPercentExact(MOST_WRITTEN)}`
    : formatPercentExact(fraction);
}

function groupSigned(digits: string): string {
  return digits.startsWith('-') ? `-${groupThousands(digits.slice(1))}` : groupThousands(digits);
}
