import { addBusinessDays, addDays, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';

/** Agreed terms of delivery (docs/product/loan-and-money.md#from-the-money-on). */
interface DeliveryTerms {
  /** First day of confirmation with these terms. */
  readonly from: string;
  /** Business days after the confirmation, inclusive, within which the agreed dates stay. */
  readonly onTimeBusinessDays: number;
  /** Calendar days after the confirmation on which a loan that was not delivered is canceled. */
  readonly canceledAfterDays: number;
  /** Local hour from which a late order leaves on the day of its announcement. */
  readonly leavesFromHour: number;
}

const terms: DeliveryTerms = {
  from: '2020-01-01',
  onTimeBusinessDays: 3,
  canceledAfterDays: 10,
  leavesFromHour: 10,
};

/** The oldest first. */
export const DELIVERY: Readonly<Record<CountryCode, readonly [DeliveryTerms, ...DeliveryTerms[]]>> = {
  AR: [terms],
  UY: [terms],
};

export function deliveryTermsOf(code: CountryCode, confirmedOn: CalendarDate): DeliveryTerms {
  const all = DELIVERY[code];
  return all.findLast(({ from }) => from <= confirmedOn) ?? all[0];
}

/** The last day of delivery on which the agreed dates stay. @param holidays as known at the confirmation */
export function onTimeUntil(
  code: CountryCode,
  confirmedOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return addBusinessDays(confirmedOn, deliveryTermsOf(code, confirmedOn).onTimeBusinessDays, holidays);
}

/**
 * Calendar days by which a delivery on a day moves every due date.
 * @param holidays as known at the confirmation
 */
export function daysMoved(
  code: CountryCode,
  confirmedOn: CalendarDate,
  deliveredOn: CalendarDate,
  holidays: ReadonlySet<string>,
): number {
  return deliveredOn <= onTimeUntil(code, confirmedOn, holidays) ? 0 : daysBetween(confirmedOn, deliveredOn);
}

/** The day on which a loan that was not delivered is canceled. */
export function undeliveredCanceledOn(code: CountryCode, confirmedOn: CalendarDate): CalendarDate {
  return addDays(confirmedOn, deliveryTermsOf(code, confirmedOn).canceledAfterDays);
}
