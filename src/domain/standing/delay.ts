import { addDays, type CalendarDate } from '../calendar-date.ts';
import { DEFAULT_THRESHOLD_DAYS } from './instalment-state.ts';
import { type Centavos, subtract } from '../money.ts';
import type { LoanConditions } from './position.ts';
import type { Payment } from './payment.ts';
import { loanStanding, totalOf } from './standing.ts';

/** Cost of past-due instalments today, and its growth. */
type Delay = {
  /** Debt of past-due instalments on the date, in centavos. */
  readonly overdue: Centavos;
  /** Growth of that amount until the next day, in centavos. */
  readonly nextDay: Centavos;
  /** First day on which the oldest counts as in default; null if it already does. */
  readonly defaultOn: CalendarDate | null;
};

/**
 * Delay of a loan on a date: a pure function of agreement, payments and date, so that the figure equals the
 * price of a payment on the next day. @param counts selects among the overdue instalments; by default all of
 * them @returns undefined when none is overdue
 */
export function delayOn(
  loan: LoanConditions,
  payments: readonly Payment[],
  date: CalendarDate,
  counts: (number: number) => boolean = () => true,
): Delay | undefined {
  const today = loanStanding(loan, payments, date);
  const { acceleratedOn } = today;
  const late = today.instalments.filter(
    ({ number, settledOn, payableUntil }) =>
      settledOn === null && (payableUntil < date || acceleratedOn !== null) && counts(number),
  );
  const [oldest] = late
    .map(({ payableUntil }) =>
      acceleratedOn !== null && acceleratedOn < payableUntil ? acceleratedOn : payableUntil,
    )
    .toSorted();
  if (oldest === undefined) return undefined;
  const numbers = late.map(({ number }) => number);
  const overdue = totalOf(today, numbers);
  const tomorrow = loanStanding(loan, payments, addDays(date, 1));
  const defaultOn = addDays(oldest, DEFAULT_THRESHOLD_DAYS + 1);
  return {
    overdue,
    nextDay: subtract(totalOf(tomorrow, numbers), overdue),
    defaultOn: defaultOn > date ? defaultOn : null,
  };
}
