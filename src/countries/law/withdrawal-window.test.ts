import { describe, expect, test } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { holidaysOf } from '../holidays.ts';
import { packOf } from '../index.ts';
import { membershipRetryDay, promisedChargeDay, withdrawalUntil } from './withdrawal-window.ts';

const until = (code: 'AR' | 'UY', contract: string, available?: string) =>
  withdrawalUntil(
    code,
    calendarDate(contract),
    available === undefined ? undefined : calendarDate(available),
    holidaysOf(code),
  );

describe('last day of the right to withdraw', () => {
  test('Argentina: ten business days, which always end after ten calendar days', () => {
    // Monday 2 March 2026, no holiday until the 16th.
    expect(until('AR', '2026-03-02')).toBe('2026-03-16');
    // The 24th is a holiday, and so are Holy Thursday and Good Friday, 2 and 3 April.
    expect(until('AR', '2026-03-18')).toBe('2026-04-07');
  });

  test('Uruguay: five business days; Tourism week has none', () => {
    expect(until('UY', '2026-03-27')).toBe('2026-04-10');
  });

  test('counts from the day the money was there, when that is later', () => {
    expect(until('AR', '2026-03-02', '2026-03-03')).toBe('2026-03-17');
    expect(until('AR', '2026-03-03', '2026-03-02')).toBe('2026-03-17');
  });
});

test('a membership that could not be charged is tried again twice, on business days', () => {
  const again = (tries: number) => membershipRetryDay(calendarDate('2026-08-03'), tries, holidaysOf('UY'));
  expect([1, 2, 3].map(again)).toEqual(['2026-08-10', '2026-08-17', undefined]);
});

test('the day promised for the membership counts from the day the money is announced for', () => {
  const promised = (code: 'AR' | 'UY', at: string) =>
    promisedChargeDay(packOf(code), new Date(at), holidaysOf(code));
  // Monday 2 March 2026 before 16:00, after it, and the Saturday before.
  const times = ['2026-03-02T18:59:00Z', '2026-03-02T19:00:00Z', '2026-02-28T15:00:00Z'];
  expect(times.map((at) => promised('AR', at))).toEqual(['2026-03-17', '2026-03-18', '2026-03-17']);
  expect(times.map((at) => promised('UY', at))).toEqual(['2026-03-10', '2026-03-11', '2026-03-10']);
});
