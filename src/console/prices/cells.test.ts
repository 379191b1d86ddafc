import { expect, test } from 'vitest';
import {
  cellsOf,
  countsOf,
  countsText,
  fractionOf,
  percentOf,
  tableOfCells,
  unitsOf,
  withoutSegment,
  withSegment,
  type PriceTable,
} from './cells.ts';

test.each([
  ['2.60', '260'],
  ['2.105', '210,5'],
  ['0.21', '21'],
  ['0.005', '0,5'],
  ['0', '0'],
  ['12', '1200'],
])('the fraction %s is shown as %s percent, and read back as the same rate', (fraction, percent) => {
  expect(percentOf(fraction)).toBe(percent);
  expect(Number(fractionOf(percent))).toBe(Number(fraction));
});

test('what is no percentage stays as it was typed', () => {
  for (const text of ['', '-3', '12,5,1', 'abc']) expect(fractionOf(text)).toBe(text);
});

test('an amount is read with or without its sign and points', () => {
  expect(['999000', '999.000', '$999.000', '$ 999.000'].map(unitsOf)).toEqual([
    999_000, 999_000, 999_000, 999_000,
  ]);
  expect(['', '-3', 'mil'].map(unitsOf)).toEqual([0, 0, 0]);
});

test('numbers of instalments are written as runs', () => {
  expect(countsText([1, 2, 3, 6, 9, 10])).toBe('1-3, 6, 9-10');
  expect(countsOf('1-3, 6, 9-10')).toEqual([1, 2, 3, 6, 9, 10]);
  expect(countsOf('3, x')).toEqual([3, 0]);
  expect(countsOf('5-2')).toEqual([0]);
  expect(countsOf('')).toEqual([]);
});

const variant = {
  rate: '2.6',
  basis_days: '28.5',
  tax_rate: '0.21',
  instalments: [1, 2, 3],
  fees: { origination: '40', instalment: '8.5', most: '80', tax_rate: '0.22' },
};
const table: PriceTable = {
  min_amount: 3000,
  max_amount: 999_000,
  step: 1000,
  offer_days: 30,
  variants: { membership: { ...variant, rate: '2.2' }, no_membership: variant },
  segments: [
    { name: 'sin-registro', grade: 0, max_amount: 100_000 },
    { name: 'bueno-1', grade: 1, max_amount: 150_000 },
  ],
  ceiling_counts: 'interest',
};

test('a list that nobody edited is the same list', () => {
  expect(tableOfCells(cellsOf(table))).toEqual(table);
  const plain = { ...variant, fees: null };
  const other = { ...table, ceiling_counts: null, variants: { membership: plain, no_membership: plain } };
  expect(tableOfCells(cellsOf(other))).toEqual(other);
});

test('rows of segments come and go, and what is typed elsewhere stays', () => {
  const typed = { ...withSegment(cellsOf(table)), min_amount: 'x' };
  expect(tableOfCells(typed).segments).toHaveLength(3);
  const left = withoutSegment(typed, 0);
  expect(left.min_amount).toBe('x');
  expect(tableOfCells(left).segments.map(({ name }) => name)).toEqual(['bueno-1', '']);
});
