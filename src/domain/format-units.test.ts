import { expect, it } from 'vitest';
import { formatNumber, formatUnits } from './format-units.ts';

it.each([
  [290_000, '290.000', '$290.000'],
  [4468.5, '4.468,50', '$4.468,50'],
  [0.1 + 0.2, '0,30', '$0,30'],
  [0, '0', '$0'],
  [-1234.5, '-1.234,50', '-$1.234,50'],
])('%d units are written %s and %s', (units, number, money) => {
  expect(formatNumber(units)).toBe(number);
  expect(formatUnits(units, 'ARS')).toBe(money);
});
