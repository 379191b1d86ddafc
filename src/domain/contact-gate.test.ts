import { describe, expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { CONTACT_CHANNELS, mayContact, type ContactFacts, type ContactRules } from './contact-gate.ts';

const rules: ContactRules = {
  hours: { 1: { from: 9, to: 20 }, 2: { from: 9, to: 20 }, 6: { from: 10, to: 12 } },
  perDay: 1,
  perWeek: 3,
};
/** A Tuesday. */
const day = calendarDate('2026-07-14');
const at = { day, hour: 10, isHoliday: false };
const free: ContactFacts = {
  isErased: false,
  isWithdrawn: false,
  isHeld: false,
  isDisputed: false,
  hardshipUntil: null,
  channelsOff: new Set(),
  promisedUntil: null,
  keepsAgreement: false,
  isBeingPaid: false,
  contacts: [],
};
const past = (on: string, group: number) => ({ day: calendarDate(on), group });

describe('the gate', () => {
  test('lets every channel through where nothing is against it', () => {
    for (const channel of CONTACT_CHANNELS) expect(mayContact(free, rules, channel, at)).toBeUndefined();
  });

  test.each([
    ['erased', { isErased: true }],
    ['withdrawal', { isWithdrawn: true }],
    ['hold', { isHeld: true }],
    ['dispute', { isDisputed: true }],
    ['hardship', { hardshipUntil: day }],
    ['channel-off', { channelsOff: new Set(['sms'] as const) }],
    ['promise', { promisedUntil: day }],
    ['agreement-kept', { keepsAgreement: true }],
    ['payment-under-way', { isBeingPaid: true }],
    ['day', { contacts: [past('2026-07-14', 1)] }],
    ['week', { contacts: [past('2026-07-08', 1), past('2026-07-10', 2), past('2026-07-13', 3)] }],
    // The clock went back: the runs of seven days that end later count too.
    ['week', { contacts: [past('2026-07-13', 1), past('2026-07-16', 2), past('2026-07-19', 3)] }],
  ] as const)('refuses for %s', (reason, facts) => {
    expect(mayContact({ ...free, ...facts }, rules, 'sms', at)).toBe(reason);
  });

  test.each([
    { hardshipUntil: calendarDate('2026-07-13') },
    { promisedUntil: calendarDate('2026-07-13') },
    { channelsOff: new Set(['call'] as const) },
    { contacts: [past('2026-07-07', 1), past('2026-07-10', 2), past('2026-07-13', 3)] },
    { contacts: [past('2026-07-13', 1), past('2026-07-13', 1), past('2026-07-10', 2)] },
  ])('does not refuse for %j', (facts) => {
    expect(mayContact({ ...free, ...facts }, rules, 'sms', at)).toBeUndefined();
  });

  test.each([
    ['sms', { hour: 8 }, 'hours'],
    ['sms', { hour: 9 }, undefined],
    ['call', { hour: 19 }, undefined],
    ['call', { hour: 20 }, 'hours'],
    ['mail', { hour: 3 }, undefined],
    ['mail', { isHoliday: true }, 'hours'],
    ['whatsapp', { isHoliday: true }, 'hours'],
    // Saturday and Sunday.
    ['sms', { day: calendarDate('2026-07-11'), hour: 12 }, 'hours'],
    ['sms', { day: calendarDate('2026-07-11'), hour: 11 }, undefined],
    ['mail', { day: calendarDate('2026-07-12') }, 'hours'],
  ] as const)('%s at %j: %s', (channel, time, refusal) => {
    expect(mayContact(free, rules, channel, { ...at, ...time })).toBe(refusal);
  });

  test('the SMS of a mail is no second contact on its day, and one of its own on another', () => {
    const today = { ...free, contacts: [past('2026-07-14', 7)] };
    expect(mayContact(today, rules, 'sms', at, 7)).toBeUndefined();
    expect(mayContact(today, rules, 'sms', at, 8)).toBe('day');
    const before = { ...free, contacts: [past('2026-07-11', 7)] };
    expect(mayContact(before, rules, 'sms', at, 7)).toBeUndefined();
    expect(mayContact(before, { ...rules, perWeek: 1 }, 'sms', at, 7)).toBe('week');
  });
});
