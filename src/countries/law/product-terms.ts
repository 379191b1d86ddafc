import { calendarDate } from '../../domain/calendar-date.ts';
import type { ContactTerms, CountryLaw } from './country-law.ts';

type ProductTerms = Pick<CountryLaw, 'delivery' | 'loanClasses' | 'payableLaterFrom' | 'reminders'>;

/** Terms that the product grants in every country, at least as good as each law's. */
export const PRODUCT_TERMS: ProductTerms = {
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
      { kind: 'late-15', day: 15 },
      { kind: 'late-30', day: 30 },
      { kind: 'late-60', day: 60 },
      { kind: 'late-90', day: 90 },
    ],
  },
};

const WEEKDAY = { from: 9, to: 20 };

/** Numbers and hours of contacts about a debt; each country names its law and the unconfirmed parts. */
export const CONTACT_TERMS = {
  from: calendarDate('2020-01-01'),
  rules: {
    hours: { 1: WEEKDAY, 2: WEEKDAY, 3: WEEKDAY, 4: WEEKDAY, 5: WEEKDAY, 6: { from: 10, to: 12 } },
    perDay: 1,
    perWeek: 3,
  },
  promiseDays: 15,
  hardshipDays: 30,
  hardshipMonths: 12,
} satisfies Partial<ContactTerms>;
