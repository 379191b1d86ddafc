import type { Lender } from '../lender.ts';

/** Facts of the note; the caller formats amounts, rates and dates. */
export interface NoteFacts {
  /** Beneficiary, worded for a sentence ({@link lenderIdentity}). */
  readonly lender: string;
  readonly drawer: string;
  readonly document: string;
  /** Drawer's actual domicile in full ({@link domicileWords}). */
  readonly domicile: string;
  readonly city: string;
  /** DD-MM-YYYY. */
  readonly date: string;
  readonly amount: string;
  /** 'doscientos noventa mil', without the currency. */
  readonly amountInWords: string;
  /** Value of the country's rate label: TNA in Argentina, TEA in Uruguay; percent with two decimals. */
  readonly rate: string;
  readonly tea: string;
  /** Most that default interest amounts to in a year, if the rate is a TEA. */
  readonly defaultTea: string;
  /** Months after each due date until which default interest accrues; 0 if the law sets no end. */
  readonly defaultMonths: number;
  /** Total financial cost, effective and annual, by the actual payment dates. */
  readonly cftDated: string;
  readonly instalments: number;
  readonly payment: string;
  readonly finalAmount: string;
  readonly firstDueDate: string;
  /** {@link basicPlanClause} of a loan with membership; '' for one without. */
  readonly basicPlan: string;
}

/** Parties of a note as of acceptance. */
export interface NoteParties {
  readonly lender: Lender;
  readonly domicile: string;
}

/**
 * '12 cuotas mensuales de $10,00, la primera con vencimiento el 15-06-2026'; the first is not singled out if
 * there is only one.
 */
export function instalmentsInWords({ instalments, payment, firstDueDate }: NoteFacts): string {
  return instalments === 1
    ? `1 cuota mensual de ${payment}, con vencimiento el ${firstDueDate}`
    : `${instalments} cuotas mensuales de ${payment}, la primera con vencimiento el ${firstDueDate}`;
}

export interface PromissoryNote {
  readonly title: string;
  /**
   * Identifies the wording; stored with its digest as evidence of acceptance
   * (docs/product/confirmation.md#acceptance).
   */
  readonly version: string;
  readonly paragraphs: readonly string[];
}
