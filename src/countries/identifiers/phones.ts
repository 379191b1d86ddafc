import type { CountryCode } from '../countries.ts';
import { ENTRIES } from '../entries.ts';
import { accepted, refused, type CheckedText, type Parsed } from './checked.ts';

/** A national mobile number as people type it: 10 digits in Argentina, 8 in Uruguay. */
export type CellPhone = CheckedText<'CellPhone'>;
/** `+` and digits, as the SMS carriers take it. */
export type E164 = CheckedText<'E164'>;

const CELL_REQUIRED = 'El celular es requerido.';

/** A mobile number without prefix, 0, 15 or spaces (docs/product/countries.md#telephone-numbers). */
export function parseCellPhone(country: CountryCode, input: string): Parsed<CellPhone> {
  if (input === '') return refused(CELL_REQUIRED);
  const { pack, phone } = ENTRIES[country];
  return phone.pattern.test(input) ? accepted(input as CellPhone) : refused(pack.hintCellPhone);
}

export function toE164(country: CountryCode, phone: CellPhone): E164 {
  return (ENTRIES[country].phone.e164Prefix + phone) as E164;
}
