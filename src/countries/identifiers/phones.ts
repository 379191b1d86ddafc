import type { CountryCode } from '../country-pack.ts';
import { accepted, refused, type CheckedText, type Parsed } from './checked.ts';

/** A national mobile number as people type it: 10 digits in Argentina, 8 in Uruguay. */
export type CellPhone = CheckedText<'CellPhone'>;
/** `+` and digits, as the SMS carriers take it. */
export type E164 = CheckedText<'E164'>;

const CELL_REQUIRED = 'El celular es requerido.';

interface PhoneRule {
  readonly pattern: RegExp;
  readonly hint: string;
  /** Argentine mobiles carry a 9 between country and area code. */
  readonly e164Prefix: string;
}

const RULES: Readonly<Record<CountryCode, PhoneRule>> = {
  // Area codes are 11 or begin with 2 or 3 (ENACOM numbering plan); so neither 0 nor 15 can lead.
  AR: {
    pattern: /^(11|[23]\d)\d{8}$/,
    hint: 'Incluye el código de área de tu ciudad, sin el 0 y sin el 15.',
    e164Prefix: '+549',
  },
  // Mobiles are 91 to 99 (URSEC numbering plan).
  UY: {
    pattern: /^9[1-9]\d{6}$/,
    hint: 'Incluye el código de área de tu ciudad, sin el 0',
    e164Prefix: '+598',
  },
};

/** A mobile number without prefix, 0, 15 or spaces (docs/product/countries.md#telephone-numbers). */
export function parseCellPhone(country: CountryCode, input: string): Parsed<CellPhone> {
  if (input === '') return refused(CELL_REQUIRED);
  const { pattern, hint } = RULES[country];
  return pattern.test(input) ? accepted(input as CellPhone) : refused(hint);
}

export function toE164(country: CountryCode, phone: CellPhone): E164 {
  return (RULES[country].e164Prefix + phone) as E164;
}
