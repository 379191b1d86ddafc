import { expect, test } from 'vitest';
import { formatMoney, fromUnits } from '../domain/money.ts';
import { sumUnits, readUnits } from './amounts.ts';

test('what amounts add up to can be shown', () => {
  const amounts = [39_928.68, 39_928.68, 39_928.68];
  expect(sumUnits(amounts)).toBe(119_786.04);
  expect(amounts.reduce((total, amount) => total + amount, 0)).not.toBe(119_786.04);
  expect(formatMoney(fromUnits(sumUnits(amounts)), 'ARS')).toBe('$119.786,04');
  expect(sumUnits([])).toBe(0);
});

test('an amount is read with and without points of thousands, and nothing else is one', () => {
  expect(['1500,50', '1.500,50', '1.234', '12.5', '1234567', '1.234.567,8'].map(readUnits)).toEqual([
    1500.5, 1500.5, 1234, 12.5, 1_234_567, 1_234_567.8,
  ]);
  expect(['', '-5', 'abc', '1,2,3', '1.23.456', '10,123'].map(readUnits)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});
