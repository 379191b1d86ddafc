import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { InvoiceKind } from '../../../domain/invoicing.ts';

/** Number as printed, such as 00001-00000012; '' without one. */
export function writtenNumber(pointOfSale: number | null, number: number | null): string {
  if (pointOfSale === null || number === null) return '';
  return `${String(pointOfSale).padStart(5, '0')}-${String(number).padStart(8, '0')}`;
}

export const titleOf = (country: CountryCode, kind: InvoiceKind): string =>
  SERVER_ENTRIES[country].invoicing.names[kind];
