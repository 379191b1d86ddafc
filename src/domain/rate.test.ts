import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthlyRateOfTea, periodRate } from './period-rate.ts';
import {
  addRational,
  compareRational,
  formatCost,
  formatPercentExact,
  formatPercentRounded,
  multiply,
  parseRational,
  rational,
  toDecimalText,
  toNumber,
} from './rate.ts';
import { runs } from './testing/runs.ts';

describe('an exact fraction', () => {
  it.each([
    ['2.60', 13n, 5n],
    [2.6, 13n, 5n],
    ['-0.25', -1n, 4n],
    ['0', 0n, 1n],
    [1e-7, 1n, 10_000_000n],
    ['25e+1', 250n, 1n],
    [1e21, 10n ** 21n, 1n],
  ])('reads %s', (text, num, den) => {
    expect(parseRational(text)).toEqual({ num, den });
  });

  it.each([NaN, Infinity, '', '2,6', '1.', '0x10', '1/2'])('refuses %s', (text) => {
    expect(() => parseRational(text)).toThrow(RangeError);
  });

  it('is right however many were read before', () => {
    const read = Array.from({ length: 1200 }, (_, index) => parseRational(`${index}.5`));
    expect(read).toEqual(Array.from({ length: 1200 }, (_, index) => rational(BigInt(2 * index + 1), 2n)));
    expect(parseRational('0.5')).toEqual(rational(1n, 2n));
  });

  it('is kept in lowest terms with a positive denominator', () => {
    expect(rational(6n, -4n)).toEqual({ num: -3n, den: 2n });
    expect(rational(0n, -4n)).toEqual({ num: 0n, den: 1n });
    expect(() => rational(1n, 0n)).toThrow(RangeError);
  });

  it('adds, multiplies and compares', () => {
    const [half, third] = [rational(1n, 2n), rational(1n, 3n)];
    expect(addRational(half, third)).toEqual(rational(5n, 6n));
    expect(multiply(half, third)).toEqual(rational(1n, 6n));
    expect([compareRational(half, third), compareRational(third, half), compareRational(half, half)]).toEqual(
      [1, -1, 0],
    );
  });

  it('is written as a number, and as decimals that are cut', () => {
    expect(toNumber(parseRational('3.146'))).toBe(3.146);
    expect(toDecimalText(rational(2n, 3n), 4)).toBe('0.6666');
    expect(toDecimalText(rational(-20n, 3n), 2)).toBe('-6.66');
    expect(toDecimalText(parseRational('3.9'), 1)).toBe('3.9');
  });
});

describe('a percentage as people see it', () => {
  it.each([
    [3.146, '315%', '314,60%'],
    [12.955262674, '1.296%', '1.295,53%'],
    [9.5210556277, '952%', '952,11%'],
    ['1.005', '101%', '100,50%'],
    [0, '0%', '0,00%'],
    [-12.3456, '-1.235%', '-1.234,56%'],
  ])('%s is %s and %s', (fraction, rounded, exact) => {
    expect(formatPercentRounded(fraction)).toBe(rounded);
    expect(formatPercentExact(fraction)).toBe(exact);
  });

  it('writes a yearly cost out as far as it says something', () => {
    expect(formatCost(13.1035)).toBe('1.310,35%');
    expect(formatCost(1000)).toBe('100.000,00%');
    expect(formatCost(1.1e15)).toBe('más de 100.000,00%');
  });
});

describe('the rate of a period', () => {
  it.each([
    [{ basis: 'monthly', tna: '2.60' } as const, rational(13n, 60n)],
    [{ basis: 'fixed', tna: '2.60', basisDays: '28.5' } as const, rational(741n, 3650n)],
    [{ basis: 'actual', tna: '2.60' } as const, rational(403n, 1825n)],
    [{ basis: 'tea', tea: '0' } as const, rational(0n, 1n)],
  ])('%o over 31 days', (terms, expected) => {
    expect(periodRate(terms)(31)).toEqual(expected);
  });

  it('compounds twelve times to the TEA, to 25 decimals', () => {
    const Precise = Decimal.clone({ precision: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (millionths) => {
        const tea = new Precise(millionths).div(1e6);
        const { num, den } = monthlyRateOfTea(tea.toFixed());
        const monthly = new Precise(num.toString()).div(den.toString());
        expect(monthly.plus(1).pow(12).minus(1).minus(tea).abs().lt('1e-25')).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is found exactly when it has few decimals', () => {
    const tea = new Decimal(1.1).pow(12).minus(1).toFixed();
    expect(monthlyRateOfTea(tea)).toEqual(rational(1n, 10n));
  });

  it('refuses a negative TEA', () => {
    expect(() => monthlyRateOfTea('-0.1')).toThrow(RangeError);
  });
});
