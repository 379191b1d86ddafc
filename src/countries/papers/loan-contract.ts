import type { CountryCode } from '../country-pack.ts';
import { packOf } from '../index.ts';
import { LAWS } from '../law/laws.ts';

/** Part of a printed document; the renderer decides its layout. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly isNewPage?: boolean }
  | { readonly kind: 'subheading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** Label and value in two columns. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** Figure that the law requires to be seen first. */
  | { readonly kind: 'highlight'; readonly label: string; readonly value: string; readonly note: string }
  /** QR code with its content as text next to it. */
  | {
      readonly kind: 'code';
      readonly drawing: Drawing;
      readonly alt: string;
      readonly lines: readonly string[];
    }
  /** The first row has the headings; amounts are right-aligned from the column `amountsFrom` on. */
  | {
      readonly kind: 'table';
      readonly rows: readonly (readonly string[])[];
      readonly amountsFrom: number;
      /**
       * Width of each column in points, or '*' for a share of the rest; by default those of a payment plan.
       */
      readonly widths?: readonly (number | '*')[];
    };

/** Single-colour picture. */
export interface Drawing {
  readonly path: string;
  /** Side of its square, in the path's units. */
  readonly size: number;
}

export interface PrintedDocument {
  readonly title: string;
  readonly subtitle: string;
  /** BCP 47. */
  readonly language: string;
  readonly author: string;
  /** Time of acceptance, so that the file is identical each time it is produced for a loan. */
  readonly at: Date;
  readonly footer: string;
  readonly blocks: readonly Block[];
}

/** Facts of the contract; the caller formats amounts, rates and dates. */
export interface ContractFacts {
  readonly brand: string;
  /** {@link lenderRows} as of the day of acceptance. */
  readonly lender: readonly (readonly [label: string, value: string])[];
  readonly language: string;
  /** Short number that people can dictate. */
  readonly loanNumber: string;
  readonly customer: string;
  /** Whole address; '' for loans accepted before it was stored. */
  readonly domicile: string;
  readonly documentLabel: string;
  readonly document: string;
  readonly email: string;
  readonly currency: string;
  readonly principal: string;
  readonly delivered: string;
  readonly originationFee: string;
  readonly tna: string;
  readonly tea: string;
  readonly cftna: string;
  /** Effective annual cost by the actual dates. */
  readonly cftea: string;
  /** Including the membership's price; '' without the membership. */
  readonly cfteaWithMembership: string;
  /** Per year of 365 days. */
  readonly defaultRate: string;
  /** Default rate as an effective annual rate; null if rates are nominal. */
  readonly defaultTea: string | null;
  /** Months after each due date until which default interest accrues; 0 if the law sets no end. */
  readonly defaultMonths: number;
  readonly taxRate: string;
  readonly instalments: number;
  readonly payment: string;
  readonly interestTotal: string;
  readonly taxTotal: string;
  readonly chargesTotal: string;
  readonly finalAmount: string;
  /** Start of interest, and the effect of a late delivery on the plan. */
  readonly deliveryRule: string;
  readonly delivery: string;
  readonly withdrawal: string;
  readonly isMembership: boolean;
  /** Clause about the plan without membership; '' if there is none. */
  readonly basicPlan: string;
  /** Number, due date, capital, interest, IVA on interest, charges with their IVA, instalment, balance. */
  readonly schedule: readonly (readonly string[])[];
  /** Instalments that can be paid after their due date without surcharge: 'cuota 2, hasta el lunes 14-12-2026'. */
  readonly laterDays: readonly string[];
  readonly terms: {
    readonly title: string;
    readonly version: string;
    readonly paragraphs: readonly string[];
  };
  readonly note: { readonly version: string; readonly title: string; readonly paragraphs: readonly string[] };
  readonly evidence: {
    readonly at: Date;
    readonly utc: string;
    readonly local: string;
    readonly address: string;
    readonly device: string;
    /** Name, version and SHA-256 of each accepted text. */
    readonly documents: readonly (readonly [name: string, version: string, sha256: string])[];
  };
}

/**
 * Contract, terms, promissory note and proof of acceptance of a loan, in print order
 * (docs/product/confirmation.md#contract-file).
 */
export function loanContract(code: CountryCode, facts: ContractFacts): PrintedDocument {
  const { brand, language, loanNumber, evidence } = facts;
  return {
    title: 'Contrato de préstamo personal',
    subtitle: `${brand} · Préstamo ${loanNumber}`,
    language,
    author: brand,
    at: evidence.at,
    footer: `${brand} · Préstamo ${loanNumber}`,
    blocks: [
      ...parties(facts),
      ...costs(code, facts),
      ...schedule(facts),
      ...terms(facts),
      ...note(facts),
      ...acceptance(facts),
    ],
  };
}

function parties(facts: ContractFacts): Block[] {
  const { lender, customer, documentLabel, document, domicile, email, loanNumber } = facts;
  return [
    { kind: 'heading', text: '1. Las partes' },
    {
      kind: 'facts',
      rows: [
        ...lender,
        ['Recibe', customer],
        [documentLabel, document],
        ...(domicile === '' ? [] : [['Domicilio', domicile] as const]),
        ['Mail', email],
        ['Número de préstamo', loanNumber],
      ],
    },
  ];
}

