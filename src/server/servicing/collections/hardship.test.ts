import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { hardshipAgainOn } from './hardship.ts';

const asked = (from: string, until: string, staffId: number | null) => ({
  from: calendarDate(from),
  until: calendarDate(until),
  reason: 'income' as const,
  staffId,
});

test.each([
  [[], '2026-06-01', null],
  [[asked('2026-01-10', '2026-02-09', null)], '2026-06-01', '2027-01-10'],
  [[asked('2026-01-10', '2026-02-09', null)], '2027-01-10', null],
  // A pause that staff started bars the next one only until its end.
  [[asked('2026-01-10', '2026-02-09', 7)], '2026-02-09', '2026-02-10'],
  [[asked('2026-01-10', '2026-02-09', 7)], '2026-02-10', null],
  [
    [asked('2026-05-10', '2026-06-09', 7), asked('2025-07-10', '2025-08-09', null)],
    '2026-06-10',
    '2026-07-10',
  ],
])('days without contact after %j can be asked for again, on %s: from %s', (rows, today, again) => {
  expect(hardshipAgainOn('AR', rows, calendarDate(today))).toBe(again);
});
