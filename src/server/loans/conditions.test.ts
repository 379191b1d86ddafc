import { expect, test } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { centavos } from '../../domain/money.ts';
import { countedOf, sinceReversal, type PaymentColumns } from './conditions.ts';

const day = (text: string) => calendarDate(text);

const payment = (
  row: number,
  date: string,
  amount: number,
  reversedOn: string | null = null,
): PaymentColumns => [
  row,
  `p${row}`,
  'network',
  day(date),
  centavos(amount),
  null,
  false,
  null,
  null,
  null,
  reversedOn === null ? null : day(reversedOn),
  null,
  null,
];

test('a reversed payment does not count; what left the loan is owed since the last reversal of money from before', () => {
  const { counted, reversed } = countedOf([
    payment(1, '2026-01-10', 900, '2026-02-01'),
    payment(2, '2026-01-12', 500, '2026-03-01'),
    payment(3, '2026-01-20', -400),
    payment(4, '2026-01-25', -100, '2026-05-01'),
    payment(5, '2026-01-30', 700, '2026-04-01'),
    payment(6, '2026-01-11', -50),
    payment(7, '2026-01-09', -50),
  ]);
  expect(counted.map(({ row, ...rest }) => [row, 'owedFrom' in rest ? rest.owedFrom : undefined])).toEqual([
    [3, day('2026-03-01')],
    [6, day('2026-02-01')],
    [7, undefined],
  ]);
  // Money that leaves now is owed since then too.
  const leaves = (amount: number) => ({ amount: centavos(amount), valueDate: day('2026-01-15') });
  expect(sinceReversal(leaves(-100), reversed)).toMatchObject({ owedFrom: day('2026-03-01') });
  expect(sinceReversal(leaves(100), reversed)).toEqual(leaves(100));
});
