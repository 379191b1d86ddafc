import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeTop } from './use-free-place.ts';

const bar = { height: 60, left: 12, right: 348 };
const range = { top: 8, bottom: 732 };
const row = (top: number, bottom: number) => ({ top, bottom, left: 20, right: 340 });

test('a bar lies at the lower edge where nothing is in its way', () => {
  expect(freeTop(bar, range, [])).toEqual({ top: 672, isFree: true });
});

test('a bar lies above the buttons at the lower edge', () => {
  const { top } = freeTop(bar, range, [row(668, 716)]);
  expect(top + bar.height).toBeLessThanOrEqual(668);
  expect(top + bar.height).toBeGreaterThan(660);
});

test('a bar covers least where there is no room', () => {
  const full = Array.from({ length: 8 }, (_, index) => row(index * 90, index * 90 + 80));
  const { top, isFree } = freeTop(bar, range, full);
  expect(isFree).toBe(false);
  expect(full.filter((each) => each.top < top + bar.height && each.bottom > top).length).toBeLessThan(3);
});

test('a bar covers nothing wherever some place is free', () => {
  const areas = fc.array(
    fc.record({ top: fc.integer({ min: 0, max: 700 }), height: fc.integer({ min: 20, max: 60 }) }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(areas, (given) => {
      const taken = given.map(({ top, height }) => row(top, top + height));
      const { top } = freeTop(bar, range, taken);
      expect(top).toBeGreaterThanOrEqual(range.top);
      // Five areas of at most 60 leave a gap of at least 64 in 724 pixels.
      expect(taken.some((each) => each.top < top + bar.height && each.bottom > top)).toBe(false);
    }),
  );
});
