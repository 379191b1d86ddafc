import { describe, expect, it } from 'vitest';
import { formatNumber } from '../../domain/format-units.ts';
import { maskMoney, parseMoney, writtenMoney } from './prepayment-card.tsx';

const cents = { exponent: 2 } as const;
const whole = { exponent: 0 } as const;
const written = (text: string) => writtenMoney(text, cents);

/** Field content after each key of a text. */
const keyedIn = (text: string) => Array.from(text).reduce((shown, key) => maskMoney(shown + key, shown), '');

describe('an amount', () => {
  it.each([
    ['1234567', '1.234.567', '1.234.567'],
    ['0012', '12', '12'],
    ['1234,5', '1.234,5', '1.234,50'],
    ['$ 1.234,50', '1.234,50', '1.234,50'],
    ['12345.67', '12.345.67', '12.345,67'],
    ['150.50', '150.50', '150,50'],
    ['1.234', '1.234', '1.234'],
    ['1.234.567', '1.234.567', '1.234.567'],
    ['1,234.50', '1,234.50', '1.234,50'],
    ['12.345,67', '12.345,67', '12.345,67'],
    ['1234,567', '1.234,567', '1.234,567'],
    ['1,2,3', '1,2,3', '1,2,3'],
    ['abc', '', ''],
  ])('%s typed key by key is %s, and %s when it is left or pasted', (typed, shown, left) => {
    expect(keyedIn(typed)).toBe(shown);
    expect(written(shown)).toBe(left);
    expect(written(typed)).toBe(left);
  });

  it('regroups what a deletion leaves', () => {
    expect(maskMoney('12.34', '12.345')).toBe('1.234');
    expect(maskMoney('150.5', '150.50')).toBe('150.5');
  });

  it.each([0.5, 1, 999, 1000, 7216.04, 167_384.7, 844_139.77])('%d is read back as it is shown', (units) => {
    expect(parseMoney(keyedIn(formatNumber(units)), cents)).toBe(units);
  });

  it('has no decimals where the currency has none', () => {
    expect(parseMoney('1234,5', whole)).toBeNull();
    expect(parseMoney('12.345', whole)).toBe(12_345);
    expect(parseMoney('12.345,00', whole)).toBe(12_345);
  });

  it.each(['', ',5', 'x', '1234,567', '1.23.4', '1,2,3'])('%j is none', (text) =>
    expect(parseMoney(text, cents)).toBeNull(),
  );
});
