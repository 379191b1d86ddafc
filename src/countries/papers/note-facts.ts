import type { Lender } from '../lender.ts';

/** Facts of the note; the caller formats amounts, rates and dates. */
export interface NoteFacts {
  /** The beneficiary, as a sentence names it ({@link lenderIdentity}). */
  readonly lender: string;
  readonly drawer: string;
  readonly document: string;
  /** The drawer's real domicile, whole ({@link domicileWords}). */
  readonly domicile: string;
  readonly city: string;
  /** DD-MM-YYYY. */
  readonly date: string;
  readonly amount: string;
  /** 'doscientos noventa mil', without the currency. */
  readonly amountInWords: string;
  /** The country's rate label's value: TNA in Argentina, TEA in Uruguay; percent with two decimals. */
  readonly rate: string;
  readonly tea: string;
  /** The most that default interest comes to in a year where the rate is a TEA. */
  readonly defaultTea: string;
  /** Months after each due date with which default interest ends; 0 where the law sets no end. */
  readonly defaultMonths: number;
  /** Total financial cost, effective and annual, by the real dates of payment. */
  readonly cftDated: string;
  readonly instalments: number;
  readonly payment: string;
  readonly finalAmount: string;
  readonly firstDueDate: string;
  /** {@link basicPlanClause} of a loan with membership; '' for one without. */
  readonly basicPlan: string;
}

/** Parties of a note as of the acceptance. */
export interface NoteParties {
  readonly lender: Lender;
  readonly domicile: string;
}

/** '12 cuotas mensuales de $10,00, la primera con vencimiento el 15-06-2026'; a single one is no first one. */
export function instalmentsInWords({ instalments, payment, firstDueDate }: NoteFacts): string {
  return instalments === 1
    ? `1 cuota mensual de ${payment}, con vencimiento el ${firstDueDate}`
    : `${instalments} cuotas mensuales de ${payment}, la primera con vencimiento el ${firstDueDate}`;
}

export interface PromissoryNote {
  readonly title: string;
  /**
   * Names the wording; stored with its digest as the evidence of acceptance
   * (docs/product/confirmation.md#acceptance).
   */
  readonly version: string;
  readonly paragraphs: readonly string[];
}
