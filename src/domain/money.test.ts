import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCY_CODES, isCurrency } from './currency.ts';
import {
  type Centavos,
  add,
  centavos,
  centavosFromBigint,
  compare,
  divideRounded,
  formatBy,
  formatMoney,
  fromUnits,
  larger,
  negate,
  parseUnits,
  smaller,
  split,
  subtract,
  sum,
  toUnits,
} from './money.ts';
import { runs } from './testing/runs.ts';

const anyAmount = fc.integer({ min: -1e13, max: 1e13 }).map(centavos);

describe('an amount on the wire', () => {
  it.each([
    [76736.24, 7_673_624],
    ['76736.24', 7_673_624],
    ['76736.2', 7_673_620],
    [290_000, 29_000_000],
    ['-0.05', -5],
    ['-0', 0],
  ])('reads %s', (units, expected) => {
    expect(parseUnits(units)).toBe(expected);
    expect(fromUnits(units)).toBe(expected);
  });

  it.each([
    NaN,
    Infinity,
    0.1 + 0.2,
    1e21,
    1e-7,
    '1.005',
    '',
    ' 1',
    '1,5',
    '1.',
    '.5',
    '+1',
    '99999999999999',
  ])('refuses %s', (units) => {
    expect(parseUnits(units)).toBeUndefined();
    expect(() => fromUnits(units)).toThrow(RangeError);
  });

  it('comes back the same, with at most two decimals on the way', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(JSON.stringify(toUnits(amount))).toMatch(/^-?\d+(\.\d\d?)?$/);
        expect(fromUnits(toUnits(amount))).toBe(amount);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('arithmetic', () => {
  it('refuses what is no safe whole number of centavos', () => {
    expect(() => centavos(0.5)).toThrow(RangeError);
    expect(() => centavosFromBigint(2n ** 53n)).toThrow(RangeError);
    expect(() => add(centavos(Number.MAX_SAFE_INTEGER), centavos(1))).toThrow(RangeError);
  });

  it('adds, subtracts, negates, compares and picks', () => {
    const [two, three] = [centavos(2), centavos(3)];
    expect([add(two, three), subtract(two, three), negate(two), sum([two, three, three])]).toEqual([
      5, -1, -2, 8,
    ]);
    expect([negate(centavos(0)), sum([])]).toEqual([0, 0]);
    expect([compare(two, three) < 0, compare(three, two) > 0, compare(two, two)]).toEqual([true, true, 0]);
    expect([smaller(two, three), smaller(three, two), larger(two, three), larger(three, two)]).toEqual([
      2, 2, 3, 3,
    ]);
  });

  it('splits without losing a centavo, into parts that differ by one at most', () => {
    expect(split(centavos(100), 3)).toEqual([34, 33, 33]);
    fc.assert(
      fc.property(anyAmount, fc.integer({ min: 1, max: 60 }), (amount, count) => {
        const parts = split(amount, count);
        expect(parts).toHaveLength(count);
        expect(sum(parts)).toBe(amount);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(100) },
    );
    expect(() => split(centavos(1), 0)).toThrow(RangeError);
    expect(() => split(centavos(1), 1.5)).toThrow(RangeError);
  });
});

describe('division with named rounding', () => {
  it.each([
    [5n, 2n, 3n, 2n],
    [7n, 2n, 4n, 4n],
    [-5n, 2n, -3n, -2n],
    [10n, 3n, 3n, 3n],
    [11n, 3n, 4n, 4n],
    [0n, 3n, 0n, 0n],
  ])('%s / %s is %s half up and %s half even', (numerator, denominator, halfUp, halfEven) => {
    expect(divideRounded(numerator, denominator, 'half-up')).toBe(halfUp);
    expect(divideRounded(numerator, denominator, 'half-even')).toBe(halfEven);
  });

  it('refuses a denominator that is not positive', () => {
    expect(() => divideRounded(1n, 0n, 'half-up')).toThrow(RangeError);
    expect(() => divideRounded(1n, -1n, 'half-up')).toThrow(RangeError);
  });
});

describe('an amount as people see it', () => {
  it.each([
    [7_673_624, '$76.736,24'],
    [92_083_460, '$920.834,60'],
    [145_000_000, '$1.450.000,00'],
    [5, '$0,05'],
    [-5, '-$0,05'],
    [-123_450, '-$1.234,50'],
    [99_950, '$999,50'],
  ])('%s centavos are %s', (amount, exact) => {
    expect(formatMoney(amount as Centavos, 'ARS')).toBe(exact);
  });
});

describe('a currency', () => {
  const yen = { exponent: 0, symbol: '¥', word: { one: 'yen', many: 'yenes' }, smallestStep: 100 } as const;
  it('is written as its table says', () => {
    expect(formatMoney(centavos(7_673_624), 'UYU')).toBe('$76.736,24');
    expect(formatBy(yen, centavos(123_456_700))).toBe('¥1.234.567');
    expect(formatBy(yen, centavos(-100))).toBe('-¥1');
  });
  it('without decimals leaves out no hundredths that are there', () => {
    expect(formatBy(yen, centavos(150))).toBe('¥1,50');
  });
  it('is known by its code', () => {
    expect(CURRENCY_CODES.every((code) => isCurrency(code))).toBe(true);
    expect(isCurrency('EUR')).toBe(false);
    expect(isCurrency(undefined)).toBe(false);
  });
});