function costs(code: CountryCode, facts: ContractFacts): Block[] {
  const membership = facts.isMembership
    ? `Este préstamo se pactó con las condiciones de la membresía ${facts.brand}+. La membresía se contrata aparte: su precio no integra las cuotas y podés darla de baja cuando quieras.`
    : `Este préstamo no incluye la membresía ${facts.brand}+.`;
  return [
    { kind: 'heading', text: '2. El préstamo y su costo' },
    { kind: 'paragraph', text: LAWS[code].contract.costs },
    {
      kind: 'highlight',
      label: `${packOf(code).totalCost.inFull}, con impuestos y cargos`,
      value: facts.cftea,
      note: 'Calculado sobre las fechas reales de pago, año de 365 días.',
    },
    { kind: 'facts', rows: costRows(code, facts) },
    { kind: 'paragraph', text: membership },
    ...(facts.basicPlan === '' ? [] : [{ kind: 'paragraph' as const, text: facts.basicPlan }]),
    { kind: 'paragraph', text: LAWS[code].contract.early },
    { kind: 'paragraph', text: facts.withdrawal },
  ];
}

function costRows(code: CountryCode, facts: ContractFacts): [string, string][] {
  const { defaultRate, defaultTea, defaultMonths } = facts;
  const { effective: cost, nominal } = packOf(code).totalCost;
  const effective = defaultTea === null ? '' : ` (TEA por mora ${defaultTea})`;
  const end = defaultMonths === 0 ? '' : `, hasta ${defaultMonths} meses después de cada vencimiento`;
  return [
    ['Moneda', facts.currency],
    ['Monto financiado', facts.principal],
    ['Monto que se entrega', facts.delivered],
    ['Gasto de otorgamiento, con IVA', facts.originationFee],
    ['Tasa nominal anual (TNA)', facts.tna],
    ['Tasa efectiva anual (TEA)', facts.tea],
    [`${nominal}, con IVA`, facts.cftna],
    [cost, facts.cftea],
    ...(facts.cfteaWithMembership === ''
      ? []
      : [[`${cost} con el precio de la membresía`, facts.cfteaWithMembership] as [string, string]]),
    ['Sistema de amortización', 'Francés, cuota constante, tasa fija'],
    [
      'Cantidad y periodicidad de las cuotas',
      facts.instalments === 1 ? '1, pago único' : `${facts.instalments}, mensuales`,
    ],
    ['Importe de cada cuota', facts.payment],
    ['Total de intereses', facts.interestTotal],
    [`Total de IVA sobre intereses (${facts.taxRate})`, facts.taxTotal],
    ['Total de cargos de las cuotas, con IVA', facts.chargesTotal],
    ['Total a pagar', facts.finalAmount],
    ['Los intereses corren desde', 'el día en que se entrega el dinero'],
    [
      'Interés por mora, solo sobre el capital impago',
      `hasta ${defaultRate} nominal anual${effective}, más IVA${end}`,
    ],
    ['Entrega del dinero', facts.delivery],
  ];
}

function schedule({ schedule: rows, deliveryRule, laterDays }: ContractFacts): Block[] {
  const heads = ['N.º', 'Vence', 'Capital', 'Interés', 'IVA', 'Cargos', 'Cuota', 'Saldo'];
  return [
    { kind: 'heading', text: '3. Plan de pagos' },
    { kind: 'table', rows: [heads, ...rows], amountsFrom: 2 },
    { kind: 'paragraph', text: deliveryRule },
    ...laterDaysWords(laterDays),
  ];
}

function laterDaysWords(laterDays: readonly string[]): Block[] {
  if (laterDays.length === 0) return [];
  const text = `Vencen un día en que los bancos no atienden y se pueden pagar sin recargo hasta el día hábil siguiente: ${laterDays.join('; ')}.`;
  return [{ kind: 'paragraph', text }];
}

function terms({ terms: { title, version, paragraphs } }: ContractFacts): Block[] {
  return [
    { kind: 'heading', text: `4. ${title}`, isNewPage: true },
    { kind: 'paragraph', text: `Versión ${version}, tal como se aceptó.` },
    // In these texts only headings begin with a number.
    ...paragraphs.map((text): Block =>
      /^\d+\. [^.]{1,80}$/.test(text) ? { kind: 'subheading', text } : { kind: 'paragraph', text },
    ),
  ];
}

function note({ note: { title, version, paragraphs } }: ContractFacts): Block[] {
  return [
    { kind: 'heading', text: title, isNewPage: true },
    { kind: 'paragraph', text: `Versión ${version}.` },
    ...paragraphs.map((text): Block => ({ kind: 'paragraph', text })),
  ];
}

function acceptance({ evidence, email }: ContractFacts): Block[] {
  return [
    { kind: 'heading', text: 'Constancia de aceptación', isNewPage: true },
    {
      kind: 'paragraph',
      text: 'Estos textos se aceptaron por medios electrónicos al confirmar el préstamo. Cada uno se identifica por su versión y por el resumen SHA-256 de sus palabras, guardado en el momento de la aceptación.',
    },
    {
      kind: 'facts',
      rows: [
        ['Aceptado el (hora UTC)', evidence.utc],
        ['Aceptado el (hora local)', evidence.local],
        ['Cuenta', email],
        ['Dirección de red', evidence.address],
        ['Dispositivo', evidence.device],
      ],
    },
    ...evidence.documents.map(([name, version, sha256]): Block => ({
      kind: 'facts',
      rows: [
        ['Texto', name],
        ['Versión', version],
        ['SHA-256', sha256],
      ],
    })),
  ];
}
