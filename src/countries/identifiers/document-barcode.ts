import type { CountryCode } from '../countries.ts';
import type { DocumentData } from '../server-country.ts';
import { nameWords } from './names.ts';
import { SERVER_ENTRIES } from '../server-entries.ts';

export type BarcodeReading = (text: string) => DocumentData | undefined;

/** Reader of the document's barcode; undefined if it has none (docs/product/application.md#document-barcode). */
export function barcodeReadingOf(code: CountryCode): BarcodeReading | undefined {
  return SERVER_ENTRIES[code].readDocument;
}

export type ComparedField = 'document_number' | 'first_name' | 'last_name' | 'birthdate';

/**
 * Fields that differ between document and typed data. Names are compared by words, without accents and case:
 * a person called Ana María may have typed Ana, or both surnames although the document has one.
 */
export function differingFields(
  document: DocumentData,
  typed: {
    readonly documentNumber: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly birthdate: string;
  },
): ComparedField[] {
  const same: readonly (readonly [ComparedField, boolean])[] = [
    ['document_number', digitsOf(document.documentNumber) === digitsOf(typed.documentNumber)],
    ['first_name', sameName(document.firstName, typed.firstName)],
    ['last_name', sameName(document.lastName, typed.lastName)],
    ['birthdate', document.birthdate === typed.birthdate],
  ];
  return same.filter(([, isSame]) => !isSame).map(([field]) => field);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^0+/, '');
}

function sameName(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const [few, many] = first.size <= second.size ? [first, second] : [second, first];
  return few.size > 0 && [...few].every((word) => many.has(word));
}

function wordsOf(name: string): ReadonlySet<string> {
  return new Set(nameWords(name));
}
