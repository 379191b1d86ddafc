import type { CalendarDate } from '../../calendar-date.ts';
import type { OracleRounding } from './arithmetic.ts';

/** An agreed instalment, in centavos. */
export type OracleRow = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  /** The last day without surcharge: the due date or the business day after it. */
  readonly payableUntil: CalendarDate;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly tax: bigint;
  readonly fee: bigint;
  readonly feeTax: bigint;
};

/** What was agreed. Rates are decimals of one, such as `0.21`. */
export type OracleTerms = OracleRounding & {
  readonly principal: bigint;
  readonly rows: readonly OracleRow[];
  /** The day from which interest runs: the delivery of the money. */
  readonly from: CalendarDate;
  readonly taxRate: string;
  readonly defaultRate: string;
  readonly defaultTaxRate: string;
  /** Months after a due date until its default interest ends; absent where it does not end. */
  readonly defaultMonths?: number | undefined;
};

/** Money that came (amount above zero) or left the money in favour (below zero), in centavos. */
export type OraclePayment = {
  readonly id: string;
  /** The day on which it was paid. */
  readonly day: CalendarDate;
  readonly amount: bigint;
  /** Absent: for the oldest. None: all of it is money in favour. */
  readonly chosen?: readonly number[] | undefined;
  /** Part that counts from the day of its price, as decided when the payment was booked. */
  readonly priced?: { readonly on: CalendarDate; readonly amount: bigint } | undefined;
  readonly prepayment?: 'smaller' | 'fewer' | undefined;
  readonly isPayoff?: boolean | undefined;
  /** For outgoing money: that day's money pays it before anything else, as with a membership's price. */
  readonly isFirst?: boolean | undefined;
  /** For outgoing money: day from which the uncovered part is owed. */
  readonly owedFrom?: CalendarDate | undefined;
  /** Id of the settlement offer that it names. */
  readonly offer?: string | undefined;
};

/** Row of an agreement, as accepted: new amounts, and those carried over from the ended rows. */
export type OracleAgreedRow = OracleRow & { readonly carried: Readonly<Parts> };

/**
 * Decision or agreement about a loan (docs/product/loan-changes.md). `after` counts the payments booked
 * before it was stored. An undone action is not in the list.
 */
export type OracleAction = { readonly id: string; readonly on: CalendarDate; readonly after: number } & (
  | { readonly kind: 'pause'; readonly from: CalendarDate; readonly to: CalendarDate }
  | {
      readonly kind: 'waive';
      readonly amount: bigint;
      readonly instalment?: number | undefined;
      readonly part?: Part | undefined;
    }
  | { readonly kind: 'settlement-offer'; readonly amount: bigint; readonly until: CalendarDate }
  | OracleAgreement
  | { readonly kind: 'accelerate' }
  | { readonly kind: 'sued' }
);

export type OracleAgreement = {
  readonly kind: 'agreement';
  /** Debt by component at the acceptance, before the waiver. */
  readonly base: Readonly<Parts>;
  readonly waived: Readonly<Parts>;
  readonly rows: readonly OracleAgreedRow[];
  /** False for a change of the due day. */
  readonly isRefinancing: boolean;
};

export const PARTS = ['default', 'defaultTax', 'fee', 'feeTax', 'interest', 'tax', 'principal'] as const;

/** A component of what an instalment owes, in the order in which money pays them. */
export type Part = (typeof PARTS)[number];

export type Parts = Record<Part, bigint>;

export function noParts(): Parts {
  return { default: 0n, defaultTax: 0n, fee: 0n, feeTax: 0n, interest: 0n, tax: 0n, principal: 0n };
}

/** How an instalment, or a shortfall behind the last of them, stands on a day. */
export type OracleInstalment = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly payableUntil: CalendarDate;
  readonly charged: Readonly<Parts>;
  /** Part of `charged` that an agreement carried over from the rows it ended. */
  readonly carried: Readonly<Parts>;
  /** True once an agreement has ended it. */
  readonly isEnded: boolean;
  readonly paid: Readonly<Parts>;
  readonly waived: Readonly<Parts>;
  /** Amounts that an agreement moved into its own rows. */
  readonly moved: Readonly<Parts>;
  readonly owed: Readonly<Parts>;
  /** Its part of closing the loan on the day. */
  readonly closing: Readonly<Parts>;
  readonly state: 'pending' | 'delayed' | 'payed' | 'late';
  readonly daysLate: number;
  /** The day on which nothing of it was owed any more. */
  readonly settledOn: CalendarDate | undefined;
};

/** How a loan stands at the end of a day. Amounts in centavos. */
export type OracleStanding = {
  readonly instalments: readonly OracleInstalment[];
  readonly shortfalls: readonly OracleInstalment[];
  readonly owed: bigint;
  /** The whole loan is due. */
  readonly isAccelerated: boolean;
  /** Owed of what has fallen due by the day, shortfalls included. */
  readonly due: bigint;
  /** Owed of what is past its last day without surcharge. */
  readonly overdue: bigint;
  readonly daysLate: number;
  /** What has to come in to be free on the day. */
  readonly payoff: bigint;
  /** Money in favour, including money paid ahead, that closing the loan on the day would leave. */
  readonly leftOnClosing: bigint;
  /** Amount that a prepayment pays before any of it reaches the capital; below zero with more paid ahead. */
  readonly beforeCapital: bigint;
  readonly inFavour: bigint;
  /** Paid from money in favour so far. */
  readonly usedFavour: bigint;
  /** Settlement offers that can still be completed. */
  readonly offers: readonly {
    readonly id: string;
    readonly remaining: bigint;
    readonly until: CalendarDate;
  }[];
  /** By payment id: the amount it covered when it counted, and the amount it left in favour. */
  readonly payments: ReadonlyMap<string, { readonly covered: bigint; readonly left: bigint }>;
};
