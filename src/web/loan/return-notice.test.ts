import { expect, test } from 'vitest';
import { withdrawnTitle } from './return-notice.tsx';

test.each([
  ['return-due', 'Te arrepentiste de este préstamo'],
  ['returned', 'Préstamo sin efecto'],
  ['canceled', 'Préstamo sin efecto'],
] as const)('a withdrawal that is %s has its own title', (state, title) => {
  expect(withdrawnTitle({ withdrawal: { code: 'ARR-1', state, amount: 0, credit: 0, until: '' } })).toBe(
    title,
  );
});

test('another loan has the title of its state', () => {
  expect(withdrawnTitle({ withdrawal: null })).toBeUndefined();
});
