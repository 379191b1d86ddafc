import type { PrintedDocument } from './loan-contract.ts';

/** What the receipt of a transfer says (B §3 'Transfer receipt'); formatted by the caller, '' for what it leaves out. */
export interface ReceiptFacts {
  readonly code: string;
  readonly amount: string;
  /** DD-MM-YYYY. */
  readonly date: string;
  readonly name: string;
  readonly destination: string;
  readonly legalNumberLabel: string;
  readonly legalNumber: string;
}

export const receiptTitle = 'Comprobante de transferencia';

/** The facts under the amount, in the order of the screen and the file. */
export function receiptRows(facts: ReceiptFacts): readonly (readonly [label: string, value: string])[] {
  const rows = [
    ['Código', facts.code],
    ['Fecha', facts.date],
    ['Titular', facts.name],
    ['Cuenta de destino', facts.destination],
    [facts.legalNumberLabel, facts.legalNumber],
  ] as const;
  return rows.filter(([, value]) => value !== '');
}

/** The receipt as a file. */
export function receiptDocument(
  facts: ReceiptFacts,
  made: { readonly brand: string; readonly language: string; readonly at: Date },
): PrintedDocument {
  return {
    title: receiptTitle,
    subtitle: `${made.brand} · ${facts.date}`,
    language: made.language,
    author: made.brand,
    at: made.at,
    footer: `${made.brand} · ${receiptTitle}`,
    blocks: [
      { kind: 'highlight', label: 'Monto transferido', value: facts.amount, note: `Código ${facts.code}` },
      { kind: 'facts', rows: receiptRows(facts) },
    ],
  };
}
