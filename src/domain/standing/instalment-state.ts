import { type CalendarDate, daysBetween } from '../calendar-date.ts';

/** A payment under way for an instalment, as its own record says. */
export type OpenPaymentState = 'coupon' | 'online' | 'waiting';

/**
 * `state_name` on the wire; 'payed' is the wire's spelling
 * (docs/product/loan-and-money.md#instalment-states).
 */
export type InstalmentState = 'pending' | 'delayed' | 'late' | 'payed' | OpenPaymentState;

/** 'Default' if more than 30 days overdue (docs/product/loan-and-money.md#default-after). */
export const DEFAULT_THRESHOLD_DAYS = 30;

export type InstalmentFacts = {
  /** Last day on which it can be paid without default interest. */
  readonly payableUntil: CalendarDate;
  /** Value date of the payment that left nothing owed; null while something is. */
  readonly settledOn: CalendarDate | null;
  /** The day on which the question is asked. */
  readonly date: CalendarDate;
  readonly openPayment: OpenPaymentState | null;
};

/** The state follows from the facts and is never stored. */
export function instalmentState({
  payableUntil,
  settledOn,
  date,
  openPayment,
}: InstalmentFacts): InstalmentState {
  if (settledOn !== null) return settledOn > payableUntil ? 'late' : 'payed';
  if (openPayment !== null) return openPayment;
  return date > payableUntil ? 'delayed' : 'pending';
}

/** Days past the last day without default interest, up to the settling payment or the date asked for; never negative. */
export function daysLate({ payableUntil, settledOn, date }: Omit<InstalmentFacts, 'openPayment'>): number {
  return Math.max(0, daysBetween(payableUntil, settledOn ?? date));
}

/**
 * Only pending and delayed instalments can be chosen for payment
 * (docs/product/loan-and-money.md#instalment-states).
 */
export function isSelectable(state: InstalmentState): boolean {
  return state === 'pending' || state === 'delayed';
}
