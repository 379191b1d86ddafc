import { CURRENCIES, type Currency, type CurrencyFacts } from './currency.ts';
import { groupThousands } from './format-units.ts';

declare const centavosBrand: unique symbol;

/**
 * Amount in hundredths of the currency unit: a safe integer, negative for deductions. The record that holds
 * amounts names the currency once.
 */
export type Centavos = number & { readonly [centavosBrand]: true };

export type { Currency } from './currency.ts';

/**
 * Brands a whole number of centavos.
 * @throws RangeError when the number is not a safe integer: beyond 2^53 sums would silently lose centavos.
 */
export function centavos(value: number): Centavos {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole, safe number of centavos: ${value}`);
  return (value + 0) as Centavos;
}

export const ZERO = centavos(0);

/** Converts a result of exact arithmetic. @throws RangeError beyond the safe range. */
export function centavosFromBigint(value: bigint): Centavos {
  return centavos(Number(value));
}

const UNITS = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/;

/**
 * Parses an amount in currency units as sent in JSON (`76736.24`, `"76736.2"`, `76736`). @returns undefined
 * for more than two decimals, NaN, an exponent or a value beyond the safe range.
 */
export function parseUnits(value: number | string): Centavos | undefined {
  const match = UNITS.exec(String(value));
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const magnitude = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(magnitude)) return undefined;
  return centavos(sign === '-' ? -magnitude : magnitude);
}

/** Parses like {@link parseUnits}, for trusted values. @throws RangeError when it is not an amount. */
export function fromUnits(value: number | string): Centavos {
  const parsed = parseUnits(value);
  if (parsed === undefined) throw new RangeError(`not an amount with at most two decimals: ${value}`);
  return parsed;
}

/** Amount in currency units, for the wire only: the nearest double prints at most two decimals. */
export function toUnits(amount: Centavos): number {
  return amount / 100;
}

export function add(a: Centavos, b: Centavos): Centavos {
  return centavos(a + b);
}

export function subtract(a: Centavos, b: Centavos): Centavos {
  return centavos(a - b);
}

export function negate(amount: Centavos): Centavos {
  return centavos(0 - amount);
}

export function sum(amounts: Iterable<Centavos>): Centavos {
  let total = ZERO;
  for (const amount of amounts) total = add(total, amount);
  return total;
}

/** Comparator for `Array.prototype.sort`. */
export function compare(a: Centavos, b: Centavos): number {
  return a - b;
}

export function smaller(a: Centavos, b: Centavos): Centavos {
  return a < b ? a : b;
}

export function larger(a: Centavos, b: Centavos): Centavos {
  return a > b ? a : b;
}

/**
 * Divides an amount into `parts` that differ by at most one centavo and add up to it exactly;
 * the larger parts come first.
 * @throws RangeError unless `parts` is a positive integer.
 */
export function split(amount: Centavos, parts: number): Centavos[] {
  if (!Number.isSafeInteger(parts) || parts < 1) throw new RangeError(`cannot split into ${parts} parts`);
  const base = Math.floor(amount / parts);
  const remainder = amount - base * parts;
  return Array.from({ length: parts }, (_, index) => centavos(index < remainder ? base + 1 : base));
}

/** Rounding of a half: away from zero, or to the even neighbour. */
export type Rounding = 'half-up' | 'half-even';

/**
 * Integer nearest to `numerator / denominator`; the caller names the rounding of an exact half. Symmetric
 * around zero, so that a reversal is the exact opposite of its original. @throws RangeError when the
 * denominator is not positive.
 */
export function divideRounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  const magnitude = numerator < 0n ? -numerator : numerator;
  const quotient = magnitude / denominator;
  const twice = (magnitude - quotient * denominator) * 2n;
  const up =
    twice > denominator || (twice === denominator && (rounding === 'half-up' || quotient % 2n === 1n));
  const rounded = up ? quotient + 1n : quotient;
  return numerator < 0n ? -rounded : rounded;
}

/** Rounding of a currency's amounts: the step size, and how half a step is rounded. */
export type MoneyRounding = { readonly half: Rounding; readonly step: number };

export function roundingOf(currency: Currency, half: Rounding): MoneyRounding {
  return { half, step: CURRENCIES[currency].smallestStep };
}

/**
 * Rounds a fraction of hundredths to the nearest amount. @throws RangeError when the denominator is not
 * positive.
 */
export function roundMoney(numerator: bigint, denominator: bigint, { half, step }: MoneyRounding): Centavos {
  const size = BigInt(step);
  return centavosFromBigint(divideRounded(numerator, denominator * size, half) * size);
}

/** Formats with the currency's decimals, as contracts and receipts require: `$76.736,24`. */
export function formatMoney(amount: Centavos, currency: Currency): string {
  return formatBy(CURRENCIES[currency], amount);
}

/**
 * Formats by the facts of a currency. A fraction that the currency normally omits is still printed, so no
 * amount disappears from a document.
 */
export function formatBy({ exponent, symbol, smallestStep }: CurrencyFacts, amount: Centavos): string {
  const digits = Math.abs(amount).toString().padStart(3, '0');
  const whole = `${amount < 0 ? '-' : ''}${symbol}${groupThousands(digits.slice(0, -2))}`;
  return exponent === 0 && amount % smallestStep === 0 ? whole : `${whole},${digits.slice(-2)}`;
}
