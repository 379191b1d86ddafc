import fc from 'fast-check';
import { expect, test } from 'vitest';
import { debtorDifferences, debtorOf, type FrozenLoan } from './debtors.ts';
import { centavos } from './money.ts';
import { RUNS } from './testing/runs.ts';

const loan: FrozenLoan = {
  class: 1,
  principal: centavos(100_000),
  interest: centavos(5_000),
  daysLate: 0,
  isRefinanced: false,
  isSued: false,
  isDisputed: false,
  isWrittenOff: false,
};

test('a debtor has the worst class and days of their loans, and sums without what is written off', () => {
  const late = { ...loan, class: 4, daysLate: 200, isSued: true };
  const lost = { ...loan, class: 5, daysLate: 400, isWrittenOff: true, isDisputed: true, isRefinanced: true };
  expect(debtorOf([loan, late, lost])).toEqual({
    class: 5,
    principal: 200_000,
    interest: 10_000,
    daysLate: 400,
    isRefinanced: true,
    isSued: true,
    isDisputed: true,
    loans: 3,
    writtenOff: 1,
  });
  expect(debtorOf([loan])).toMatchObject({ class: 1, isRefinanced: false, isSued: false, isDisputed: false });
});

test('a debtor of all loans has what those of two parts have together', () => {
  const random = fc.record({
    class: fc.integer({ min: 1, max: 5 }),
    principal: fc.integer({ min: 0, max: 10_000_000 }).map(centavos),
    interest: fc.integer({ min: 0, max: 1_000_000 }).map(centavos),
    daysLate: fc.integer({ min: 0, max: 900 }),
    isRefinanced: fc.boolean(),
    isSued: fc.boolean(),
    isDisputed: fc.boolean(),
    isWrittenOff: fc.boolean(),
  });
  const some = fc.array(random, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(some, some, (a, b) => {
      const [one, other, all] = [debtorOf(a), debtorOf(b), debtorOf([...a, ...b])];
      expect(all.principal).toBe(one.principal + other.principal);
      expect(all.interest).toBe(one.interest + other.interest);
      expect(all.class).toBe(Math.max(one.class, other.class));
      expect(all.writtenOff).toBe(one.writtenOff + other.writtenOff);
    }),
    { numRuns: RUNS },
  );
});

test('two sides differ by who has the debtor, by class, and by more than a thousand pesos', () => {
  const debt = { class: 2, amount: centavos(50_000_000) };
  expect(debtorDifferences(undefined, undefined)).toEqual([]);
  expect(debtorDifferences(undefined, debt)).toEqual(['not-ours']);
  expect(debtorDifferences(debt, undefined)).toEqual(['not-theirs']);
  expect(debtorDifferences(debt, { ...debt, amount: centavos(50_100_000) })).toEqual([]);
  expect(debtorDifferences(debt, { class: 3, amount: centavos(49_899_999) })).toEqual(['class', 'amount']);
});
