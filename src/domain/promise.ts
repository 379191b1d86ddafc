import { addDays, type CalendarDate } from './calendar-date.ts';
import type { Centavos } from './money.ts';

/** Promise to pay: an amount by a day, from the day on which it was made. */
export interface PaymentPromise {
  readonly amount: Centavos;
  readonly madeOn: CalendarDate;
  readonly until: CalendarDate;
}

export type PromiseState = 'open' | 'kept' | 'broken';

/**
 * Judges a promise by the payments that count today (docs/product/collections.md#promises). Its result is
 * derived: a reversal makes a kept promise broken, and a late report makes a broken one kept.
 */
export function promiseState(
  promise: PaymentPromise,
  payments: readonly { readonly valueDate: CalendarDate; readonly amount: Centavos }[],
  today: CalendarDate,
): PromiseState {
  if (paidOf(promise, payments) >= promise.amount) return 'kept';
  return today > promise.until ? 'broken' : 'open';
}

/** Paid of a promise within its days; centavos. */
export function paidOf(
  { madeOn, until }: PaymentPromise,
  payments: readonly { readonly valueDate: CalendarDate; readonly amount: Centavos }[],
): number {
  return payments
    .filter(({ valueDate }) => valueDate >= madeOn && valueDate <= until)
    .reduce((total, { amount }) => total + amount, 0);
}

export type PromiseRefusal = 'day' | 'amount' | 'open';

/**
 * Checks a new promise. @param owed debt of the loan on the promised day
 * @returns the reason against it; undefined if it can be made
 */
export function refusePromise(
  promise: PaymentPromise,
  { owed, longestDays, hasOpen }: { owed: Centavos; longestDays: number; hasOpen: boolean },
): PromiseRefusal | undefined {
  if (hasOpen) return 'open';
  if (promise.until < promise.madeOn || promise.until > addDays(promise.madeOn, longestDays)) return 'day';
  return promise.amount <= 0 || promise.amount > owed ? 'amount' : undefined;
}

/**
 * Checks an extension: once, before the end of the promised day, and no further than a new promise could
 * go.
 */
export function mayExtend(
  promise: PaymentPromise & { readonly isExtended: boolean },
  state: PromiseState,
  until: CalendarDate,
  { today, longestDays }: { readonly today: CalendarDate; readonly longestDays: number },
): boolean {
  const isInTime = state === 'open' && !promise.isExtended;
  return isInTime && until > promise.until && until <= addDays(today, longestDays);
}
