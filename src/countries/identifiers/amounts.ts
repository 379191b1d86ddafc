import { accepted, ONLY_NUMBERS, refused, REQUIRED, type Parsed } from './checked.ts';

/** Bounds of the amount input, in currency units. */
export interface AmountLimits {
  readonly minAmount: number;
  readonly maxAmount: number;
}

/** The amount field counts thousands (docs/product/offer.md#amount-input). */
export const AMOUNT_UNIT = 1_000;
/** Pause after typing before plans are asked for. */
export const AMOUNT_DEBOUNCE_MS = 500;

/**
 * The amount of an input in thousands, at most three digits.
 * @returns currency units
 */
export function parseThousands(input: string, { minAmount, maxAmount }: AmountLimits): Parsed<number> {
  if (input === '') return refused(REQUIRED);
  if (!/^\d{1,3}$/.test(input)) return refused(ONLY_NUMBERS);
  const amount = Number(input) * AMOUNT_UNIT;
  if (amount < minAmount) return refused('Ingresá un monto mayor');
  if (amount > maxAmount) return refused('Ingresá un monto menor');
  return accepted(amount);
}

/**
 * What the input becomes when it is left with an invalid value: the nearest bound.
 * @returns thousands, as the input holds them
 */
export function snapThousands(input: string, { minAmount, maxAmount }: AmountLimits): string {
  const amount = /^\d{1,3}$/.test(input) ? Number(input) * AMOUNT_UNIT : 0;
  return String(Math.min(Math.max(amount, minAmount), maxAmount) / AMOUNT_UNIT);
}
