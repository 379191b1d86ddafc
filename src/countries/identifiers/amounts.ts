import { accepted, ONLY_NUMBERS, refused, REQUIRED, type Parsed } from './checked.ts';

/** Bounds of the amount input, in currency units. */
export interface AmountLimits {
  readonly minAmount: number;
  readonly maxAmount: number;
}

/** The amount field counts in thousands (docs/product/offer.md#amount-input). */
export const AMOUNT_UNIT = 1_000;
/** Pause after typing before plans are requested. */
export const AMOUNT_DEBOUNCE_MS = 500;

/** Most digits of an amount in thousands: those of the largest amount, and at least three. */
export function amountDigits({ maxAmount }: Pick<AmountLimits, 'maxAmount'>): number {
  return Math.max(3, String(Math.floor(maxAmount / AMOUNT_UNIT)).length);
}

/**
 * Converts an input to thousands on blur: a whole amount, 290.000 or 290000, becomes 290. Anything else keeps
 * its digits, so that an out-of-range amount stays visible.
 */
export function writtenThousands(typed: string, most: number): string {
  const units = typed.replace(/,\d*\s*$/, '');
  const digits = units.replaceAll(/\D/g, '').replace(/^0+/, '');
  const isWholeAmount = /\d\.\d{3}/.test(units) || digits.length > most + 1;
  return isWholeAmount ? digits.replace(/000$/, '') : digits;
}

/** Parses an input in thousands. @returns currency units */
export function parseThousands(input: string, limits: AmountLimits): Parsed<number> {
  const { minAmount, maxAmount } = limits;
  if (input === '') return refused(REQUIRED);
  if (!/^\d+$/.test(input)) return refused(ONLY_NUMBERS);
  const amount = Number(input) * AMOUNT_UNIT;
  if (amount < minAmount) return refused('Ingresá un monto mayor');
  if (amount > maxAmount) return refused('Ingresá un monto menor');
  return accepted(amount);
}

/** Corrects an invalid amount on blur to the nearest bound. @returns thousands, as in the field */
export function snapThousands(input: string, limits: AmountLimits): string {
  const { minAmount, maxAmount } = limits;
  const amount = Number(writtenThousands(input, amountDigits(limits))) * AMOUNT_UNIT;
  return String(Math.min(Math.max(amount, minAmount), maxAmount) / AMOUNT_UNIT);
}
