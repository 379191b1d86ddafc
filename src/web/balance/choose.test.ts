import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instalment } from './balance-query.ts';
import { chosenByTotal, isSelectable, sumOf } from './choose.ts';
import { instalment } from './testing/instalment.ts';

const numbers = (instalments: readonly Instalment[] | null) => instalments?.map(({ number }) => number);

describe('which instalments can be chosen', () => {
  it.each([
    ['pending', true],
    ['delayed', true],
    ['late', false],
    ['payed', false],
    ['waiting', false],
    ['coupon', false],
    ['online', false],
  ] as const)('%s: %s', (state_name, expected) => {
    expect(isSelectable(instalment(1, { state_name }))).toBe(expected);
    expect(isSelectable(instalment(1, { state_name, payed: true }))).toBe(false);
  });

  it('adds up without rounding errors of decimals', () => {
    expect(sumOf([instalment(1, { amount: 0.1 }), instalment(2, { amount: 0.2 })])).toBe(0.3);
  });
});

describe('the total of an address', () => {
  it('chooses in order until the sum equals it', () => {
    const rows = [instalment(3), instalment(1, { amount: 174_600.78 }), instalment(2, { amount: 50.1 })];
    expect(numbers(chosenByTotal(rows, 174_650.88))).toEqual([1, 2]);
  });

  it('passes over what cannot be chosen, and what would go beyond', () => {
    const rows = [
      instalment(1, { state_name: 'payed', payed: true }),
      instalment(2, { amount: 150, state_name: 'delayed' }),
      instalment(3),
      instalment(4, { state_name: 'coupon' }),
      instalment(5),
    ];
    expect(numbers(chosenByTotal(rows, 100))).toEqual([3]);
    expect(numbers(chosenByTotal(rows, 200))).toEqual([3, 5]);
  });

  it('chooses nothing when no sum equals it', () => {
    for (const total of [1, 99.99, 250, 301])
      expect(chosenByTotal([instalment(1), instalment(2), instalment(3)], total)).toBeNull();
  });

  it('finds every sum of the first few, for all amounts', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 24 });
    fc.assert(
      fc.property(amounts, fc.nat(), (centavos, cut) => {
        const rows = centavos.map((amount, index) => instalment(index + 1, { amount: amount / 100 }));
        const meant = rows.slice(0, 1 + (cut % rows.length));
        expect(numbers(chosenByTotal(rows, sumOf(meant)))).toEqual(numbers(meant));
      }),
    );
  });
});
