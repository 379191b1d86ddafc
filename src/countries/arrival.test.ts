import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate, daysBetween, isBusinessDay } from '../domain/calendar-date.ts';
import { arrivalDate, arrivalDay, arrivalOf, arrivalSentence, WAITING_SENTENCE } from './arrival.ts';
import { holidaysOf } from './holidays.ts';
import { packOf } from './index.ts';
import { localDate } from './local-time.ts';
import { runs } from '../domain/testing/runs.ts';

const pack = packOf('AR');
const holidays = holidaysOf('AR');
const at = (instant: string) => new Date(instant);

describe('the day on which a loan confirmed now is credited', () => {
  test.each([
    ['Friday before 16:00', '2026-05-15T18:59:59Z', '2026-05-15'],
    ['Friday at 16:00', '2026-05-15T19:00:00Z', '2026-05-18'],
    ['Saturday', '2026-05-16T12:00:00Z', '2026-05-18'],
    ['Sunday', '2026-05-17T23:00:00Z', '2026-05-18'],
    ['a holiday before 16:00', '2026-05-25T12:00:00Z', '2026-05-26'],
    ['the evening before a holiday and its bridge', '2026-07-08T20:00:00Z', '2026-07-13'],
  ])('%s', (_, instant, date) => expect(arrivalDate(at(instant), pack, holidays)).toBe(date));

  test('follows the holidays of the country', () => {
    // 25 August is Uruguay's independence day and an ordinary Tuesday in Argentina.
    const morning = at('2026-08-25T12:00:00Z');
    expect(arrivalDate(morning, packOf('AR'), holidaysOf('AR'))).toBe('2026-08-25');
    expect(arrivalDate(morning, packOf('UY'), holidaysOf('UY'))).toBe('2026-08-26');
  });
});

describe('the arrival of a confirmed loan', () => {
  const confirmedAt = at('2026-05-15T12:00:00Z');
  const seenAt = (now: string, deliveredOn?: string) =>
    arrivalOf(
      { confirmedAt, deliveredOn: deliveredOn === undefined ? undefined : calendarDate(deliveredOn) },
      at(now),
      pack,
      () => holidays,
    );

  test.each([
    ['at once', '2026-05-15T12:00:01Z', undefined, 'Lo acreditamos hoy, 15-05-2026.'],
    [
      'in the evening of the day that was said',
      '2026-05-16T02:00:00Z',
      undefined,
      'Lo acreditamos hoy, 15-05-2026.',
    ],
    [
      'on the morning after',
      '2026-05-16T12:00:00Z',
      undefined,
      'Está tardando más de lo que te dijimos. Lo acreditamos el lunes 18-05-2026.',
    ],
    [
      'on the next business day',
      '2026-05-18T12:00:00Z',
      undefined,
      'Está tardando más de lo que te dijimos. Lo acreditamos hoy, 18-05-2026.',
    ],
    ['paid out today', '2026-05-15T13:00:00Z', '2026-05-15', 'Te lo acreditamos hoy, 15-05-2026.'],
    ['paid out long ago', '2026-06-30T13:00:00Z', '2026-05-18', 'Te lo acreditamos el lunes 18-05-2026.'],
  ])('is said %s', (_, now, deliveredOn, sentence) =>
    expect(arrivalSentence(seenAt(now, deliveredOn), 'bank-transfer')).toBe(sentence),
  );

  test('of cash says from which day it can be collected', () => {
    const said = (deliveredOn?: string) =>
      arrivalSentence(seenAt('2026-05-15T13:00:00Z', deliveredOn), 'red-pagos');
    expect(said()).toBe('Lo vas a poder retirar hoy, 15-05-2026.');
    expect(said('2026-05-14')).toBe('Si todavía no lo retiraste, te espera desde el jueves 14-05-2026.');
  });

  test('is the one that was said before confirming at that instant', () => {
    const before = arrivalOf({ confirmedAt }, confirmedAt, pack, () => holidays);
    expect(arrivalDay(before)).toBe('hoy, 15-05-2026');
    expect(arrivalSentence(before, 'bank-transfer')).toContain(arrivalDay(before));
  });

  test('is never a past day nor one on which banks are closed, as long as the money is on its way', () => {
    const from = Date.UTC(2026, 0, 1);
    fc.assert(
      fc.property(
        fc.constantFrom('AR' as const, 'UY' as const),
        fc.integer({ min: 0, max: 365 * 24 * 60 }),
        fc.integer({ min: 0, max: 40 * 24 * 60 }),
        (code, confirmedMinute, waitedMinutes) => {
          const confirmed = new Date(from + confirmedMinute * 60_000);
          const now = new Date(confirmed.getTime() + waitedMinutes * 60_000);
          const arrival = arrivalOf({ confirmedAt: confirmed }, now, packOf(code), () => holidaysOf(code));
          expect(arrival.date >= localDate(now, code)).toBe(true);
          expect(isBusinessDay(arrival.date, holidaysOf(code))).toBe(true);
          // Ten from a Friday evening before the week of tourism in Uruguay.
          expect(daysBetween(localDate(now, code), arrival.date)).toBeLessThanOrEqual(10);
          // What was said at first stands until its day is over.
          const promised = arrivalDate(confirmed, packOf(code), holidaysOf(code));
          expect(arrival.state).toBe(promised >= localDate(now, code) ? 'expected' : 'late');
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

test('a late order that leaves on a known day names it until it is over', () => {
  const confirmedAt = at('2026-05-15T12:00:00Z');
  const leavesOn = calendarDate('2026-05-28');
  const seen = (now: string) => arrivalOf({ confirmedAt, leavesOn }, at(now), pack, () => holidays);
  expect(seen('2026-05-27T12:00:00Z')).toMatchObject({ date: leavesOn, state: 'late' });
  expect(seen('2026-05-29T12:00:00Z').date > leavesOn).toBe(true);
});

test('money that waits for the lender is promised for no day', () => {
  const confirmedAt = at('2026-05-15T12:00:00Z');
  const arrival = arrivalOf(
    { confirmedAt, isWaiting: true },
    at('2026-05-20T12:00:00Z'),
    pack,
    () => holidays,
  );
  expect(arrival.state).toBe('waiting');
  expect(arrivalSentence(arrival, 'bank-transfer')).toBe(WAITING_SENTENCE);
  expect(WAITING_SENTENCE).not.toMatch(/\d/);
});
