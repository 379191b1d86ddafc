import type { Centavos } from '../../money.ts';

/** How the oracle rounds an amount: to whole steps of centavos, a half away from zero or to the even step. */
export type OracleRounding = { readonly step: bigint; readonly half: 'half-up' | 'half-even' };

/** An exact fraction with a positive denominator, never reduced. */
export type Fraction = { readonly num: bigint; readonly den: bigint };

export const NOTHING: Fraction = { num: 0n, den: 1n };

/** Reads a decimal as a price list writes it, such as `2.60`. */
export function fraction(decimal: string | number): Fraction {
  const [whole = '0', decimals = ''] = String(decimal).split('.');
  return { num: BigInt(whole + decimals), den: 10n ** BigInt(decimals.length) };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.den + b.num * a.den, den: a.den * b.den };
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { num: a.num * b.num, den: a.den * b.den };
}

/** An amount that is not negative, times a fraction, rounded once. */
export function rounded(amount: bigint, { num, den }: Fraction, { step, half }: OracleRounding): bigint {
  const exact = amount * num;
  const unit = den * step;
  const below = exact / unit;
  const over = 2n * (exact - below * unit);
  if (over < unit) return below * step;
  if (over > unit || half === 'half-up') return (below + 1n) * step;
  return (below % 2n === 0n ? below : below + 1n) * step;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function total(amounts: Iterable<bigint | Centavos>): bigint {
  let result = 0n;
  for (const amount of amounts) result += BigInt(amount);
  return result;
}
