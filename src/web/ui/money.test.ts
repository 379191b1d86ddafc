import { expect, it } from 'vitest';
import { packOf } from '../../countries/index.ts';
import { addInventedCountry, INVENTED } from '../../countries/testing/invented.ts';
import { secondsLeft } from './countdown.tsx';
import { fitWithin } from './fields/upload-tile.tsx';
import { exactMoneyOf, moneyOf, formatPercent, formatPercentExact } from './money.ts';

const formatMoney = moneyOf('ARS');

it('writes amounts as $ without space, dots and a comma', () => {
  expect(formatMoney(290_000)).toBe('$290.000');
  expect(formatMoney(4468.5)).toBe('$4.468,50');
  expect(formatMoney(1000)).toBe('$1.000');
  expect(formatMoney(0.1 + 0.2)).toBe('$0,30');
  expect(formatMoney(-5)).toBe('-$5');
});

it('writes them as papers do where a paper is shown', () => {
  expect(exactMoneyOf('ARS')(290_000)).toBe('$290.000,00');
  expect(exactMoneyOf('UYU')(5683.72)).toBe('$5.683,72');
});

it('writes amounts in the currency it was made for', () => {
  const removeInvented = addInventedCountry();
  expect(moneyOf(packOf(INVENTED).currency)(2_500_000)).toBe('ƒ2.500.000');
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
