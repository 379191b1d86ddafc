import { weightedSum, ungrouped } from './digits.ts';
import { accepted, ONLY_NUMBERS, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';

/** Uruguayan cédula: 8 digits, the last a check digit; six-digit bodies get a leading zero. */
export type Cedula = CheckedText<'Cedula'>;

const WEIGHTS = [2, 9, 8, 7, 6, 3, 4];

/** Parses bare digits or the written form 1.234.567-2. */
export function parseCedula(input: string): Parsed<Cedula> {
  const bare = ungrouped(input);
  if (bare === '') return refused(REQUIRED);
  if (!/^\d+$/.test(bare)) return refused(ONLY_NUMBERS);
  if (bare.length < 7 || bare.length > 8) return refused('La cédula debe tener 7 u 8 números.');
  const digits = bare.padStart(8, '0');
  const expected = (10 - (weightedSum(digits, WEIGHTS) % 10)) % 10;
  // All zeros would pass the check digit.
  const valid = Number(digits) > 0 && String(expected) === digits[7];
  return valid
    ? accepted(digits as Cedula)
    : refused('La cédula ingresada no es válida. Revisala y volvé a intentarlo.');
}
