import { expect, it } from 'vitest';
import { barcodeOf } from './barcode.ts';

it('draws every bar that a till reads', () => {
  const { box, bars } = barcodeOf('99991799688226331968062428691490');
  expect(box).toMatch(/^0 0 \d+ \d+$/);
  const count = bars.reduce((all, { path }) => all + (path.match(/M/g) ?? []).length, 0);
  // Pairs of digits: start, 16 symbols and the check with three bars each, and the stop with four.
  expect(count).toBe(18 * 3 + 4);
});

it.each(['', 'áé€', '1234\n5678'])('refuses %j, which no till reads', (text) => {
  expect(() => barcodeOf(text)).toThrow('no till reads this text');
});
