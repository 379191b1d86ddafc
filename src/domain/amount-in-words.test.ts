import { describe, expect, it } from 'vitest';
import { numberBeforeNoun } from './amount-in-words.ts';
import vectors from './testdata/amount-words.json' with { type: 'json' };

describe('an amount in words', () => {
  it.each(Object.entries(vectors.words))('%s', (digits, words) => {
    expect(numberBeforeNoun(Number(digits))).toBe(words);
  });

  it('refuses what it has no words for', () => {
    expect(() => numberBeforeNoun(-1)).toThrow(RangeError);
    expect(() => numberBeforeNoun(1e12)).toThrow(RangeError);
    expect(() => numberBeforeNoun(1.5)).toThrow(RangeError);
  });
});
