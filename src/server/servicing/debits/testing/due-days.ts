import { COUNTRIES } from '../../../../countries/countries.ts';
import { isContactDay } from '../../../../countries/law/contact-terms.ts';
import { holidaysOf } from '../../../../countries/holidays.ts';
import {
  addDays,
  addMonthsAnchored,
  dayOfMonth,
  isBusinessDay,
  weekday,
  type CalendarDate,
} from '../../../../domain/calendar-date.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { goTo, todayOf } from './debtor.ts';
import { LAWS } from '../../../../countries/law/laws.ts';

const areBanksOpen = (day: CalendarDate) => COUNTRIES.every((code) => isBusinessDay(day, holidaysOf(code)));

/** Moves the clock to the first day whose loans meet the due-date condition. @returns the first due date */
async function goToDay(
  product: TestProduct,
  isWanted: (dueDates: readonly CalendarDate[]) => boolean,
): Promise<CalendarDate> {
  for (let day = todayOf(product); ; day = addDays(day, 1)) {
    const due = Array.from({ length: 12 }, (_, index) => addMonthsAnchored(day, index + 1, dayOfMonth(day)));
    const [first] = due;
    if (first === undefined || !isWanted(due)) continue;
    await goTo(product, day);
    return first;
  }
}

/** Moves the clock to a day on which loans are first due on a Saturday; banks open on Monday. */
export function goToLoansDueOnSaturday(product: TestProduct): Promise<CalendarDate> {
  return goToDay(product, ([first]) => {
    if (first === undefined || weekday(first) !== 6) return false;
    const isResolved = COUNTRIES.every((code) => first >= LAWS[code].payableLaterFrom);
    // A reminder that would be sent on the Friday before.
    return isResolved && [-1, 2, 3, 4].every((after) => areBanksOpen(addDays(first, after)));
  });
}

/** True if reminders are sent on a day in every country. */
const mayRemind = (day: CalendarDate) => COUNTRIES.every((code) => isContactDay(code, day, holidaysOf(code)));

/**
 * Moves the clock to a day on which the first instalments of loans fall due while banks are open, with reminders
 * of the first three days before and a day after.
 */
export function goToLoansDueOnBusinessDays(product: TestProduct, instalments = 3): Promise<CalendarDate> {
  return goToDay(
    product,
    (due) =>
      due.slice(0, instalments).every(areBanksOpen) &&
      due.slice(0, 1).every((first) => [-3, 1].every((days) => mayRemind(addDays(first, days)))),
  );
}

/** First day from a day on on which reminders are sent in every country. */
export function reminderDayFrom(day: CalendarDate): CalendarDate {
  return mayRemind(day) ? day : reminderDayFrom(addDays(day, 1));
}
