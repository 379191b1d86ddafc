import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, calendarDate } from './calendar-date.ts';
import { centavos } from './money.ts';
import { mayExtend, paidOf, promiseState, refusePromise } from './promise.ts';
import { runs } from './testing/runs.ts';

const madeOn = calendarDate('2026-07-01');
const until = calendarDate('2026-07-10');
const promise = { amount: centavos(100_00), madeOn, until };
const paid = (day: string, amount: number) => ({ valueDate: calendarDate(day), amount: centavos(amount) });

describe('a promise', () => {
  test.each([
    ['nothing paid', [], '2026-07-10', 'open'],
    ['nothing paid the day after', [], '2026-07-11', 'broken'],
    ['paid on the last day, reported later', [paid('2026-07-10', 100_00)], '2026-07-20', 'kept'],
    ['one centavo short', [paid('2026-07-10', 99_99)], '2026-07-11', 'broken'],
    ['paid in two parts', [paid('2026-07-01', 40_00), paid('2026-07-09', 60_00)], '2026-07-09', 'kept'],
    ['paid the day before it', [paid('2026-06-30', 100_00)], '2026-07-11', 'broken'],
    ['paid a day late', [paid('2026-07-11', 100_00)], '2026-07-12', 'broken'],
    ['money given back', [paid('2026-07-02', 100_00), paid('2026-07-03', -1)], '2026-07-04', 'open'],
  ] as const)('%s', (_, payments, today, state) => {
    expect(promiseState(promise, payments, calendarDate(today))).toBe(state);
  });

  test('of any payments is kept by those of its days alone, reversed and reported in any order', () => {
    const payment = fc.record({
      valueDate: fc.integer({ min: -20, max: 20 }).map((days) => addDays(madeOn, days)),
      amount: fc.integer({ min: 1, max: 80_00 }).map(centavos),
    });
    fc.assert(
      fc.property(
        fc.array(payment, { maxLength: 8 }),
        fc.infiniteStream(fc.boolean()),
        fc.integer({ min: 0, max: 30 }),
        (payments, reversals, days) => {
          const today = addDays(madeOn, days);
          const left = payments.filter(() => reversals.next().value !== true);
          const state = promiseState(promise, left, today);
          const total = left
            .filter(({ valueDate }) => valueDate >= madeOn && valueDate <= until)
            .reduce((sum, { amount }) => sum + amount, 0);
          expect(paidOf(promise, left)).toBe(total);
          expect(state === 'kept').toBe(total >= promise.amount);
          expect(state === 'open').toBe(total < promise.amount && today <= until);
          // Fewer payments never keep it, and more never break it.
          expect(state !== 'kept' || promiseState(promise, payments, today) === 'kept').toBe(true);
          expect(promiseState(promise, left.toReversed(), today)).toBe(state);
        },
      ),
      { numRuns: runs(10_000) },
    );
  });
});

test.each([
  [{}, undefined],
  [{ hasOpen: true }, 'open'],
  [{ until: addDays(madeOn, -1) }, 'day'],
  [{ until: madeOn }, undefined],
  [{ until: addDays(madeOn, 15) }, undefined],
  [{ until: addDays(madeOn, 16) }, 'day'],
  [{ amount: centavos(0) }, 'amount'],
  [{ amount: centavos(150_00) }, undefined],
  [{ amount: centavos(150_01) }, 'amount'],
] as const)('a new promise with %j is refused for %s', (change, refusal) => {
  const { hasOpen, ...other } = { hasOpen: false, ...change };
  const facts = { owed: centavos(150_00), longestDays: 15, hasOpen };
  expect(refusePromise({ ...promise, ...other }, facts)).toBe(refusal);
});

test.each([
  ['open', false, '2026-07-12', true],
  ['open', false, '2026-07-10', false],
  ['open', false, '2026-07-23', true],
  ['open', false, '2026-07-24', false],
  ['open', true, '2026-07-12', false],
  ['kept', false, '2026-07-12', false],
  ['broken', false, '2026-07-12', false],
] as const)('a promise that is %s, extended %s: to %s %s', (state, isExtended, to, may) => {
  const today = calendarDate('2026-07-08');
  expect(mayExtend({ ...promise, isExtended }, state, calendarDate(to), { today, longestDays: 15 })).toBe(
    may,
  );
});
