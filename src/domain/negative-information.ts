import { addDays, addMonthsAnchored, dayOfMonth, type CalendarDate } from './calendar-date.ts';
import type { InstalmentStanding } from './standing/standing.ts';

/** Legal limit on informing others about a debt in arrears. */
export type NegativeInformationTerms = {
  /** First day on which they are in force. */
  readonly from: CalendarDate;
  /** Years from the first day in arrears. */
  readonly years: number;
  /** Years from the end of the debt, if that is earlier. */
  readonly yearsAfterEnd: number;
  /** Further years of a debt still unpaid, if asked for once before the first ones end. */
  readonly renewedYears: number;
};

/** Days on which a debt's arrears may be reported to others. */
export type NegativeInformation = {
  /** First day in arrears of the oldest unpaid instalment; once all is paid, of the oldest paid late. */
  readonly since: CalendarDate;
  /** Last day. */
  readonly until: CalendarDate;
  /** Last day if it is renewed; null if it cannot be. */
  readonly renewedUntil: CalendarDate | null;
};

/** Part of a loan's standing that the clock needs. */
type Stood = {
  readonly isSettled: boolean;
  readonly instalments: readonly Pick<
    InstalmentStanding,
    'payableUntil' | 'daysLate' | 'settledOn' | 'isReplaced'
  >[];
};

/**
 * Clock of negative information (docs/product/collections.md#negative-information), by the terms in force
 * on a day. Of two ends the earlier counts. @param terms oldest first @returns undefined if nothing is or
 * was in arrears, or no terms are in force
 */
export function negativeInformation(
  { instalments, isSettled }: Stood,
  terms: readonly NegativeInformationTerms[],
  today: CalendarDate,
): NegativeInformation | undefined {
  const law = terms.findLast(({ from }) => from <= today);
  const late = instalments.filter(
    // Debt that an agreement moved is the same debt still.
    ({ daysLate, settledOn, isReplaced }) => daysLate > 0 && (isSettled || isReplaced || settledOn === null),
  );
  const [oldest] = late.map(({ payableUntil }) => payableUntil).toSorted();
  if (law === undefined || oldest === undefined) return undefined;
  const since = addDays(oldest, 1);
  const until = lastDay(since, law.years);
  if (!isSettled) {
    const renewedUntil = law.renewedYears === 0 ? null : lastDay(since, law.years + law.renewedYears);
    return { since, until, renewedUntil };
  }
  const ends = instalments.flatMap(({ settledOn }) => settledOn ?? []);
  const afterEnd = lastDay(ends.toSorted().at(-1) ?? since, law.yearsAfterEnd);
  return { since, until: afterEnd < until ? afterEnd : until, renewedUntil: null };
}

/** Day before the same date some years later. */
const lastDay = (from: CalendarDate, years: number): CalendarDate =>
  addDays(addMonthsAnchored(from, 12 * years, dayOfMonth(from)), -1);
