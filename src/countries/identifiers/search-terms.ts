import { COUNTRIES, type CountryCode } from '../countries.ts';
import type { DocumentNumber } from '../country.ts';
import { ENTRIES } from '../entries.ts';
import { documentOfCuit, parseCuit } from './cuit.ts';
import { parseDocument } from './document.ts';
import { parseEmail } from './email.ts';
import { readCellPhone, type CellPhone } from './phones.ts';

/** Possible meanings of the console's search text (docs/console.md#buscar). */
export const SEARCH_KINDS = [
  'document',
  'legal-number',
  'phone',
  'email',
  'loan',
  'payment',
  'ticket',
  'card',
  'account',
  'withdrawal',
  'transfer',
  'unmatched',
  'name',
  'email-part',
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** One possible meaning of a search text. */
export type SearchReading =
  | {
      readonly kind: 'document' | 'legal-number';
      readonly country: CountryCode;
      readonly value: DocumentNumber;
    }
  | { readonly kind: 'phone'; readonly country: CountryCode; readonly value: CellPhone }
  /** Words that each begin a word of the name, in lower case and without accents. */
  | { readonly kind: 'name'; readonly value: string; readonly words: readonly string[] }
  | { readonly kind: PlainKind; readonly value: string };

type PlainKind =
  | 'email'
  | 'email-part'
  | 'loan'
  | 'payment'
  | 'transfer'
  | 'unmatched'
  | 'ticket'
  | 'card'
  | 'account'
  | 'withdrawal';

/** Fits a safe integer. */
const longestNumber = 15;
/** Length of a ticket number as customers see it. */
const ticketNumber = 8;
/** Minimum length of a text that may name a row in an address. */
const shortestToken = 16;
/** Minimum number of digits of a bank's or network's operation number. */
const shortestOperation = 6;
const shortestPart = 3;
const lastDigits = 4;
const shortestAccount = 10;

/**
 * All possible meanings of a text in these countries: bare digits can be a document, a phone, a loan and
 * more.
 */
export function searchReadings(
  text: string,
  countries: readonly CountryCode[] = COUNTRIES,
): readonly SearchReading[] {
  const typed = text.trim();
  const email = typed.includes('@') ? parseEmail(typed) : undefined;
  if (email?.ok) return [{ kind: 'email', value: email.value }];
  if (/^[#+]?[\d\s./()-]+$/.test(typed)) return ofDigits(typed, countries);
  const code = /^(arr|baja)[\s-]?(\d+)$/i.exec(typed);
  if (code?.[1] && code[2]) return [{ kind: 'withdrawal', value: `${code[1].toUpperCase()}-${code[2]}` }];
  return [...ofName(typed), ...ofEmailPart(typed), ...ofToken(typed)];
}

/** Lower case without accents, as the function `search_text` of the database writes a name. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function ofName(typed: string): readonly SearchReading[] {
  if (!/^[\p{L}\p{M}\s'’`´.,-]+$/u.test(typed)) return [];
  const words = [...new Set(plain(typed).match(/\p{L}+/gu))];
  if (words.join('').length < shortestPart) return [];
  return [{ kind: 'name', value: words.join(' '), words }];
}

function ofEmailPart(typed: string): readonly SearchReading[] {
  const part = typed.toLowerCase();
  const isPart = /^[\w.+-]*@?[\w.-]*$/.test(part) && /[a-z]/.test(part) && part.length >= shortestPart;
  return isPart ? [{ kind: 'email-part', value: part }] : [];
}

function ofToken(typed: string): readonly SearchReading[] {
  // The last part of an address of the borrower's page is the loan's name.
  const token = /([\w-]+)\/?(?:[?#].*)?$/.exec(typed)?.[1] ?? '';
  const isOperation = token.length >= shortestOperation && /\d/.test(token);
  return [
    ...(token.length >= shortestToken ? [{ kind: 'loan' as const, value: token }] : []),
    ...(isOperation ? operation(token) : []),
    ...(token.length === ticketNumber || token.length >= shortestToken
      ? [{ kind: 'ticket' as const, value: token }]
      : []),
  ];
}

const operation = (value: string) =>
  (['payment', 'transfer', 'unmatched'] as const).map((kind) => ({ kind, value }));

function ofDigits(typed: string, countries: readonly CountryCode[]): readonly SearchReading[] {
  const digits = typed.replaceAll(/\D/g, '');
  const isNumber = typed.startsWith('#');
  const rows = digits !== '' && digits.length <= longestNumber && !typed.startsWith('+');
  const isEnd = digits.length === lastDigits;
  return [
    ...(isNumber ? [] : countries.flatMap((country) => ofPerson(country, digits))),
    ...(rows ? (['loan', 'ticket'] as const).map((kind) => ({ kind, value: digits })) : []),
    ...(digits.length >= shortestOperation && !isNumber ? operation(digits) : []),
    ...(isEnd && !isNumber ? [{ kind: 'card' as const, value: digits }] : []),
    ...((isEnd || digits.length >= shortestAccount) && !isNumber
      ? [{ kind: 'account' as const, value: digits }]
      : []),
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
