import { expect, test } from 'vitest';
import { totalPaid } from '../../membership/sum.ts';
import { costParts } from './cost-parts.ts';

const money = (units: number) => units.toFixed(2);
const rows = (plan: Parameters<typeof costParts>[0]) =>
  costParts(plan, money).map(({ label, text }) => [label, text]);

const total = (plan: Parameters<typeof costParts>[0]) =>
  costParts(plan, money).reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100;

/** 20.000 in 12 in Uruguay: 259,24 and 57,04 of IVA are taken out of the money delivered. */
const uruguayan = {
  amount_delivery: 19_683.72,
  membership_price: 0,
  composition: {
    principal: 20_000,
    interest: 7983.18,
    tax: 1870.5,
    fees: 518.48,
    origination_tax: 57.04,
  },
};

test('charges stand without their tax, which is with all other tax', () => {
  expect(rows(uruguayan)).toEqual([
    ['Lo que recibís', '19683.72'],
    ['Intereses', '7983.18'],
    ['IVA', '1927.54'],
    ['Gastos administrativos', '777.72'],
    ['Membresía, una sola vez', '0.00'],
  ]);
  expect(total(uruguayan)).toBe(30_372.16);
});

test('without charges all tax is on the interest', () => {
  const plan = {
    amount_delivery: 290_000,
    membership_price: 0,
    composition: { principal: 290_000, interest: 521_351.74, tax: 109_482.86, fees: 0, origination_tax: 0 },
  };
  expect(rows(plan)).toEqual([
    ['Lo que recibís', '290000.00'],
    ['Intereses', '521351.74'],
    ['IVA sobre intereses', '109482.86'],
    ['Gastos administrativos', '0.00'],
    ['Membresía, una sola vez', '0.00'],
  ]);
  expect(total(plan)).toBe(920_834.6);
});

test('the price of the membership is a part, as it is in the total below', () => {
  const plan = { ...uruguayan, membership_price: 6300, final_amount: 30_372.16 };
  expect(rows(plan).at(-1)).toEqual(['Membresía, una sola vez', '6300.00']);
  expect(total(plan)).toBe(totalPaid(plan));
});

test('a plan that an older release kept, which does not tell the tax apart, still adds up', () => {
  const { origination_tax: _unknown, ...composition } = uruguayan.composition;
  const older = { ...uruguayan, composition } as Parameters<typeof costParts>[0];
  expect(rows(older)).toContainEqual(['Gastos administrativos', '834.76']);
  expect(total(older)).toBe(30_372.16);
});
