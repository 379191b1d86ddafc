import type { CountryCode } from '../countries.ts';
import { ENTRIES } from '../entries.ts';
import { accepted, refused, type CheckedText, type Parsed } from './checked.ts';
import { ungrouped } from './digits.ts';

/** National mobile number: 10 digits in Argentina, 8 in Uruguay. */
export type CellPhone = CheckedText<'CellPhone'>;
/** `+` and digits, as SMS carriers expect. */
export type E164 = CheckedText<'E164'>;

const CELL_REQUIRED = 'El celular es requerido.';

/**
 * Parses a mobile number as calls send it: without prefix, 0, 15 or spaces
 * (docs/product/countries.md#telephone-numbers).
 */
export function parseCellPhone(country: CountryCode, input: string): Parsed<CellPhone> {
  const phone = readCellPhone(country, input);
  return phone.ok && phone.value !== input ? refused(ENTRIES[country].pack.hintCellPhone) : phone;
}

/** Parses a mobile number in any dialled notation, for fields and searches. */
export function readCellPhone(country: CountryCode, input: string): Parsed<CellPhone> {
  const digits = ungrouped(input);
  if (digits === '') return refused(CELL_REQUIRED);
  const { pack, phone } = ENTRIES[country];
  const national = /^\d+$/.test(digits) ? phone.national(digits) : undefined;
  return national === undefined ? refused(pack.hintCellPhone) : accepted(national as CellPhone);
}

export function toE164(country: CountryCode, phone: CellPhone): E164 {
  return (ENTRIES[country].phone.e164Prefix + phone) as E164;
}
