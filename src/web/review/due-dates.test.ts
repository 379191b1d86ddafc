import { expect, test } from 'vitest';
import { chargesOf } from './due-dates.tsx';

const row = { due_date: '15-12-2026', payable_until: '15-12-2026', amount: 1263.38 };

test('each charge of a plan is told with its tax, to the centavo', () => {
  const schedule = [
    { ...row, charges: 63.34 },
    { ...row, charges: 63.33 },
  ];
  expect(chargesOf({ amount: 6000, amount_delivery: 5683.72, schedule })).toEqual([
    ['Gasto de otorgamiento, con IVA', 316.28],
    ['Cargos de todas las cuotas, con IVA', 126.67],
  ]);
});

test('a plan without charges tells of none', () => {
  expect(chargesOf({ amount: 6000, amount_delivery: 6000, schedule: [{ ...row, charges: 0 }] })).toEqual([]);
});
