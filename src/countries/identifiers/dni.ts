import { accepted, ONLY_NUMBERS, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';
import { ungrouped } from './grouped-digits.ts';

/** An Argentine DNI: 7 or 8 digits, no check digit, no leading zero (docs/product/countries.md#documents). */
export type Dni = CheckedText<'Dni'>;

/** Takes bare digits and the written form 12.345.678. */
export function parseDni(input: string): Parsed<Dni> {
  const digits = ungrouped(input);
  if (digits === '') return refused(REQUIRED);
  if (!/^\d+$/.test(digits)) return refused(ONLY_NUMBERS);
  return /^[1-9]\d{6,7}$/.test(digits)
    ? accepted(digits as Dni)
    : refused('El DNI debe tener 7 u 8 números.');
}
