import type { PrintedDocument } from './loan-contract.ts';

/** Facts of an accepted change of a loan, formatted by the caller. */
export interface AgreementFacts {
  readonly brand: string;
  readonly language: string;
  /** True for a change of the due day only. */
  readonly isDueDay: boolean;
  readonly lender: readonly (readonly [label: string, value: string])[];
  readonly customer: string;
  readonly documentLabel: string;
  readonly document: string;
  readonly loanNumber: string;
  readonly on: string;
  /** Part, owed that day, let off, moved into the new instalments; the last row has the totals. */
  readonly parts: readonly (readonly [part: string, owed: string, waived: string, moved: string])[];
  /** Number, due date, last day without surcharge, capital, interest, charges, of before, amount. */
  readonly rows: readonly (readonly string[])[];
  readonly total: string;
  /** Rate of new interest per year; '' for none. */
  readonly rate: string;
  readonly evidence: {
    readonly at: Date;
    readonly local: string;
    readonly channel: 'sms' | 'email';
    readonly digest: string;
  };
}

const CHANNELS = { sms: 'SMS', email: 'mail' } as const;

/** Paper of an accepted plan or change of the due day (docs/product/loan-changes.md#agreement). */
export function agreementPaper(facts: AgreementFacts): PrintedDocument {
  const { brand, language, loanNumber, evidence } = facts;
  const title = facts.isDueDay ? 'Cambio del día de vencimiento' : 'Acuerdo de pago';
  return {
    title,
    subtitle: `${brand} · Préstamo ${loanNumber}`,
    language,
    author: brand,
    at: evidence.at,
    footer: `${title} · Préstamo ${loanNumber}`,
    blocks: [
      { kind: 'heading', text: 'Partes' },
      {
        kind: 'facts',
        rows: [
          ...facts.lender,
          ['Titular', facts.customer],
          [facts.documentLabel, facts.document],
          ['Número de préstamo', loanNumber],
        ],
      },
      { kind: 'heading', text: `Lo que se debía el ${facts.on}` },
      {
        kind: 'table',
        amountsFrom: 1,
        widths: ['*', 100, 100, 110],
        rows: [['Concepto', 'Se debía', 'No se cobra', 'Pasa a las cuotas'], ...facts.parts],
      },
      { kind: 'heading', text: 'Cuotas nuevas' },
      {
        kind: 'table',
        amountsFrom: 3,
        widths: [28, 62, 62, '*', '*', '*', '*', '*'],
        rows: [
          ['N.º', 'Vence', 'Sin recargo hasta', 'Capital', 'Intereses', 'Cargos', 'De antes', 'Cuota'],
          ...facts.rows,
        ],
      },
      {
        kind: 'facts',
        rows: [
          ['Total a pagar', facts.total],
          [
            'Tasa de los intereses nuevos',
            facts.rate === '' ? 'Sin intereses nuevos' : `${facts.rate} anual`,
          ],
        ],
      },
      { kind: 'heading', text: 'Condiciones' },
      ...conditionsOf(facts).map((text) => ({ kind: 'paragraph', text }) as const),
      { kind: 'heading', text: 'Aceptación' },
      {
        kind: 'facts',
        rows: [
          ['Aceptado', evidence.local],
          ['Cómo', `Con un código enviado por ${CHANNELS[evidence.channel]}`],
          ['Resumen SHA-256 de lo aceptado', evidence.digest],
        ],
      },
    ],
  };
}

function conditionsOf({ isDueDay }: AgreementFacts): readonly string[] {
  return [
    'Estas cuotas reemplazan a las que estaban abiertas, que ya no se pagan. Lo demás del préstamo no cambia.',
    'Lo que pasa de antes (intereses, cargos y mora, con su IVA) no suma intereses. Los intereses nuevos se calculan sólo sobre el capital.',
    'Una cuota que no se paga hasta su último día sin recargo suma intereses por mora sobre su capital, a la tasa del préstamo.',
    'Se puede pagar antes, en todo o en parte: los intereses que todavía no corrieron no se cobran.',
    ...(isDueDay
      ? []
      : [
          'Si dos cuotas quedan atrasadas, una persona revisa el caso. Nada de lo anterior vuelve a valer por sí solo, y lo que no se cobra no se vuelve a cobrar.',
        ]),
  ];
}
