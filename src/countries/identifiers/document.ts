import { groupThousands } from '../../domain/group-thousands.ts';
import type { CountryCode } from '../country-pack.ts';
import { parseCedula, type Cedula } from './cedula.ts';
import type { Parsed } from './checked.ts';
import { parseDni, type Dni } from './dni.ts';

/** The main document of either country. */
export type DocumentNumber = Dni | Cedula;

export function parseDocument(country: CountryCode, input: string): Parsed<DocumentNumber> {
  return country === 'AR' ? parseDni(input) : parseCedula(input);
}

/** As it is printed: 12.345.678 in Argentina, 1.234.567-2 in Uruguay. */
export function formatDocument(country: CountryCode, document: DocumentNumber): string {
  if (country === 'AR') return groupThousands(document);
  return `${groupThousands(document.slice(0, -1).replace(/^0+/, ''))}-${document.slice(-1)}`;
}

/** A document number as it is printed, wherever it comes from; what is no document (masked, too short) stays as it is. */
export function writtenDocument(country: CountryCode, number: string): string {
  const document = parseDocument(country, number);
  return document.ok ? formatDocument(country, document.value) : number;
}
