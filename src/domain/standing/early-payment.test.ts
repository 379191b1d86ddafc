import { expect, test } from 'vitest';
import { calendarDate } from '../calendar-date.ts';
import { prepaymentQuote, settlementQuote } from './early-payment.ts';
import { centavos, fromUnits, type Centavos, roundingOf } from '../money.ts';
import type { LoanConditions } from './position.ts';
import type { Payment } from './payment.ts';
import { buildSchedule, type ScheduleRow } from '../schedule.ts';
import { loanStanding } from './standing.ts';
import { charged, paid as paying, small } from '../testing/small-loan.ts';

/** Twelve instalments from 10 February on, the first two paid when due. */
const loan: LoanConditions = {
  schedule: buildSchedule({
    principal: fromUnits(290_000),
    instalments: 12,
    rate: { basis: 'fixed', tna: '2.60', basisDays: '28.5' },
    taxRate: '0.21',
    rounding: roundingOf('ARS', 'half-up'),
    payoutDate: calendarDate('2026-01-10'),
    firstDueDate: calendarDate('2026-02-10'),
  }),
  taxRate: '0.21',
  defaultInterest: { annualRate: '3.90', taxRate: '0.21' },
  rounding: roundingOf('ARS', 'half-up'),
};
const paid: Payment[] = ['2026-02-10', '2026-03-10'].map((day) => ({
  id: day,
  valueDate: calendarDate(day),
  amount: fromUnits('76736.24'),
}));
const day = calendarDate('2026-03-20');

const amounts = (plan: { instalments: readonly { total: Centavos }[] } | undefined) => [
  ...new Set(plan?.instalments.slice(0, -1).map(({ total }) => total)),
];

const withRows = (change: (row: ScheduleRow) => Partial<ScheduleRow>): LoanConditions => {
  const rows = small.schedule.rows.map((row) => ({ ...row, ...change(row) }));
  return { ...small, schedule: { ...small.schedule, rows } };
};

test('closing the loan saves the interest of the days to come', () => {
  const quote = settlementQuote(loanStanding(loan, paid, day));
  // 278.054,08 of capital; 20,30 % for 31 days with its tax, ten of them gone.
  expect(quote).toMatchObject({ overdue: 0, defaultInterest: 0 });
  expect(quote.total).toBe(quote.principal + quote.accruedInterest + quote.tax);
  expect(quote.outstanding - quote.total).toBe(quote.saved);
  expect(quote.saved).toBeGreaterThan(quote.total);
});

test('paying ahead gives fewer instalments of at most the present amount, or as many smaller ones', () => {
  const quote = prepaymentQuote(loan, paid, day, fromUnits(120_000));
  expect(amounts(quote?.current)).toEqual([fromUnits('76736.24')]);
  const [fewer, ...unlike] = amounts(quote?.fewer);
  expect(unlike).toEqual([]);
  expect(fewer).toBeLessThanOrEqual(fromUnits('76736.24'));
  expect(quote?.fewer?.instalments.length).toBeLessThan(10);
  const [smaller, ...others] = amounts(quote?.smaller);
  expect(others).toEqual([]);
  expect(smaller).toBeLessThan(fewer ?? 0);
  expect(quote?.smaller.instalments).toHaveLength(10);
  // The shorter debt is the cheaper one.
  expect(quote?.fewer?.saved).toBeGreaterThan(quote?.smaller.saved ?? NaN);
});

test('the instalment of a plan is the agreed one, also of who is late or has paid a part of the next', () => {
  const agreed = fromUnits('76736.24');
  const part: Payment = { id: 'part', valueDate: day, amount: fromUnits(30_000), instalments: [3] };
  const cases = [
    [day, paid],
    [day, [...paid, part]],
    [calendarDate('2026-04-20'), paid],
  ] as const;
  const quotes = cases.map(([date, payments]) => prepaymentQuote(loan, payments, date, fromUnits(200_000)));
  expect(quotes.map((quote) => quote?.current.instalment)).toEqual([agreed, agreed, agreed]);
  // Of the late one the first owes more, of which the total tells.
  expect(quotes[2]?.current.instalments[0]?.total).toBeGreaterThan(agreed);
  for (const quote of [quotes[0], quotes[2]])
    for (const plan of [quote?.fewer, quote?.smaller])
      expect(plan?.instalment).toBe(plan?.instalments[0]?.total);
});

