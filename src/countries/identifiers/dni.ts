import { accepted, ONLY_NUMBERS, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';

/** An Argentine DNI: 7 or 8 digits, no check digit, no leading zero (docs/product/countries.md#documents). */
export type Dni = CheckedText<'Dni'>;

export function parseDni(input: string): Parsed<Dni> {
  if (input === '') return refused(REQUIRED);
  if (!/^\d+$/.test(input)) return refused(ONLY_NUMBERS);
  return /^[1-9]\d{6,7}$/.test(input) ? accepted(input as Dni) : refused('El DNI debe tener 7 u 8 números.');
}
