import { expect, test } from 'vitest';
import { formatMoney, fromUnits } from '../domain/money.ts';
import { sumUnits } from './amounts.ts';

test('what amounts add up to can be shown', () => {
  const amounts = [39_928.68, 39_928.68, 39_928.68];
  expect(sumUnits(amounts)).toBe(119_786.04);
  expect(amounts.reduce((total, amount) => total + amount, 0)).not.toBe(119_786.04);
  expect(formatMoney(fromUnits(sumUnits(amounts)), 'ARS')).toBe('$119.786,04');
  expect(sumUnits([])).toBe(0);
});