test('an amount that only pays what is due today, or all, is no prepayment', () => {
  const { accruedInterest, tax, total } = settlementQuote(loanStanding(loan, paid, day));
  expect(prepaymentQuote(loan, paid, day, fromUnits((accruedInterest + tax) / 100))).toBeUndefined();
  expect(prepaymentQuote(loan, paid, day, total)).toBeUndefined();
});

test('instalments that the plan dropped owe nothing; what was paid of them is capital', () => {
  const ahead: Payment = { id: 'a', valueDate: day, amount: fromUnits(120_000), prepayment: 'fewer' };
  const last = loanStanding(loan, [...paid, ahead], day).instalments.at(-1);
  expect(last).toMatchObject({ state: 'payed', settledOn: day, total: 0, paid: { interest: 0, tax: 0 } });
  expect(last?.paid.principal).toBeGreaterThan(0);
});

test('a prepayment in the middle of a period adds no centavo to the tax agreed for it', () => {
  const taxed = withRows(() => ({ interest: centavos(3002) }));
  // 1,94 of interest and 0,41 of its tax have accrued. The tax of the other 28,08 would be 5,90.
  const ahead = paying('2026-01-03', 194 + 41 + 1, { prepayment: 'smaller' });
  const [first] = loanStanding(taxed, [ahead], ahead.valueDate).instalments;
  expect(first?.charged).toMatchObject({ interest: 3002, tax: 630 });
});

const free = withRows(() => ({ interest: centavos(0), tax: centavos(0), amount: centavos(10_000) }));
const capitalLeft = (terms: LoanConditions, ...payments: Payment[]) =>
  loanStanding(terms, payments, calendarDate('2026-02-01')).instalments.map(({ dues }) => dues.principal);

test('an instalment of nothing is planned again by the next prepayment', () => {
  const first = paying('2026-01-11', 29_998, { prepayment: 'smaller' });
  expect(capitalLeft(free, first)).toEqual([1, 1, 0]);
  expect(capitalLeft(free, first, paying('2026-01-12', 1, { prepayment: 'smaller' }))).toEqual([0, 0, 1]);
});

test('fewer instalments may be as large as the largest agreed one to come', () => {
  expect(capitalLeft(free, paying('2026-01-11', 10_000, { prepayment: 'fewer' }))).toEqual([
    10_000, 10_000, 0,
  ]);
});

test('fewer instalments are not as large as one that is due', () => {
  const longFirst = withRows(({ number }) => (number === 1 ? { interest: centavos(9000) } : {}));
  const due = paying('2026-02-01', 10_000 + 9000 + 630);
  const ahead = paying('2026-02-01', 4000, { id: 'ahead', prepayment: 'fewer' });
  expect(capitalLeft(longFirst, due, ahead)).toEqual([0, 8000, 8000]);
});

test('an instalment that was paid whole ahead keeps its charge', () => {
  const whole = paying('2026-01-11', 14_840, { instalments: [2] });
  const ahead = paying('2026-01-12', 5000, { prepayment: 'smaller' });
  const [, second] = loanStanding(charged, [whole, ahead], ahead.valueDate).instalments;
  expect(second).toMatchObject({ state: 'payed', paid: { fee: 1000, feeTax: 210 } });
});

