import type { CountryCode } from '../country-pack.ts';
import type { DocumentNumber } from '../country.ts';
import { ENTRIES } from '../entries.ts';
import type { Parsed } from './checked.ts';

export type { DocumentNumber } from '../country.ts';

export function parseDocument(country: CountryCode, input: string): Parsed<DocumentNumber> {
  return ENTRIES[country].document.parse(input);
}

/** Formats a document as printed: 12.345.678 in Argentina, 1.234.567-2 in Uruguay. */
export function formatDocument(country: CountryCode, document: DocumentNumber): string {
  return ENTRIES[country].document.format(document);
}

/** Formatted document number; text that is no document (masked, too short) stays unchanged. */
export function writtenDocument(country: CountryCode, number: string): string {
  const document = parseDocument(country, number);
  return document.ok ? formatDocument(country, document.value) : number;
}
