import { addBusinessDays, addDays, type CalendarDate } from '../../domain/calendar-date.ts';
import type { CountryCode } from '../country-pack.ts';
import { withdrawalTextsOf } from './withdrawal.ts';

/**
 * The last day on which a loan may be withdrawn from: the later of the calendar and the business days, both
 * counted from the contract or from when the money was there, whichever came last
 * (docs/product/rights.md#withdrawal).
 * @param availableOn undefined while nothing has been paid out
 */
export function withdrawalUntil(
  code: CountryCode,
  contractOn: CalendarDate,
  availableOn: CalendarDate | undefined,
  holidays: ReadonlySet<string>,
): CalendarDate {
  const { calendarDays, businessDays } = withdrawalTextsOf(code);
  const from = availableOn === undefined ? contractOn : later(availableOn, contractOn);
  return later(addDays(from, calendarDays), addBusinessDays(from, businessDays, holidays));
}

/**
 * The last day on which the money may come back after a withdrawal: as many days as the right itself has, from its
 * confirmation. The law names none; the lender needs one to know whether the loan goes on.
 */
export function returnUntil(
  code: CountryCode,
  confirmedOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return withdrawalUntil(code, confirmedOn, undefined, holidays);
}

/**
 * The day on which the membership's price is charged, once: the business day after the term for withdrawing from the
 * loan is over, so that there is nothing to pay back after a mere try.
 */
export function membershipChargeDay(
  code: CountryCode,
  agreedOn: CalendarDate,
  availableOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return addBusinessDays(withdrawalUntil(code, agreedOn, availableOn, holidays), 1, holidays);
}

/** Business days from one try to charge a membership's price to the next; after the last there is none. */
const RETRY_AFTER = [5, 10] as const;

/**
 * The day on which a price that could not be charged is tried again: twice, each time on a business day of its country.
 * @param tries how often it was tried so far, this time included
 */
export function membershipRetryDay(
  triedOn: CalendarDate,
  tries: number,
  holidays: ReadonlySet<string>,
): CalendarDate | undefined {
  const days = RETRY_AFTER[tries - 1];
  return days === undefined ? undefined : addBusinessDays(triedOn, days, holidays);
}

function later(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}
