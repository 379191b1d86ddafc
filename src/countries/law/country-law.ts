import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { ContactRules } from '../../domain/contact-gate.ts';
import type { Decimal } from '../../domain/rate.ts';
import type { ClassRules } from '../../domain/standing/loan-class.ts';

export interface DataProtection {
  readonly law: string;
  /** Years that a loan's documents are kept after its end. */
  readonly keptYears: number;
  /** Data kept after an erasure, and the legal duty behind it. */
  readonly kept: string;
  /** Article that limits how long credit bureaus may show a debt, and in what detail. */
  readonly bureauLaw: string;
}

/** Legal limits of default interest in addition to the note's. */
export interface DefaultInterestLaw {
  /** Ceilings of ordinary and default rates, each as a multiple of the central bank's mean. */
  readonly ordinaryOverMean: Decimal;
  readonly defaultOverMean: Decimal;
  /** Months after each due date until which default interest accrues. */
  readonly endsAfterMonths: number;
  /**
   * Authority, and the open points that counsel must confirm
   * (docs/decisions/0124-uruguays-default-interest.md).
   */
  readonly rule: string;
  readonly unconfirmed: string;
}

/** Agreed delivery terms (docs/product/loan-and-money.md#from-the-money-on). */
export interface DeliveryTerms {
  /** First confirmation date with these terms. */
  readonly from: string;
  /** Business days after confirmation, inclusive, within which delivery leaves the agreed dates unchanged. */
  readonly onTimeBusinessDays: number;
  /** Calendar days after confirmation on which an undelivered loan is canceled. */
  readonly canceledAfterDays: number;
  /** Earliest local hour for a late payout order to leave on the day of its announcement. */
  readonly leavesFromHour: number;
}

/** Early payment charge: the legal bound and the product's own rate. */
export interface EarlyPaymentFee {
  /** The product's charge, a fraction of the capital paid early. */
  readonly rate: number;
  /** Text next to the figure, for the customer. */
  readonly text: string;
  readonly rule: string;
  /** Part of the rule not verified in the legal text; to be checked before any charge is made. */
  readonly unconfirmed: string;
}

/** Classes of debtors (docs/product/loan-changes.md#class). */
export interface LoanClassTerms extends ClassRules {
  /** First day on which loans are classed by these figures. */
  readonly from: string;
  /** Figures that counsel must confirm. */
  readonly unconfirmed: string;
}

export interface ReminderPlan {
  /** Ascending by day. */
  readonly stages: readonly ReminderStage[];
}

/** Contacts about a debt (docs/product/collections.md). */
export interface ContactTerms {
  /** First day with these terms. */
  readonly from: CalendarDate;
  readonly rules: ContactRules;
  /** Days ahead of today that a promise may reach. */
  readonly promiseDays: number;
  /** Days without contact that a customer can ask for, once in `hardshipMonths`. */
  readonly hardshipDays: number;
  readonly hardshipMonths: number;
  readonly rule: string;
  /** Opinion that counsel must confirm. */
  readonly unconfirmed: string;
}

/** Days relative to the last day without surcharge on which a reminder is due; negative before it. */
export interface ReminderStage {
  readonly kind: string;
  readonly day: number;
}

export interface Term {
  readonly days: number;
  readonly unit: 'calendar' | 'business';
}

/**
 * The public pages for withdrawing from a loan and ending the membership (docs/product/rights.md#withdrawal).
 */
export interface WithdrawalTexts {
  readonly withdrawal: {
    readonly title: string;
    readonly button: string;
    readonly paragraphs: readonly string[];
  };
  readonly membership: {
    readonly title: string;
    readonly button: string;
    readonly paragraphs: readonly string[];
  };
  /**
   * Calendar days of the general right of withdrawal for distance contracts; 0 if only business days count.
   */
  readonly calendarDays: number;
  /** Business days of the right of withdrawal for loans; the later of both ends applies. */
  readonly businessDays: number;
}

/** Requests of borrowers that staff decide. */
export type RequestKind = 'cancellation' | 'withdrawal' | 'membership' | 'erasure';

/** Country's law as implemented, and the texts that the law requires. */
export interface CountryLaw {
  readonly dataProtection: DataProtection;
  /** Null if the law adds nothing to the note. */
  readonly defaultInterest: DefaultInterestLaw | null;
  /** Oldest first. */
  readonly delivery: readonly [DeliveryTerms, ...DeliveryTerms[]];
  readonly earlyPaymentFee: EarlyPaymentFee;
  /** Oldest first. */
  readonly loanClasses: readonly [LoanClassTerms, ...LoanClassTerms[]];
  /**
   * First due date that can be paid on the next business day without surcharge; earlier instalments keep
   * their terms.
   */
  readonly payableLaterFrom: CalendarDate;
  readonly reminders: ReminderPlan;
  /** Oldest first. */
  readonly contacts: readonly [ContactTerms, ...ContactTerms[]];
  /** Counsel has not confirmed that the lender's own deadline may be as long as the customer's right. */
  readonly requestTerms: Readonly<Record<RequestKind, Term>>;
  readonly withdrawal: WithdrawalTexts;
  readonly contract: { readonly costs: string; readonly early: string };
}
