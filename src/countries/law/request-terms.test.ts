import { holidaysOf } from '../holidays.ts';
import { describe, expect, test } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { requestClock, requestDue } from './request-terms.ts';

const date = calendarDate;

describe('the term of a request', () => {
  test('Argentina: ten days for a button, five business days for data', () => {
    expect(requestDue('AR', 'withdrawal', date('2026-03-02'), holidaysOf('AR'))).toBe('2026-03-12');
    // The 23rd and 24th of March 2026 are holidays.
    expect(requestDue('AR', 'erasure', date('2026-03-20'), holidaysOf('AR'))).toBe('2026-03-31');
  });

  test('Uruguay: five business days; Tourism week has none', () => {
    expect(requestDue('UY', 'cancellation', date('2026-03-27'), holidaysOf('UY'))).toBe('2026-04-10');
    expect(requestDue('UY', 'erasure', date('2026-03-02'), holidaysOf('UY'))).toBe('2026-03-09');
  });

  test('turns amber three days before its last day, and red on it', () => {
    const stands = (today: string) => requestClock(date('2026-03-12'), date(today));
    expect(stands('2026-03-08')).toEqual({ left: 4, clock: 'green' });
    expect(stands('2026-03-09')).toEqual({ left: 3, clock: 'amber' });
    expect(stands('2026-03-12')).toEqual({ left: 0, clock: 'red' });
    expect(stands('2026-03-14')).toEqual({ left: -2, clock: 'red' });
  });
});
