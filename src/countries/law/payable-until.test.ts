import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDate, daysBetween, isBusinessDay } from '../../domain/calendar-date.ts';
import { COUNTRIES } from '../countries.ts';
import { holidaysOf, lastHolidayYear } from '../holidays.ts';
import { laterDays, payableUntil } from './payable-until.ts';
import { LAWS } from './laws.ts';
import { runs } from '../../domain/testing/runs.ts';

const date = calendarDate;

describe.each(COUNTRIES)('%s', (code) => {
  const holidays = holidaysOf(code);
  const from = LAWS[code].payableLaterFrom;
  const anyDueDate = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays(from, days));

  test('an instalment due on a weekend can be paid until Monday', () => {
    expect(payableUntil(code, date('2026-12-12'), holidays)).toBe('2026-12-14');
    expect(payableUntil(code, date('2026-12-13'), holidays)).toBe('2026-12-14');
    expect(payableUntil(code, date('2026-12-14'), holidays)).toBe('2026-12-14');
  });

  test('a holiday counts as a weekend does, and both can follow each other', () => {
    // Friday 25 December, and Friday 1 January.
    expect(payableUntil(code, date('2026-12-25'), holidays)).toBe('2026-12-28');
    expect(payableUntil(code, date('2027-01-01'), holidays)).toBe('2027-01-04');
  });

  test('years without known holidays have weekends only', () => {
    const year = lastHolidayYear(code) + 1;
    const newYear = date(`${year}-01-01`);
    const [saturday] = laterDays(code, [newYear, addDays(newYear, 6)], holidays);
    expect(saturday?.payableUntil).toBe(addDays(saturday?.dueDate ?? newYear, 2));
  });

  test('due dates before the rule began are as they were', () => {
    const before = addDays(from, -60);
    expect(laterDays(code, [before, addDays(from, -1)], holidays)).toEqual([]);
    expect(laterDays(code, [before, addDays(from, 6)], holidays)).not.toEqual([]);
  });

  test('the last day is the first business day from the due date on, and one more holiday never makes it earlier', () => {
    fc.assert(
      fc.property(anyDueDate, fc.integer({ min: 0, max: 6 }), (dueDate, days) => {
        const until = payableUntil(code, dueDate, holidays);
        expect(isBusinessDay(until, holidays)).toBe(true);
        for (let day = dueDate; day < until; day = addDays(day, 1))
          expect(isBusinessDay(day, holidays)).toBe(false);
        expect(daysBetween(dueDate, until)).toBeLessThanOrEqual(10);
        const more = new Set([...holidays, addDays(dueDate, days)]);
        expect(payableUntil(code, dueDate, more) >= until).toBe(true);
      }),
      // Uruguay's Easter week, and 19 April moved to the Monday after it.
      { numRuns: runs(100), examples: [[date('2033-04-09'), 0]] },
    );
  });
});

test('countries have different holidays', () => {
  // Immaculate Conception is a holiday of Argentina's banks, a Tuesday in 2026.
  expect(payableUntil('AR', date('2026-12-08'), holidaysOf('AR'))).toBe('2026-12-09');
  expect(payableUntil('UY', date('2026-12-08'), holidaysOf('UY'))).toBe('2026-12-08');
});
