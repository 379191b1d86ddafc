import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { InvoiceKind } from '../../../domain/invoicing.ts';
import type { Centavos } from '../../../domain/money.ts';

/** `150000.50`, exact. */
export function decimals(amount: Centavos): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Issued document that a credit note corrects. */
export interface CorrectedDocument {
  readonly pointOfSale: number;
  readonly number: number;
  readonly issuedOn: CalendarDate;
}

export interface FiscalDocument {
  readonly kind: InvoiceKind;
  readonly pointOfSale: number;
  readonly number: number;
  readonly issuedOn: CalendarDate;
  /** Day of the service. */
  readonly taxDate: CalendarDate;
  /** Above zero, as is `tax`. */
  readonly net: Centavos;
  readonly tax: Centavos;
  readonly customer: {
    /** Identity document, or the number of the tax or labour register. */
    readonly kind: 'document' | 'legal';
    readonly number: string;
    readonly name: string;
  };
  /** Empty for an invoice. */
  readonly corrects: readonly CorrectedDocument[];
}

export interface Fault {
  readonly code: string;
  readonly message: string;
}

/**
 * Answer of the authority about a document's number. `taken`: another document has it. `out-of-step`: it is not the
 * next one; `last` is the last number that the authority knows.
 */
export type FiscalAnswer =
  | {
      readonly state: 'authorised';
      readonly code: string;
      readonly codeUntil: CalendarDate;
      /** Address with which anybody can check the document; printed as a QR code. */
      readonly checkUrl: string;
    }
  | { readonly state: 'refused'; readonly faults: readonly Fault[] }
  | { readonly state: 'not-found' }
  | { readonly state: 'taken' }
  | { readonly state: 'out-of-step'; readonly last: number };

/** Electronic invoices of one country (docs/product/invoices.md). Calls throw if there is no clear answer. */
export interface Invoicing {
  readonly name: string;
  readonly pointOfSale: number;
  /** End of the certificate that logs in; undefined without one. */
  certificateUntil(): Promise<Date | undefined>;
  /** Last number authorised; 0 if there is none. */
  last(kind: InvoiceKind): Promise<number>;
  /** Sends a document under its number, which is issued once, however often it is sent. */
  send(document: FiscalDocument): Promise<FiscalAnswer>;
  /** Asks for a number that may have been sent: `authorised`, `not-found` or `taken`. */
  query(document: FiscalDocument): Promise<FiscalAnswer>;
  /** Asks the service for its own state. */
  isUp(): Promise<boolean>;
}
