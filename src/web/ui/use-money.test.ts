import { expect, it } from 'vitest';
import { packOf } from '../../countries/index.ts';
import { addInventedCountry, INVENTED } from '../../countries/testing/invented.ts';
import { secondsLeft } from './countdown.tsx';
import { fitWithin } from './fields/upload-tile.tsx';
import { moneyOf, roundMoneyOf } from './money.ts';
import { formatPercent, formatPercentExact } from './percent.ts';

it('writes amounts of loans as papers do, with decimals', () => {
  expect(moneyOf('ARS')(290_000)).toBe('$290.000,00');
  expect(moneyOf('UYU')(5683.72)).toBe('$5.683,72');
  expect(moneyOf('ARS')(0.1 + 0.2)).toBe('$0,30');
  expect(moneyOf('ARS')(-5)).toBe('-$5,00');
});

it('writes offers, prices and prizes without the decimals of whole amounts', () => {
  expect(roundMoneyOf('ARS')(290_000)).toBe('$290.000');
  expect(roundMoneyOf('ARS')(4468.5)).toBe('$4.468,50');
  expect(roundMoneyOf('ARS')(1000)).toBe('$1.000');
  expect(roundMoneyOf('ARS')(0.1 + 0.2)).toBe('$0,30');
  expect(roundMoneyOf('ARS')(-5)).toBe('-$5');
});

it('writes amounts in the currency it was made for', () => {
  const removeInvented = addInventedCountry();
  const { currency } = packOf(INVENTED);
  expect(roundMoneyOf(currency)(2_500_000)).toBe('ƒ2.500.000');
  expect(moneyOf(currency)(2_500_000)).toBe('ƒ2.500.000');
  removeInvented();
});

it('writes rates rounded, and the legal ones with two decimals', () => {
  expect(formatPercent(3.146)).toBe('315%');
  expect(formatPercentExact(12.9553)).toBe('1.295,53%');
});

it('scales a photo down to 1600 px in proportion and never up', () => {
  expect(fitWithin(4000, 3000, 1600)).toEqual({ width: 1600, height: 1200 });
  expect(fitWithin(1000, 3200, 1600)).toEqual({ width: 500, height: 1600 });
  expect(fitWithin(800, 600, 1600)).toEqual({ width: 800, height: 600 });
});

it('counts down by the clock to zero and not below', () => {
  expect(secondsLeft(60_000, 0)).toBe(60);
  expect(secondsLeft(60_000, 59_001)).toBe(1);
  expect(secondsLeft(60_000, 90_000)).toBe(0);
});
