import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS, type InstalmentDues, NO_DUES, allocate, mapDues, totalDues } from './allocation.ts';
import { centavos, sum } from '../money.ts';
import { runs } from '../testing/runs.ts';

const one = mapDues((component) => centavos(COMPONENTS.indexOf(component) + 1));

describe('allocating a payment', () => {
  it('covers default interest, its tax, charges, their tax, interest, tax, capital, in this order', () => {
    const order: readonly string[] = COMPONENTS;
    expect(order).toEqual([
      'defaultInterest',
      'defaultInterestTax',
      'fee',
      'feeTax',
      'interest',
      'tax',
      'principal',
    ]);
    const { parts } = allocate(centavos(1 + 2 + 3 + 4 + 2), [{ number: 1, dues: one }]);
    expect(parts).toEqual([{ number: 1, dues: { ...one, interest: 2, tax: 0, principal: 0 } }]);
  });

  it('finishes an instalment before it begins the next, in the order given', () => {
    const owed = [1, 2, 3].map((number) => ({ number, dues: one }));
    const { parts, excess } = allocate(centavos(28 + 1), owed);
    expect(parts).toEqual([
      { number: 1, dues: one },
      { number: 2, dues: { ...NO_DUES, defaultInterest: 1 } },
    ]);
    expect(excess).toBe(0);
  });

  it('returns what is not owed', () => {
    expect(allocate(centavos(30), [{ number: 1, dues: one }]).excess).toBe(2);
    expect(allocate(centavos(30), [])).toEqual({ parts: [], excess: 30 });
  });

  it('refuses a payment of nothing', () => {
    expect(() => allocate(centavos(0), [])).toThrow(RangeError);
  });

  it('neither loses nor invents a centavo, and covers no more than is owed', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map(centavos);
    const dues = fc
      .array(amount, { minLength: 7, maxLength: 7 })
      .map((amounts) => mapDues((component) => amounts[COMPONENTS.indexOf(component)] ?? centavos(0)));
    const owed = fc
      .array(dues, { maxLength: 12 })
      .map((each) => each.map((due, index): InstalmentDues => ({ number: index + 1, dues: due })));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_000 }).map(centavos), owed, (payment, instalments) => {
        const { parts, excess } = allocate(payment, instalments);
        expect(sum([...parts.map((part) => totalDues(part.dues)), excess])).toBe(payment);
        const total = sum(instalments.map((instalment) => totalDues(instalment.dues)));
        expect(excess).toBe(Math.max(0, payment - total));
        for (const part of parts) {
          const asked = instalments.find(({ number }) => number === part.number)?.dues ?? NO_DUES;
          for (const component of COMPONENTS)
            expect(part.dues[component]).toBeLessThanOrEqual(asked[component]);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
