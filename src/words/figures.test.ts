import { expect, test } from 'vitest';
import { countText } from './figures.ts';

test.each([
  ['pay-out', 'bank-transfer', 1, '1 envío'],
  ['money-in', 'abitab', 2, '2 pagos'],
  ['money-in', 'membership-paid', 1, '1 pago'],
  ['money-in', 'discount-granted', 2, '2 movimientos'],
] as const)('an amount of %s by %s says what it counts', (figure, part, count, text) => {
  expect(countText({ figure, part, count })).toBe(text);
});
