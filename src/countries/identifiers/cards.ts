import { passesLuhn, ungrouped } from './digits.ts';
import { accepted, ONLY_NUMBERS, refused, REQUIRED, type CheckedText, type Parsed } from './checked.ts';

/** Accepted brands (docs/product/countries.md#cards). */
export type CardBrand = 'visa' | 'maestro' | 'mastercard' | 'cabal';
/** Digits of a card with valid brand, length and check digit. Never stored or logged. */
export type CardNumber = CheckedText<'CardNumber'>;
export type CardSecurityCode = CheckedText<'CardSecurityCode'>;

export const CARD_TYPE_UNKNOWN = 'No se pudo detectar el tipo de tarjeta.';
const LENGTH = 'El número de tarjeta debe tener entre 12 y 20 números.';
const WRONG = 'El número de tarjeta no es válido. Revisalo y volvé a intentarlo.';

interface BrandRange {
  readonly brand: CardBrand;
  /** Inclusive bounds on the first six digits. */
  readonly from: number;
  readonly to: number;
}

/** Cabal comes first because its ranges lie inside Maestro's. */
const RANGES: readonly BrandRange[] = [
  { brand: 'cabal', from: 604201, to: 604400 },
  { brand: 'cabal', from: 589657, to: 589657 },
  { brand: 'cabal', from: 603522, to: 603522 },
  { brand: 'cabal', from: 650272, to: 650272 },
  { brand: 'cabal', from: 650087, to: 650087 },
  { brand: 'visa', from: 400000, to: 499999 },
  { brand: 'mastercard', from: 510000, to: 559999 },
  { brand: 'mastercard', from: 222100, to: 272099 },
  { brand: 'maestro', from: 500000, to: 509999 },
  { brand: 'maestro', from: 560000, to: 599999 },
  { brand: 'maestro', from: 630000, to: 639999 },
  { brand: 'maestro', from: 670000, to: 679999 },
];

const LENGTHS: Readonly<Record<CardBrand, readonly number[]>> = {
  visa: [16, 18, 19],
  mastercard: [16],
  maestro: [12, 13, 14, 15, 16, 17, 18, 19],
  cabal: [16],
};

const NAMES: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  cabal: 'Cabal',
};

/** Display name of a brand; undefined for a brand that is not accepted. */
export function cardBrandName(brand: string): string | undefined {
  return Object.hasOwn(NAMES, brand) ? NAMES[brand as CardBrand] : undefined;
}

/** Display name of a stored card: `Visa terminada en 4905`. */
export function cardName(brand: CardBrand, lastFour: string): string {
  return `${NAMES[brand]} terminada en ${lastFour}`;
}

/** Brand by the first six digits; undefined for fewer digits or a brand that is not accepted. */
export function brandOf(digits: string): CardBrand | undefined {
  // A Visa is recognized by its first digit, so that its mask applies while it is typed.
  if (digits.startsWith('4')) return 'visa';
  const bin = digits.length < 6 ? 0 : Number(digits.slice(0, 6));
  return RANGES.find(({ from, to }) => bin >= from && bin <= to)?.brand;
}

export interface Card {
  readonly number: CardNumber;
  readonly brand: CardBrand;
  readonly lastFour: string;
}

/** Parses a card number, with or without separators between its groups. */
export function parseCard(input: string): Parsed<Card> {
  const digits = ungrouped(input);
  if (digits === '') return refused(REQUIRED);
  if (!/^\d+$/.test(digits)) return refused(ONLY_NUMBERS);
  if (digits.length < 12 || digits.length > 20) return refused(LENGTH);
  const brand = brandOf(digits);
  if (brand === undefined) return refused(CARD_TYPE_UNKNOWN);
  if (!LENGTHS[brand].includes(digits.length) || !passesLuhn(digits)) return refused(WRONG);
  return accepted({ number: digits as CardNumber, brand, lastFour: digits.slice(-4) });
}

/** Parses three or four digits. Kept in memory only (docs/product/payments.md#card-data). */
export function parseSecurityCode(input: string): Parsed<CardSecurityCode> {
  const code = input.trim();
  if (code === '') return refused(REQUIRED);
  if (!/^\d+$/.test(code)) return refused(ONLY_NUMBERS);
  return /^\d{3,4}$/.test(code)
    ? accepted(code as CardSecurityCode)
    : refused('El código de seguridad debe tener 3 o 4 números.');
}

/**
 * Maximum length of the holder's name in the application and in payment (docs/product/countries.md#fields).
 */
export const HOLDER_MAX_LENGTH = { application: 20, payment: 60 } as const;

export function parseCardHolder(input: string, maxLength: number): Parsed<string> {
  const holder = input.trim();
  if (holder === '') return refused('El campo nombre es obligatorio.');
  return holder.length <= maxLength ? accepted(holder) : refused(`Ingresá hasta ${maxLength} caracteres.`);
}
