import { expect, test } from 'vitest';
import { addDays, calendarDate } from '../../domain/calendar-date.ts';
import { holidaysOf } from '../holidays.ts';
import { contactEnds, contactOpens, contactTermsOf, isContactDay, mayUseNow } from './contact-terms.ts';

test.each([
  // Both countries keep UTC-3. Tuesday 14 July 2026.
  ['AR', 'sms', '2026-07-14T11:59:00Z', false],
  ['AR', 'sms', '2026-07-14T12:00:00Z', true],
  ['AR', 'call', '2026-07-14T22:59:00Z', true],
  ['AR', 'call', '2026-07-14T23:00:00Z', false],
  ['AR', 'mail', '2026-07-14T23:00:00Z', true],
  // Saturday 11 July.
  ['UY', 'whatsapp', '2026-07-11T12:59:00Z', false],
  ['UY', 'whatsapp', '2026-07-11T13:00:00Z', true],
  ['UY', 'sms', '2026-07-11T14:59:00Z', true],
  ['UY', 'sms', '2026-07-11T15:00:00Z', false],
  // A Sunday; 9 July is a holiday in Argentina only, 25 August in Uruguay only.
  ['AR', 'sms', '2026-07-12T15:00:00Z', false],
  ['AR', 'mail', '2026-07-12T15:00:00Z', false],
  ['AR', 'sms', '2026-07-09T15:00:00Z', false],
  ['AR', 'mail', '2026-07-09T15:00:00Z', false],
  ['UY', 'sms', '2026-07-09T15:00:00Z', true],
  ['UY', 'sms', '2026-08-25T15:00:00Z', false],
] as const)('%s: %s at %s %s', (code, channel, at, may) => {
  expect(mayUseNow(code, channel, new Date(at), holidaysOf(code))).toBe(may);
});

test('the terms of before the first ones are the first', () => {
  for (const code of ['AR', 'UY'] as const) {
    const terms = contactTermsOf(code, calendarDate('2019-01-01'));
    expect(terms).toEqual(contactTermsOf(code, calendarDate('2026-01-01')));
    expect([terms.rule, terms.unconfirmed]).not.toContain('');
  }
});

test.each([
  // Tuesday, Saturday and Sunday.
  ['sms', '2026-07-14T15:00:00Z', '2026-07-14T23:00:00Z'],
  ['call', '2026-07-11T14:00:00Z', '2026-07-11T15:00:00Z'],
  ['sms', '2026-07-12T15:00:00Z', '2026-07-13T03:00:00Z'],
  ['mail', '2026-07-14T15:00:00Z', '2026-07-15T03:00:00Z'],
] as const)('the hours of %s at %s end at %s', (channel, at, end) => {
  for (const code of ['AR', 'UY'] as const)
    expect(contactEnds(code, channel, new Date(at))).toEqual(new Date(end));
});

test.each([
  // Saturday before and after its hours, a Sunday, and the day before two holidays in Argentina.
  ['sms', '2026-07-11T10:00:00Z', '2026-07-11T13:00:00Z'],
  ['call', '2026-07-11T16:00:00Z', '2026-07-13T12:00:00Z'],
  ['mail', '2026-07-12T15:00:00Z', '2026-07-13T03:00:00Z'],
  ['call', '2026-07-08T23:30:00Z', '2026-07-11T13:00:00Z'],
] as const)('outside the hours of %s at %s, the next ones begin at %s', (channel, at, opens) => {
  expect(contactOpens('AR', channel, new Date(at), holidaysOf('AR'))).toEqual(new Date(opens));
});

test('without a day for contacts nearby there is no next one', () => {
  const first = calendarDate('2026-07-11');
  const closed = new Set(Array.from({ length: 20 }, (_, index) => addDays(first, index)));
  expect(contactOpens('AR', 'call', new Date('2026-07-11T10:00:00Z'), closed)).toBeUndefined();
});

test('mail about a debt goes out on business days and Saturdays', () => {
  const isDay = (day: string) => isContactDay('AR', calendarDate(day), holidaysOf('AR'));
  expect(['2026-07-09', '2026-07-14', '2026-07-11', '2026-07-12'].map(isDay)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
