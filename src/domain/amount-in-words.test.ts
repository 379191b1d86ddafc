import { describe, expect, it } from 'vitest';
import { amountInWords, numberBeforeNoun } from './amount-in-words.ts';
import { centavos, fromUnits } from './money.ts';
import vectors from './testdata/amount-words.json' with { type: 'json' };

describe('an amount in words', () => {
  it.each(Object.entries(vectors.words))('%s', (digits, words) => {
    expect(numberBeforeNoun(Number(digits))).toBe(words);
  });

  it.each([
    ['76736.24', 'setenta y seis mil setecientos treinta y seis pesos con 24/100'],
    ['1.00', 'un peso con 00/100'],
    ['0.05', 'cero pesos con 05/100'],
    ['1000000', 'un millón de pesos con 00/100'],
    ['121000999.99', 'ciento veintiún millones novecientos noventa y nueve pesos con 99/100'],
    ['3040.10', 'tres mil cuarenta pesos con 10/100'],
  ])('$%s', (units, words) => {
    expect(amountInWords(fromUnits(units))).toBe(words);
  });

  it('refuses what it has no words for', () => {
    expect(() => amountInWords(centavos(-1))).toThrow(RangeError);
    expect(() => numberBeforeNoun(1e12)).toThrow(RangeError);
    expect(() => numberBeforeNoun(1.5)).toThrow(RangeError);
  });
});
