import type { Component, Dues } from './allocation.ts';
import type { CalendarDate } from '../calendar-date.ts';
import type { Centavos } from '../money.ts';

/** Row of an agreement, as accepted. Amounts in centavos. */
export type AgreedRow = {
  /** Higher than every number that the loan had at the acceptance. */
  readonly number: number;
  readonly dueDate: CalendarDate;
  /** Last day to pay without default interest. */
  readonly payableUntil: CalendarDate;
  readonly principal: Centavos;
  /** New interest, on capital alone, and its tax; they accrue over the row's period. */
  readonly interest: Centavos;
  readonly tax: Centavos;
  /** New charge and its tax. */
  readonly fee: Centavos;
  readonly feeTax: Centavos;
  /** Moved from the rows that the agreement ended: already accrued, free of interest. No principal. */
  readonly carried: Dues;
};

type Action = {
  readonly id: string;
  /** Day on which it takes effect. */
  readonly on: CalendarDate;
  /** Number of the loan's payments, in the order given to the standing, that were booked before it. */
  readonly after: number;
};

/**
 * Decision or agreement about a loan after its confirmation (docs/product/loan-changes.md#loan-actions). An
 * undone action is left out of the list.
 */
export type LoanAction = Action &
  (
    | { readonly kind: 'pause'; readonly from: CalendarDate; readonly to: CalendarDate }
    | {
        readonly kind: 'waive';
        readonly amount: Centavos;
        readonly instalment?: number;
        readonly component?: Component;
      }
    | { readonly kind: 'settlement-offer'; readonly amount: Centavos; readonly until: CalendarDate }
    | {
        readonly kind: 'agreement';
        /** Debt by component at its acceptance, before its waiver. */
        readonly base: Dues;
        readonly waived: Dues;
        readonly rows: readonly AgreedRow[];
        /** True unless it only moves due dates. */
        readonly isRefinancing: boolean;
      }
    | { readonly kind: 'accelerate' }
    | { readonly kind: 'sued' }
  );
