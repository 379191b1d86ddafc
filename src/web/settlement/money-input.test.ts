import { describe, expect, it } from 'vitest';
import { formatNumber } from '../../domain/format-units.ts';
import { maskMoney as maskBy, parseMoney } from './money-input.ts';

const maskMoney = (typed: string, pasted = false) => maskBy(typed, pasted, { exponent: 2 });

describe('an amount as it is typed', () => {
  it.each([
    ['1234567', '1.234.567'],
    ['12.34', '1.234'],
    ['1234,5', '1.234,5'],
    ['1234,567', '1.234,56'],
    ['0012', '12'],
    ['$ 1.234,50', '1.234,50'],
    ['abc', ''],
    ['1,2,3', '1,23'],
  ])('%s becomes %s', (typed, shown) => expect(maskMoney(typed)).toBe(shown));

  it('reads a pasted number with a decimal point', () => {
    expect(maskMoney('12345.67', true)).toBe('12.345,67');
    expect(maskMoney('12.345', true)).toBe('12.345');
  });

  it.each([0.5, 1, 999, 1000, 7216.04, 167_384.7, 844_139.77])('%d is read back as it is shown', (units) => {
    expect(parseMoney(maskMoney(formatNumber(units)))).toBe(units);
  });

  it('takes no decimals where the currency has none', () => {
    expect(maskBy('1234,5', false, { exponent: 0 })).toBe('1.234');
    expect(maskBy('12345.67', true, { exponent: 0 })).toBe('12.345');
  });

  it.each(['', ',5', 'x'])('%j is no amount', (text) => expect(parseMoney(text)).toBeNull());
});
