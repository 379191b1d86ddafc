import { weightedSum, ungrouped } from './digits.ts';
import { accepted, refused, REQUIRED, type CheckedText, type Parsed, ONLY_NUMBERS } from './checked.ts';

/** Argentine CUIT or CUIL, 11 digits: prefix 2, document 8, check 1. */
export type Cuit = CheckedText<'Cuit'>;

const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
const PERSON_PREFIXES = ['20', '27', '23', '24', '25', '26'];
const PREFIXES = new Set([...PERSON_PREFIXES, '30', '33', '34']);

const LENGTH = 'El CUIT/CUIL debe contener 11 números.';
const WRONG = 'El CUIT/CUIL ingresado no es válido. Revisalo y volvé a intentarlo.';

/**
 * Parses a CUIT or CUIL, with or without the dashes of the mask ##-########-#
 * (docs/product/countries.md#documents).
 */
export function parseCuit(input: string): Parsed<Cuit> {
  const digits = ungrouped(input);
  if (digits === '') return refused(REQUIRED);
  if (!/^\d{11}$/.test(digits)) return refused(LENGTH);
  const valid = PREFIXES.has(digits.slice(0, 2)) && checkDigit(digits) === digits[10];
  return valid ? accepted(digits as Cuit) : refused(WRONG);
}

/** DNI inside a person's CUIT, without leading zeros. */
export function documentOfCuit(cuit: Cuit): string {
  return cuit.slice(2, 10).replace(/^0+/, '');
}

/**
 * Document that a person's number is or contains, without leading zeros, so that DNI and CUIL compare equal.
 */
export function documentInNumber(number: string): string {
  const cuit = parseCuit(number);
  return cuit.ok ? documentOfCuit(cuit.value) : number.replace(/^0+/, '');
}

/**
 * Possible CUITs of a person with this DNI, most common prefix first. The bureau is queried by CUIT, and
 * before the bank step only the DNI is known.
 */
export function cuitsOfDni(dni: Dni): readonly Cuit[] {
  const bodies = PERSON_PREFIXES.map((prefix) => prefix + dni.padStart(8, '0'));
  return bodies
    .filter((body) => checkDigit(body) !== undefined)
    .map((body) => (body + checkDigit(body)) as Cuit);
}

/** Undefined if the arithmetic gives 10: such a number is never issued. */
function checkDigit(digits: string): string | undefined {
  const digit = (11 - (weightedSum(digits, WEIGHTS) % 11)) % 11;
  return digit === 10 ? undefined : String(digit);
}

/** An Argentine DNI: 7 or 8 digits, no check digit, no leading zero (docs/product/countries.md#documents). */
export type Dni = CheckedText<'Dni'>;

export function parseDni(input: string): Parsed<Dni> {
  if (input === '') return refused(REQUIRED);
  if (!/^\d+$/.test(input)) return refused(ONLY_NUMBERS);
  return /^[1-9]\d{6,7}$/.test(input) ? accepted(input as Dni) : refused('El DNI debe tener 7 u 8 números.');
}
