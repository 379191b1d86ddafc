import { addBusinessDays, addDays, daysBetween, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import type { DeliveryTerms } from './country-law.ts';
import { LAWS } from './laws.ts';

export function deliveryTermsOf(code: CountryCode, confirmedOn: CalendarDate): DeliveryTerms {
  const all = LAWS[code].delivery;
  return all.findLast(({ from }) => from <= confirmedOn) ?? all[0];
}

/** Last delivery day that leaves the agreed dates unchanged. @param holidays as known at confirmation */
export function onTimeUntil(
  code: CountryCode,
  confirmedOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return addBusinessDays(confirmedOn, deliveryTermsOf(code, confirmedOn).onTimeBusinessDays, holidays);
}

/**
 * Number of calendar days that a delivery on a day moves every due date.
 * @param holidays as known at confirmation
 */
export function daysMoved(
  code: CountryCode,
  confirmedOn: CalendarDate,
  deliveredOn: CalendarDate,
  holidays: ReadonlySet<string>,
): number {
  return deliveredOn <= onTimeUntil(code, confirmedOn, holidays) ? 0 : daysBetween(confirmedOn, deliveredOn);
}

export function undeliveredCanceledOn(code: CountryCode, confirmedOn: CalendarDate): CalendarDate {
  return addDays(confirmedOn, deliveryTermsOf(code, confirmedOn).canceledAfterDays);
}
