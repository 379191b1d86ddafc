import { describe, expect, it } from 'vitest';
import { fromUnits } from './money.ts';
import { flagMoreProfitable } from './plan-flagging.ts';

const small = fromUnits('999999.99');
const large = fromUnits(1_000_000);

/** The flagged numbers of instalments, in the order listed. */
function flagged(counts: readonly number[], delivered = small): number[] {
  const listed = flagMoreProfitable(
    counts.map((instalments) => ({ instalments })),
    delivered,
  );
  expect(listed.map(({ instalments }) => instalments)).toEqual(counts.toReversed());
  return listed.filter(({ moreProfitable }) => moreProfitable).map(({ instalments }) => instalments);
}

const upTo = (max: number, min = 1) => Array.from({ length: max - min + 1 }, (_, index) => min + index);

describe('flagging the more profitable plans', () => {
  it('marks the first, the middle at half the maximum, and the last with more than one instalment', () => {
    expect(flagged(upTo(12))).toEqual([12, 6, 2]);
    expect(flagged(upTo(12, 2))).toEqual([12, 6, 2]);
    expect(flagged(upTo(9, 2))).toEqual([9, 5, 2]);
  });

  it('moves the middle three positions up from 1,000,000 delivered', () => {
    expect(flagged(upTo(12), large)).toEqual([12, 9, 2]);
    expect(flagged(upTo(6), large)).toEqual([6, 2]);
    expect(flagged(upTo(4), large)).toEqual([4, 2]);
  });

  it('moves the middle two positions up when it is the last', () => {
    expect(flagged([6, 7, 8, 9, 10, 11, 12])).toEqual([12, 8, 6]);
    expect(flagged([3, 6, 9, 12])).toEqual([12, 9, 3]);
    expect(flagged([9, 10, 11, 12], large)).toEqual([12, 11, 9]);
  });

  it.each([
    [[3], [3]],
    [[1], [1]],
    [[1, 2], [2]],
    [
      [2, 3],
      [3, 2],
    ],
    [
      [1, 2, 3],
      [3, 2],
    ],
    [[], []],
  ])('stays within a short list: %j', (counts, expected) => {
    expect(flagged(counts)).toEqual(expected);
  });
});
