import { describe, expect, test } from 'vitest';
import { addDays, calendarDate, type CalendarDate } from './calendar-date.ts';
import {
  CONTACT_CHANNELS,
  CONTACT_REFUSALS,
  mayContact,
  type ContactChannel,
  type ContactFacts,
  type ContactRules,
} from './contact-gate.ts';

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

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('a month of work over 10,000 cases', () => {
  const CASES = 10_000;
  const month = Array.from({ length: 31 }, (_, index) => addDays(calendarDate('2026-07-01'), index));
  const lender: ContactRules = {
    hours: {
      ...Object.fromEntries([1, 2, 3, 4, 5].map((each) => [each, { from: 9, to: 20 }])),
      6: { from: 10, to: 12 },
    },
    perDay: 1,
    perWeek: 3,
  };
  const holidays = new Set<string>(['2026-07-09']);
  interface Case {
    readonly facts: Omit<ContactFacts, 'contacts'>;
    readonly made: {
      readonly day: CalendarDate;
      readonly hour: number;
      readonly channel: ContactChannel;
      group: number;
    }[];
  }

  /** Customers with every kind of wish and state, and callers and jobs that try at any hour. */
  function simulate(seed: number) {
    const random = generator(seed);
    const chance = (part: number) => random() < part;
    const pick = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
    const dayOrNone = (part: number) => (chance(part) ? addDays(month[0]!, Math.floor(random() * 31)) : null);
    const cases = Array.from({ length: CASES }, (): Case => ({
      facts: {
        isErased: chance(0.01),
        isWithdrawn: chance(0.01),
        isHeld: chance(0.02),
        isDisputed: chance(0.02),
        hardshipUntil: dayOrNone(0.1),
        channelsOff: new Set(CONTACT_CHANNELS.filter(() => chance(0.1))),
        promisedUntil: dayOrNone(0.2),
        keepsAgreement: chance(0.03),
        isBeingPaid: chance(0.03),
      },
      made: [],
    }));
    const refused = new Map<string, number>();
    let group = 0;
    for (const on of month)
      for (let caller = 0; caller < CASES; caller += 1) {
        const one = cases[Math.floor(random() * CASES)]!;
        // A caller that comes back the same day, by another channel.
        for (let time = 0; time < 3; time += 1) {
          const hour = Math.floor(random() * 24);
          const channel = pick(CONTACT_CHANNELS);
          const when = { day: on, hour, isHoliday: holidays.has(on) };
          const same = chance(0.2) ? one.made.at(-1)?.group : undefined;
          const facts = { ...one.facts, contacts: one.made };
          const reason = mayContact(facts, lender, channel, when, same);
          if (reason === undefined) one.made.push({ day: on, hour, channel, group: same ?? (group += 1) });
          else refused.set(reason, (refused.get(reason) ?? 0) + 1);
        }
      }
    return { cases, refused };
  }

  test('none is outside the hours, above the count or against a wish', () => {
    const { cases, refused } = simulate(20_260_701);
    const byHour = new Map<number, number>();
    const faults: string[] = [];
    const note = (what: string, isFault: boolean) => {
      if (isFault) faults.push(what);
    };
    for (const { facts, made } of cases) {
      for (const { day: on, hour, channel } of made) {
        byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
        const weekdayOf = new Date(`${on}T00:00:00Z`).getUTCDay();
        const isInHours = weekdayOf === 6 ? hour >= 10 && hour < 12 : hour >= 9 && hour < 20;
        note('hours', weekdayOf === 0 || holidays.has(on) || (channel !== 'mail' && !isInHours));
        note('wish', facts.channelsOff.has(channel) || on <= (facts.hardshipUntil ?? ''));
        note('promise', on <= (facts.promisedUntil ?? ''));
      }
      const { isErased, isWithdrawn, isHeld, isDisputed, keepsAgreement, isBeingPaid } = facts;
      const isBarred = isErased || isWithdrawn || isHeld || isDisputed || keepsAgreement || isBeingPaid;
      note('barred', isBarred && made.length > 0);
      const days = [...new Map(made.map((each) => [`${each.day}/${each.group}`, each.day])).values()];
      note('day', new Set(days).size < days.length);
      for (const first of days) {
        const last = addDays(first, 6);
        note('week', days.filter((each) => each >= first && each <= last).length > 3);
      }
    }
    expect(faults).toEqual([]);
    expect(CONTACT_REFUSALS.filter((reason) => !refused.has(reason))).toEqual([]);
    const hours = Array.from({ length: 24 }, (_, hour) => `${hour} h: ${byHour.get(hour) ?? 0}`);
    // oxlint-disable-next-line no-console -- the count by hour is for people to read
    console.info(`contacts by hour (mail at any hour): ${hours.join(', ')}`);
    // oxlint-disable-next-line no-console
    console.info(`refused: ${[...refused].map(([reason, count]) => `${reason} ${count}`).join(', ')}`);
  });
});
