import type { CountryPack } from '../country-pack.ts';
import { lenderRows, type Lender } from '../lender.ts';
import type { Drawing, PrintedDocument } from './loan-contract.ts';

/** Facts of a fiscal document, formatted by the caller. */
export interface InvoiceFacts {
  /** Such as "Factura B". */
  readonly title: string;
  readonly number: string;
  /** DD-MM-YYYY, as are the other dates. */
  readonly issuedOn: string;
  readonly taxDate: string;
  readonly customer: string;
  readonly documentLabel: string;
  readonly document: string;
  readonly loanNumber: string;
  readonly net: string;
  /** Percentage, with its sign. */
  readonly taxRate: string;
  readonly tax: string;
  readonly total: string;
  readonly codeName: string;
  readonly code: string;
  readonly codeUntil: string;
  /** Documents that a credit note corrects, as printed; empty for an invoice. */
  readonly corrects: readonly string[];
}

interface Made {
  readonly brand: string;
  readonly pack: CountryPack;
  readonly lender: Lender;
  readonly at: Date;
  /** Address that checks the document, and its code. */
  readonly url: string;
  readonly drawing: Drawing;
}

/** Printed invoice or credit note (docs/product/invoices.md#the-borrowers-invoice); the same facts give the same bytes. */
export function invoiceDocument(
  facts: InvoiceFacts,
  { brand, pack, lender, at, url, drawing }: Made,
): PrintedDocument {
  const name = `${facts.title} ${facts.number}`;
  return {
    title: name,
    subtitle: `Emitida el ${facts.issuedOn}`,
    language: pack.locale,
    author: brand,
    at,
    footer: `${brand} · ${name}`,
    blocks: [
      { kind: 'facts', rows: lenderRows(pack, lender) },
      {
        kind: 'facts',
        rows: [
          ['Cliente', facts.customer],
          [facts.documentLabel, facts.document],
          ['Condición', 'Consumidor final'],
          ['Préstamo', facts.loanNumber],
          ['Fecha del servicio', facts.taxDate],
          ...facts.corrects.map((each) => ['Corrige', each] as const),
        ],
      },
      {
        kind: 'table',
        amountsFrom: 1,
        widths: ['*', 120],
        rows: [
          ['Concepto', 'Importe'],
          ['Intereses y cargos del préstamo, sin IVA', facts.net],
          [`IVA ${facts.taxRate}`, facts.tax],
          ['Total', facts.total],
        ],
      },
      {
        kind: 'code',
        drawing,
        alt: `Código QR con la dirección donde se comprueba: ${url}`,
        lines: [`${facts.codeName} ${facts.code}`, `Vence el ${facts.codeUntil}`],
      },
    ],
  };
}
