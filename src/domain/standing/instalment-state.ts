import { type CalendarDate, daysBetween } from '../calendar-date.ts';

/** State of a pending payment for an instalment, from the payment's record. */
export type OpenPaymentState = 'coupon' | 'online' | 'waiting';

/**
 * `state_name` on the wire; 'payed' is the wire's spelling
 * (docs/product/loan-and-money.md#instalment-states).
 */
export type InstalmentState = 'pending' | 'delayed' | 'late' | 'payed' | OpenPaymentState;

/** 'Default' if more than 30 days overdue (docs/product/loan-and-money.md#default-after). */
export const DEFAULT_THRESHOLD_DAYS = 30;

export type InstalmentFacts = {
  /** Last day to pay without default interest. */
  readonly payableUntil: CalendarDate;
  /** Value date of the payment that settled it; null while something is owed. */
  readonly settledOn: CalendarDate | null;
  readonly date: CalendarDate;
  readonly openPayment: OpenPaymentState | null;
};

/** Derives the state from the facts; it is never stored. */
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

/**
 * Days past the last day without default interest, up to the settling payment or the given date; never
 * negative.
 */
export function daysLate({ payableUntil, settledOn, date }: Omit<InstalmentFacts, 'openPayment'>): number {
  const end = settledOn ?? date;
  return end <= payableUntil ? 0 : daysBetween(payableUntil, end);
}

/**
 * True if it can be chosen for payment: only pending and delayed ones
 * (docs/product/loan-and-money.md#instalment-states).
 */
export function isSelectable(state: InstalmentState): boolean {
  return state === 'pending' || state === 'delayed';
}
