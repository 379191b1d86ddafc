import { addDays, subtractBusinessDays, type CalendarDate } from '../../domain/calendar-date.ts';
import { DEBIT_ATTEMPT_BUSINESS_DAYS } from '../constants.ts';
import type { CountryCode } from '../country-pack.ts';
import { holidaysOf } from '../holidays.ts';

/** Business days between the announcement of a debit and its attempt: time to stop it or to pay otherwise. */
const DEBIT_ANNOUNCED_BUSINESS_DAYS = 3;

/**
 * The day on which the debit of an instalment is attempted, by the country's bank calendar
 * (docs/product/payments.md#debit-of-an-instalment).
 */
export function debitAttemptOn(code: CountryCode, dueDate: CalendarDate): CalendarDate {
  return subtractBusinessDays(dueDate, DEBIT_ATTEMPT_BUSINESS_DAYS, holidaysOf(code));
}

/** The day on which the borrower is told of the debit. */
export function debitAnnouncedOn(code: CountryCode, dueDate: CalendarDate): CalendarDate {
  return subtractBusinessDays(debitAttemptOn(code, dueDate), DEBIT_ANNOUNCED_BUSINESS_DAYS, holidaysOf(code));
}

/** The latest due date whose debit has been announced by the end of a day. */
export function lastDueDateAnnouncedOn(code: CountryCode, today: CalendarDate): CalendarDate {
  let dueDate = today;
  while (debitAnnouncedOn(code, addDays(dueDate, 1)) <= today) dueDate = addDays(dueDate, 1);
  return dueDate;
}
