import { expect, test } from 'vitest';
import { earlyTexts } from './payment-texts.ts';

test.each([
  [1, 'Si adelantás estos $100 en vez de pagar la cuota, ahorrás $5.'],
  [2, 'Si adelantás estos $100 en vez de pagar las cuotas, ahorrás $5.'],
])('paying ahead is compared with what is chosen: %i', (count, words) => {
  expect(earlyTexts.ahead('$100', '$5', count)).toBe(words);
});
