import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CalendarDate,
  addBusinessDays,
  addDays,
  addMonthsAnchored,
  ageOn,
  businessDaysBetween,
  calendarDate,
  daysBetween,
  daysInMonth,
  formatDate,
  isBusinessDay,
  parseIsoDate,
  parseShownDate,
  parseTypedDate,
  subtractBusinessDays,
  weekday,
} from './calendar-date.ts';
import { runs } from './testing/runs.ts';

const anyDate = fc
  .date({ min: new Date('1600-01-01'), max: new Date('2400-12-31'), noInvalidDate: true })
  .map((date) => calendarDate(date.toISOString().slice(0, 10)));
const asDate = (date: CalendarDate) => new Date(`${date}T00:00:00Z`);

describe('reading a date', () => {
  it('takes the three forms in use', () => {
    expect(parseIsoDate('2024-02-29')).toBe('2024-02-29');
    expect(parseShownDate('29-02-2024')).toBe('2024-02-29');
    expect(parseTypedDate('29022024')).toBe('2024-02-29');
    expect(formatDate(calendarDate('2024-02-29'))).toBe('29-02-2024');
  });

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-04-31',
    '2024-01-00',
    '0000-01-01',
    '24-1-1',
    '',
  ])('refuses %s', (text) => {
    expect(parseIsoDate(text)).toBeUndefined();
    expect(() => calendarDate(text)).toThrow(RangeError);
  });

  it('refuses the wrong form', () => {
    expect(parseShownDate('2024-02-29')).toBeUndefined();
    expect(parseShownDate('31-02-2024')).toBeUndefined();
    expect(parseTypedDate('2902202')).toBeUndefined();
    expect(parseTypedDate('31022024')).toBeUndefined();
  });

  it('knows the leap years', () => {
    expect([2000, 1900, 2024, 2023].map((year) => daysInMonth(year, 2))).toEqual([29, 28, 29, 28]);
  });
});

describe('counting days', () => {
  it('agrees with the platform over eight centuries', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -100_000, max: 100_000 }), (date, days) => {
        const moved = new Date(asDate(date).getTime() + days * 86_400_000);
        expect(addDays(date, days)).toBe(moved.toISOString().slice(0, 10));
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(weekday(date)).toBe(asDate(date).getUTCDay() || 7);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('refuses to leave the calendar', () => {
    expect(() => addDays(calendarDate('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addDays(calendarDate('0001-01-01'), -1)).toThrow(RangeError);
  });
});

describe('counting months', () => {
  it('keeps the anchor day across short months', () => {
    const start = calendarDate('2024-01-31');
    const dates = [1, 2, 3, 13, -2].map((months) => addMonthsAnchored(start, months, 31));
    expect(dates).toEqual(['2024-02-29', '2024-03-31', '2024-04-30', '2025-02-28', '2023-11-30']);
  });

  it('lands on the anchor day or on the last day of the month, always the right month', () => {
    fc.assert(
      fc.property(
        anyDate,
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 1, max: 31 }),
        (date, months, anchor) => {
          const moved = addMonthsAnchored(date, months, anchor);
          const expectedMonth = (Number(date.slice(5, 7)) - 1 + months) % 12;
          expect(Number(moved.slice(5, 7)) - 1).toBe(expectedMonth);
          const isLastDay = addDays(moved, 1).slice(8) === '01';
          expect(Number(moved.slice(8)) === anchor || (isLastDay && Number(moved.slice(8)) < anchor)).toBe(
            true,
          );
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe('business days', () => {
  // A Thursday and the Friday that bridges it to the weekend.
  const holidays = new Set(['2026-07-09', '2026-07-10']);

  it('leaves out weekends and holidays', () => {
    const days = ['2026-07-08', '2026-07-09', '2026-07-11', '2026-07-12', '2026-07-13'].map(calendarDate);
    expect(days.map((day) => isBusinessDay(day, holidays))).toEqual([true, false, false, false, true]);
  });

  it('steps over them in both directions', () => {
    expect(addBusinessDays(calendarDate('2026-07-08'), 1, holidays)).toBe('2026-07-13');
    expect(addBusinessDays(calendarDate('2026-07-08'), 10, holidays)).toBe('2026-07-24');
    expect(subtractBusinessDays(calendarDate('2026-07-14'), 4, holidays)).toBe('2026-07-06');
  });

  it('moves a day that is none to the nearest in that direction when nothing is to be added', () => {
    expect(addBusinessDays(calendarDate('2026-07-09'), 0, holidays)).toBe('2026-07-13');
    expect(subtractBusinessDays(calendarDate('2026-07-12'), 0, holidays)).toBe('2026-07-08');
    expect(addBusinessDays(calendarDate('2026-07-08'), 0, holidays)).toBe('2026-07-08');
  });

  it('is counted between two days, the later one included', () => {
    const between = (from: string, to: string) =>
      businessDaysBetween(calendarDate(from), calendarDate(to), holidays);
    expect(between('2026-07-08', '2026-07-13')).toBe(1);
    expect(between('2026-07-08', '2026-07-24')).toBe(10);
    expect(between('2026-07-08', '2026-07-08')).toBe(0);
    expect(between('2026-07-13', '2026-07-08')).toBe(0);
  });

  it('undoes itself from a business day', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 60 }), (date, days) => {
        const start = addBusinessDays(date, 0, holidays);
        expect(subtractBusinessDays(addBusinessDays(start, days, holidays), days, holidays)).toBe(start);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('age', () => {
  it.each([
    ['2000-06-15', '2018-06-14', 17],
    ['2000-06-15', '2018-06-15', 18],
    ['2004-02-29', '2022-02-28', 17],
    ['2004-02-29', '2022-03-01', 18],
  ])('of a person born on %s is on %s: %i', (birth, on, age) => {
    expect(ageOn(calendarDate(birth), calendarDate(on))).toBe(age);
  });
});
