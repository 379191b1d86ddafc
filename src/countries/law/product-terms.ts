import { calendarDate } from '../../domain/calendar-date.ts';
import type { CountryLaw } from './country-law.ts';

/** Terms that the product grants in every country, at least as good as each law's. */
export const PRODUCT_TERMS: Pick<CountryLaw, 'delivery' | 'loanClasses' | 'payableLaterFrom' | 'reminders'> =
  {
    /** See docs/product/loan-and-money.md#from-the-money-on. */
    delivery: [{ from: '2020-01-01', onTimeBusinessDays: 3, canceledAfterDays: 10, leavesFromHour: 10 }],
    /** Argentina's BCRA figures; Uruguay's are the same until they are confirmed. */
    loanClasses: [
      {
        from: '2020-01-01',
        mostDaysLate: [31, 90, 180, 365],
        rowsToCure: { 2: 2, 3: 2, 4: 3, 5: 3 },
        unconfirmed: 'The rows to cure a class in both countries, and all figures in Uruguay.',
      },
    ],
    payableLaterFrom: calendarDate('2026-12-01'),
    /** See docs/product/messages.md#reminders. */
    reminders: {
      stages: [
        { kind: 'before-3', day: -3 },
        { kind: 'due', day: 0 },
        { kind: 'late-1', day: 1 },
        { kind: 'late-5', day: 5 },
        { kind: 'late-10', day: 10 },
        { kind: 'late-20', day: 20 },
      ],
      smsHours: { from: 9, to: 20 },
      smsNotOn: [7],
    },
  };
