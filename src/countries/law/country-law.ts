import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { Decimal } from '../../domain/rate.ts';
import type { NoteFacts, PromissoryNote } from '../papers/note-facts.ts';

/** Country's law on personal data. */
export interface DataProtection {
  readonly law: string;
  /** Years for which papers of a loan are kept after its end. */
  readonly keptYears: number;
  /** Data retained after an erasure, and the legal duty. */
  readonly kept: string;
  /** Article that limits what credit bureaus may show of a debt, and for how long. */
  readonly bureauLaw: string;
}

/** Legal limits of default interest in addition to the note's. */
export interface DefaultInterestLaw {
  /** Ceilings of ordinary and of default rates, each as a multiple of the central bank's mean. */
  readonly ordinaryOverMean: Decimal;
  readonly defaultOverMean: Decimal;
  /** Months after each due date with which default interest ends. */
  readonly endsAfterMonths: number;
  /** Authority, and what of it counsel has to confirm (docs/decisions/0124-uruguays-default-interest.md). */
  readonly rule: string;
  readonly unconfirmed: string;
}

/** Agreed terms of delivery (docs/product/loan-and-money.md#from-the-money-on). */
export interface DeliveryTerms {
  /** First day of confirmation with these terms. */
  readonly from: string;
  /** Business days after the confirmation, inclusive, within which the agreed dates stay. */
  readonly onTimeBusinessDays: number;
  /** Calendar days after the confirmation on which a loan that was not delivered is canceled. */
  readonly canceledAfterDays: number;
  /** Local hour from which a late order leaves on the day of its announcement. */
  readonly leavesFromHour: number;
}

/** The charge for paying early, as the country's law bounds it and as this product asks for it. */
export interface EarlyPaymentFee {
  /** Charge of the product, a fraction of the capital paid early. */
  readonly rate: number;
  /** Text next to the figure, for the customer. */
  readonly text: string;
  /** The rule and its source. */
  readonly rule: string;
  /** Part of the rule not verified in its own text; to be checked before any charge is made. */
  readonly unconfirmed: string;
}

export interface ReminderPlan {
  /** Ascending by day. */
  readonly stages: readonly ReminderStage[];
  /** An SMS is sent from this local hour on, and before the other. */
  readonly smsHours: { readonly from: number; readonly to: number };
  /** Weekdays without SMS, 1 Monday to 7 Sunday; the banks' holidays have none either. */
  readonly smsNotOn: readonly number[];
}

/** Days from the last day without surcharge on which a reminder is due; negative before it. */
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
  /** Calendar days of the general right at a distance; 0 where only business days count. */
  readonly calendarDays: number;
  /** Business days of the right for loans; the later of both ends is granted. */
  readonly businessDays: number;
}

/** Requests of borrowers that staff decide. */
export type RequestKind = 'cancellation' | 'withdrawal' | 'membership' | 'erasure';

/** Law of a country as the product follows it, and the texts that the law wants. */
export interface CountryLaw {
  readonly dataProtection: DataProtection;
  /** Null where the law adds nothing to the note. */
  readonly defaultInterest: DefaultInterestLaw | null;
  /** The oldest first. */
  readonly delivery: readonly [DeliveryTerms, ...DeliveryTerms[]];
  readonly earlyPaymentFee: EarlyPaymentFee;
  /**
   * First due date that can be paid on the next business day without surcharge; earlier instalments keep their terms.
   */
  readonly payableLaterFrom: CalendarDate;
  readonly reminders: ReminderPlan;
  /** Counsel has not confirmed that the lender's own term is as long as the right. */
  readonly requestTerms: Readonly<Record<RequestKind, Term>>;
  readonly withdrawal: WithdrawalTexts;
  /** Paragraphs of the contract. */
  readonly contract: { readonly costs: string; readonly early: string };
  readonly promissoryNote: (facts: NoteFacts) => PromissoryNote;
}
