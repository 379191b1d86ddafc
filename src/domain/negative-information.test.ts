import { describe, expect, it } from 'vitest';
import { calendarDate, type CalendarDate } from './calendar-date.ts';
import { negativeInformation } from './negative-information.ts';

/** docs/product/collections.md#negative-information */

const date = calendarDate;
const five = { from: date('2001-01-01'), years: 5, yearsAfterEnd: 2, renewedYears: 0 };
const renewable = { ...five, yearsAfterEnd: 5, renewedYears: 5 };

type Row = readonly [payableUntil: string, daysLate: number, settledOn: string | null, isReplaced?: boolean];

const standing = (isSettled: boolean, ...rows: readonly Row[]) => ({
  isSettled,
  instalments: rows.map(([payableUntil, daysLate, settledOn, isReplaced = false]) => ({
    payableUntil: date(payableUntil),
    daysLate,
    settledOn: settledOn === null ? null : date(settledOn),
    isReplaced,
  })),
});
const today: CalendarDate = date('2026-11-27');

describe('negative information', () => {
  it('is none of a loan that is or was never late', () => {
    const running = standing(false, ['2026-11-10', 0, '2026-11-09'], ['2026-12-10', 0, null]);
    expect(negativeInformation(running, [five], today)).toBeUndefined();
    const ended = standing(true, ['2026-10-10', 0, '2026-10-01']);
    expect(negativeInformation(ended, [five], today)).toBeUndefined();
  });

  it('ends five years after the first day in arrears of the oldest unpaid instalment', () => {
    const late = standing(
      false,
      ['2026-03-10', 20, '2026-03-30'],
      ['2026-04-13', 228, null],
      ['2026-05-11', 200, null],
    );
    expect(negativeInformation(late, [five], today)).toEqual({
      since: '2026-04-14',
      until: '2031-04-13',
      renewedUntil: null,
    });
  });

  it('goes on from what an agreement ended', () => {
    const agreed = standing(
      false,
      ['2026-04-13', 228, '2026-11-27', true],
      ['2026-12-11', 0, null],
      ['2027-01-11', 0, null],
    );
    expect(negativeInformation(agreed, [five], today)).toMatchObject({
      since: '2026-04-14',
      until: '2031-04-13',
    });
  });

  it('can be renewed once while the debt is unpaid, where the law lets it', () => {
    const late = standing(false, ['2026-04-13', 228, null]);
    expect(negativeInformation(late, [five, { ...renewable, from: date('2026-01-01') }], today)).toEqual({
      since: '2026-04-14',
      until: '2031-04-13',
      renewedUntil: '2036-04-13',
    });
  });

  it('ends two years after the debt did, or earlier by the first day in arrears', () => {
    const soon = standing(true, ['2026-04-13', 30, '2026-05-13'], ['2026-05-11', 0, '2026-05-11']);
    expect(negativeInformation(soon, [five], today)).toMatchObject({
      since: '2026-04-14',
      until: '2028-05-12',
      renewedUntil: null,
    });
    const afterYears = standing(true, ['2022-04-13', 1500, '2026-05-22']);
    expect(negativeInformation(afterYears, [five], today)?.until).toBe('2027-04-13');
  });

  it('starts on 29 February and ends on the 27th or 28th', () => {
    const late = standing(false, ['2028-02-28', 1, null]);
    expect(negativeInformation(late, [five], date('2028-03-01'))).toMatchObject({
      since: '2028-02-29',
      until: '2033-02-27',
    });
  });

  it('has no end that no law in force gives', () => {
    const late = standing(false, ['2026-04-13', 228, null]);
    expect(negativeInformation(late, [{ ...five, from: date('2026-11-28') }], today)).toBeUndefined();
    expect(negativeInformation(late, [{ ...five, from: today }], today)?.until).toBe('2031-04-13');
  });

  it('takes a settled loan without any day of payment as ended when it became late', () => {
    const waived = standing(true, ['2026-04-13', 10, null]);
    expect(negativeInformation(waived, [five], today)?.until).toBe('2028-04-13');
  });
});
