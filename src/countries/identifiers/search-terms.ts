import { COUNTRIES, type CountryCode } from '../countries.ts';
import type { DocumentNumber } from '../country.ts';
import { ENTRIES } from '../entries.ts';
import { documentOfCuit, parseCuit } from './cuit.ts';
import { parseDocument } from './document.ts';
import { parseEmail } from './email.ts';
import { readCellPhone, type CellPhone } from './phones.ts';

/** Readings of the console's search text (docs/console.md#buscar). */
export const SEARCH_KINDS = [
  'document',
  'legal-number',
  'phone',
  'email',
  'loan',
  'payment',
  'ticket',
  'card',
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One thing that a typed text may be. */
export type SearchReading =
  | {
      readonly kind: 'document' | 'legal-number';
      readonly country: CountryCode;
      readonly value: DocumentNumber;
    }
  | { readonly kind: 'phone'; readonly country: CountryCode; readonly value: CellPhone }
  | { readonly kind: 'email' | 'loan' | 'payment' | 'ticket' | 'card'; readonly value: string };

/** A row's number fits a safe integer. */
const longestNumber = 15;
const shortestToken = 8;

/** All that a text may be, of these countries: digits alone can be a document, a phone, a loan and more. */
export function searchReadings(
  text: string,
  countries: readonly CountryCode[] = COUNTRIES,
): readonly SearchReading[] {
  const typed = text.trim();
  if (typed.includes('@')) {
    const email = parseEmail(typed);
    return email.ok ? [{ kind: 'email', value: email.value }] : [];
  }
  if (/^[#+]?[\d\s./()-]+$/.test(typed)) return ofDigits(typed, countries);
  // The last part of an address of the borrower's page is the loan's name.
  const token = /([\w-]+)\/?(?:[?#].*)?$/.exec(typed)?.[1] ?? '';
  if (token.length < shortestToken) return [];
  return (['loan', 'payment', 'ticket'] as const).map((kind) => ({ kind, value: token }));
}

function ofDigits(typed: string, countries: readonly CountryCode[]): readonly SearchReading[] {
  const digits = typed.replaceAll(/\D/g, '');
  const isNumber = typed.startsWith('#');
  const rows = digits !== '' && digits.length <= longestNumber && !typed.startsWith('+');
  return [
    ...(isNumber ? [] : countries.flatMap((country) => ofPerson(country, digits))),
    ...(rows ? (['loan', 'ticket'] as const).map((kind) => ({ kind, value: digits })) : []),
    ...(digits.length >= shortestToken && !isNumber ? [{ kind: 'payment' as const, value: digits }] : []),
    ...(digits.length === 4 && !isNumber ? [{ kind: 'card' as const, value: digits }] : []),
  ];
}

function ofPerson(country: CountryCode, digits: string): readonly SearchReading[] {
  const { pack } = ENTRIES[country];
  const document = parseDocument(country, digits);
  const legal = pack.hasLegalNumber ? parseCuit(digits) : undefined;
  const inLegal = legal?.ok ? parseDocument(country, documentOfCuit(legal.value)) : undefined;
  const phone = readCellPhone(country, digits);
  return [
    ...(document.ok ? [{ kind: 'document' as const, country, value: document.value }] : []),
    ...(inLegal?.ok ? [{ kind: 'legal-number' as const, country, value: inLegal.value }] : []),
    ...(phone.ok ? [{ kind: 'phone' as const, country, value: phone.value }] : []),
  ];
}
