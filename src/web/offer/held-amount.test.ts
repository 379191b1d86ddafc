import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldAmount } from './use-amount.ts';

const limits = { minAmount: 3_000, maxAmount: 400_000 };

/** What the field stands for after these contents, one after the other. */
function heldAfter(first: string, ...contents: readonly string[]): number {
  let [held, before] = [Number(first) * 1_000, first];
  for (const typed of contents) {
    held = heldAmount(held, before, typed, limits);
    before = typed;
  }
  return held;
}

test.each([
  ['Backspace to the end', ['300', '30', '3', ''], 300_000],
  ['Delete from the front', ['345', '45', '5', ''], 345_000],
  ['all selected and deleted', ['300', ''], 300_000],
  ['another amount pasted over it, then deleted', ['300', '10', '1', ''], 10_000],
  ['deleted, typed anew and deleted again', ['300', '30', '', '4', '45', '4', ''], 45_000],
  ['one digit replaced', ['300', '30', '305', '30', '3', ''], 305_000],
  ['out of bounds', ['300', '30', '3', '', '9', '98', '987', ''], 98_000],
])('%s', (_how, [first = '', ...contents], held) => {
  expect(heldAfter(first, ...contents)).toBe(held);
});

test('deleting digit by digit keeps the amount, in any order', () => {
  const places = fc.array(fc.nat(2), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 400 }), places, (thousands, order) => {
      const contents = [String(thousands)];
      for (const place of order) {
        const last = contents.at(-1) ?? '';
        if (last === '') break;
        const at = place % last.length;
        contents.push(last.slice(0, at) + last.slice(at + 1));
      }
      const [first = '', ...rest] = contents;
      expect(heldAfter(first, ...rest)).toBe(thousands * 1_000);
    }),
  );
});