test('what was paid ahead beyond the cost of closing is left over', () => {
  const ahead = [[1], [2], [3]].map((instalments) =>
    paying('2026-01-11', instalments[0] === 3 ? 14_000 : 14_840, { instalments, id: `${instalments[0]}` }),
  );
  const quote = settlementQuote(loanStanding(charged, ahead, calendarDate('2026-01-11')));
  // Closing costs 300,00 of capital, 9,68 of interest and 2,03 of tax.
  expect(quote).toMatchObject({ total: 0, creditLeft: 2 * 14_840 + 14_000 - 31_171 });
});

test('a second prepayment of the period adds none either', () => {
  const taxed = withRows(() => ({ interest: centavos(7), tax: centavos(1) }));
  // 3 of the 7 have accrued, and all of their tax. At its rate that of the other 4 would be one more.
  const first = paying('2026-01-13', 3 + 1 + 1, { prepayment: 'smaller' });
  const second = paying('2026-01-26', 3 + 1, { prepayment: 'smaller' });
  const [row] = loanStanding(taxed, [first, second], second.valueDate).instalments;
  expect(row?.charged).toMatchObject({ interest: 7, tax: 1 });
});

test('a second prepayment adds no interest that the first one rounded up', () => {
  const taxed = withRows(() => ({ interest: centavos(7), tax: centavos(1) }));
  const first = paying('2026-01-13', 3 + 1 + 1, { prepayment: 'smaller' });
  const second = paying('2026-01-25', 3 + 1, { prepayment: 'smaller' });
  const [row] = loanStanding(taxed, [first, second], second.valueDate).instalments;
  expect(row?.charged).toMatchObject({ interest: 7, tax: 1 });
});

test('the period of an instalment paid ahead accrues at its own rate, not at that of the next one', () => {
  const whole = paying('2026-01-11', 13_630, { instalments: [1] });
  const ahead = paying('2026-01-11', 2000, { id: 'ahead', prepayment: 'smaller' });
  // 968 of interest and 203 of tax have accrued; the other 2459 of the first row pay capital too.
  const capital = 20_000 - 2000 - 2459;
  // 10 % for 21 of 31 days; the 15 % of the second row have not begun.
  const { payoffTotal } = loanStanding(small, [whole, ahead], calendarDate('2026-02-01'));
  expect(payoffTotal).toBe(capital + 1053 + 221);
});

test('a prepayment that leaves one centavo leaves instalments that owe nothing but it', () => {
  const { payoffTotal } = loanStanding(loan, paid, day);
  const payment: Payment = {
    id: 'ahead',
    valueDate: day,
    amount: centavos(payoffTotal - 1),
    prepayment: 'smaller',
  };
  const after = loanStanding(loan, [...paid, payment], day);
  const open = after.instalments.filter(({ settledOn }) => settledOn === null);
  expect(open.map(({ dues }) => dues.principal)).toEqual([1]);
  expect(after.payoffTotal).toBe(1);
});

test.each([
  [2, [1, 1, 0, 0]],
  [6, [2, 2, 2, 0]],
])(
  'instalments that are charges only are left as they are by what is paid ahead of %i',
  (principal, rows) => {
    const light: LoanConditions = {
      ...loan,
      schedule: buildSchedule({
        principal: centavos(principal),
        instalments: 4,
        rate: { basis: 'fixed', tna: '0', basisDays: '28.5' },
        taxRate: '0.21',
        rounding: roundingOf('ARS', 'half-up'),
        instalmentFees: Array.from({ length: 4 }, () => ({ net: centavos(100), tax: centavos(22) })),
        payoutDate: calendarDate('2026-01-10'),
        firstDueDate: calendarDate('2026-02-10'),
      }),
    };
    const first = calendarDate('2026-01-10');
    expect(light.schedule.rows.map((row) => row.principal)).toEqual(rows);
    for (const prepayment of ['fewer', 'smaller'] as const) {
      const payment: Payment = { id: prepayment, valueDate: first, amount: centavos(1), prepayment };
      const { payoff, outstanding } = loanStanding(light, [payment], first);
      expect(payoff.principal).toBe(principal - 1);
      expect(outstanding.principal).toBe(principal - 1);
    }
  },
);
