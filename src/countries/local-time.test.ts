import { afterEach, describe, expect, test, vi } from 'vitest';
import { addDays, calendarDate } from '../domain/calendar-date.ts';
import { COUNTRIES } from './countries.ts';
import { localInstant, zonedInstant, zonedText } from './local-time.ts';

const at = (zone: string, date: string, hour: number) =>
  zonedInstant(zone, calendarDate(date), hour).toISOString();

describe('a zone with daylight saving', () => {
  test('keeps its hours on both sides of the change', () => {
    expect(at('Europe/Madrid', '2026-01-15', 12)).toBe('2026-01-15T11:00:00.000Z');
    expect(at('Europe/Madrid', '2026-07-15', 12)).toBe('2026-07-15T10:00:00.000Z');
    expect(zonedText(new Date('2026-07-15T22:30:00Z'), 'Europe/Madrid')).toBe('2026-07-16 00:30');
  });
  test('an hour that is skipped is the first one after it', () => {
    // Santiago goes from 24:00 of 5 September to 1:00.
    expect(at('America/Santiago', '2026-09-06', 0)).toBe('2026-09-06T04:00:00.000Z');
    expect(at('Europe/Madrid', '2026-03-29', 2)).toBe('2026-03-29T01:00:00.000Z');
  });
  test('an hour that comes twice is the first of both', () => {
    expect(at('America/Havana', '2026-11-01', 0)).toBe('2026-11-01T04:00:00.000Z');
    expect(at('Europe/Madrid', '2026-10-25', 2)).toBe('2026-10-25T00:00:00.000Z');
  });
  test.each(['America/Santiago', 'Europe/Madrid', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    '%s: a day begins right after the one before',
    (zone) => {
      let date = calendarDate('2026-01-01');
      for (let day = 0; day < 366; day += 1) {
        const start = zonedInstant(zone, date, 0);
        expect(zonedText(start, zone).slice(0, 10)).toBe(date);
        expect(zonedText(new Date(start.getTime() - 60_000), zone).slice(0, 10)).toBe(addDays(date, -1));
        date = addDays(date, 1);
      }
    },
  );
});

test('the days of both countries begin at three in UTC', () => {
  for (const code of COUNTRIES)
    expect(localInstant(calendarDate('2026-05-16'), 0, code).toISOString()).toBe('2026-05-16T03:00:00.000Z');
});

describe('a zone that the runtime does not know', () => {
  afterEach(() => vi.unstubAllEnvs());
  test('is that of the device', () => {
    vi.stubEnv('TZ', 'America/Montevideo');
    const instant = new Date('2026-05-16T02:05:59Z');
    expect(zonedText(instant, 'America/Nowhere')).toBe('2026-05-15 23:05');
  });
});
