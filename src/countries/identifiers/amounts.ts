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

/** The digits that an amount in thousands has at most: those of the largest amount in thousands, and never fewer than three. */
export function amountDigits({ maxAmount }: Pick<AmountLimits, 'maxAmount'>): number {
  return Math.max(3, String(Math.floor(maxAmount / AMOUNT_UNIT)).length);
}

/**
 * The thousands that an input means on blur: a whole amount, 290.000 or 290000, is 290. Anything else keeps
 * its digits, so that an out-of-range amount is visible.
 */
export function writtenThousands(typed: string, most: number): string {
  const units = typed.replace(/,\d*\s*$/, '');
  const digits = units.replaceAll(/\D/g, '').replace(/^0+/, '');
  const isWholeAmount = /\d\.\d{3}/.test(units) || digits.length > most + 1;
  return isWholeAmount ? digits.replace(/000$/, '') : digits;
}

/**
 * The amount of an input in thousands.
 * @returns currency units
 */
export function parseThousands(input: string, limits: AmountLimits): Parsed<number> {
  const { minAmount, maxAmount } = limits;
  if (input === '') return refused(REQUIRED);
  if (!/^\d+$/.test(input)) return refused(ONLY_NUMBERS);
  const amount = Number(input) * AMOUNT_UNIT;
  if (amount < minAmount) return refused('Ingresá un monto mayor');
  if (amount > maxAmount) return refused('Ingresá un monto menor');
  return accepted(amount);
}

/**
 * Corrects an invalid amount when the field is left: the nearest bound.
 * @returns thousands, as in the field
 */
export function snapThousands(input: string, limits: AmountLimits): string {
  const { minAmount, maxAmount } = limits;
  const amount = Number(writtenThousands(input, amountDigits(limits))) * AMOUNT_UNIT;
  return String(Math.min(Math.max(amount, minAmount), maxAmount) / AMOUNT_UNIT);
}
