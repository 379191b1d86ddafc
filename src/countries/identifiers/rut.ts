import { weightedSum } from './digits.ts';
import { accepted, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';

/** Uruguayan tax number: 12 digits; prefix 01 to 22, positions 9 to 11 are 001, the last is a check digit. */
export type Rut = CheckedText<'Rut'>;

const WEIGHTS = [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

export function parseRut(input: string): Parsed<Rut> {
  if (input === '') return refused(REQUIRED);
  if (!/^\d{12}$/.test(input)) return refused('El RUT debe contener 12 números.');
  const prefix = Number(input.slice(0, 2));
  // A check digit of 10 is never issued, and as text it matches no single digit.
  const expected = String((11 - (weightedSum(input, WEIGHTS) % 11)) % 11);
  const valid = prefix >= 1 && prefix <= 22 && input.slice(8, 11) === '001' && expected === input[11];
  return valid
    ? accepted(input as Rut)
    : refused('El RUT ingresado no es válido. Revisalo y volvé a intentarlo.');
}
