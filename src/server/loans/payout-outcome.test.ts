import { expect, test } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { deliveryDay } from './payout-outcome.ts';

test.each([
  [undefined, '2026-03-20'],
  ['2026-03-12', '2026-03-12'],
  ['2026-03-09', '2026-03-10'],
  ['2026-03-21', '2026-03-20'],
])('a rail that names %s for a loan of 10 March, asked on the 20th, delivered on %s', (named, day) => {
  const answer = { state: 'completed', providerId: '', receiptCode: '', reason: '' } as const;
  const deliveredOn = named === undefined ? {} : { deliveredOn: calendarDate(named) };
  const confirmed = { interest_from: calendarDate('2026-03-10') };
  expect(deliveryDay(confirmed, { ...answer, ...deliveredOn }, calendarDate('2026-03-20'))).toBe(day);
});
