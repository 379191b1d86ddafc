import type { PrintedDocument } from './loan-contract.ts';

/** Holder's data on a debt-free certificate; '' for omitted fields. */
export interface DebtFreeFacts {
  readonly brand: string;
  readonly fullName: string;
  readonly documentLabel: string;
  /** Document label for use in a sentence. */
  readonly documentInText: string;
  /** Formatted with dots. */
  readonly document: string;
  /** Formatted with hyphens. */
  readonly legalNumber: string;
  /** Local day of issue, DD-MM-YYYY. */
  readonly issuedOn: string;
}

export const debtFreeTitle = 'Certificado de libre deuda';

/** Certified sentence, on screen and in the file. */
export function debtFreeStatement({
  brand,
  fullName,
  documentInText,
  document,
  legalNumber,
  issuedOn,
}: DebtFreeFacts): string {
  const holder = [fullName, `${documentInText} ${document}`, legalNumber && `CUIL ${legalNumber}`];
  const who = holder.filter((part) => part !== '').join(', ');
  return fullName === ''
    ? `${brand} certifica que el documento ${who} no registra deuda por préstamos con nosotros al ${issuedOn}.`
    : `${brand} certifica que ${who}, no registra deuda por préstamos con nosotros al ${issuedOn}.`;
}

export const debtFreeScope =
  'Vale por la situación del día en que se emitió. No incluye deudas con otras entidades.';

/** Notice on a certificate issued without a login. */
export const debtFreeUnnamed = 'Se emitió sin iniciar sesión: no acredita la identidad de quien lo presenta.';

/** Facts by label, in the order of the screen and the file. */
export function debtFreeRows(facts: DebtFreeFacts): readonly (readonly [label: string, value: string])[] {
  const rows = [
    ['Nombre completo', facts.fullName],
    [facts.documentLabel, facts.document],
    ['CUIL', facts.legalNumber],
    ['Fecha de emisión', facts.issuedOn],
  ] as const;
  return rows.filter(([, value]) => value !== '');
}

const closedWithWaiver = (number: string) =>
  ({ kind: 'paragraph', text: `Préstamo ${number}: cancelado con quita.` }) as const;

/** Builds the certificate file; the same facts give the same bytes. */
export function debtFreeDocument(
  facts: DebtFreeFacts,
  check: {
    readonly language: string;
    /** {@link lenderNotice} of the certifying company. */
    readonly lender: string;
    readonly at: Date;
    /** Numbers of the holder's loans that ended with capital waived. */
    readonly waivedLoans: readonly string[];
    /** Verification address, and its QR code. */
    readonly url: string;
    readonly drawing: { readonly path: string; readonly size: number };
  },
): PrintedDocument {
  return {
    title: debtFreeTitle,
    subtitle: `Emitido el ${facts.issuedOn}`,
    language: check.language,
    author: facts.brand,
    at: check.at,
    footer: `${facts.brand} · ${debtFreeTitle}`,
    blocks: [
      { kind: 'paragraph', text: debtFreeStatement(facts) },
      { kind: 'facts', rows: debtFreeRows(facts) },
      { kind: 'paragraph', text: debtFreeScope },
      ...(facts.fullName === '' ? [] : check.waivedLoans.map(closedWithWaiver)),
      ...(facts.fullName === '' ? [{ kind: 'paragraph' as const, text: debtFreeUnnamed }] : []),
      {
        kind: 'code',
        drawing: check.drawing,
        alt: `Código para comprobar el certificado en ${check.url}`,
        lines: ['Comprobá que este certificado es auténtico:', check.url],
      },
      { kind: 'paragraph', text: check.lender },
    ],
  };
}
