import { describe, expect, it } from 'vitest';
import { calendarDate } from '../calendar-date.ts';
import { centavos, fromUnits, roundingOf } from '../money.ts';
import type { LoanConditions } from './position.ts';
import type { Payment } from './payment.ts';
import { buildSchedule } from '../schedule.ts';
import { loanStanding } from './standing.ts';

const paidOutOn = calendarDate('2026-01-10');

/** Three instalments of 417,06 / 417,06 / 417,07 on 10 February, March and April. */
const loan: LoanConditions = {
  schedule: buildSchedule({
    principal: fromUnits(1000),
    instalments: 3,
    rate: { basis: 'monthly', tna: '1.20' },
    taxRate: '0.21',
    rounding: roundingOf('ARS', 'half-up'),
    payoutDate: paidOutOn,
    firstDueDate: calendarDate('2026-02-10'),
  }),
  taxRate: '0.21',
  defaultInterest: { annualRate: '1.80', taxRate: '0.21' },
  rounding: roundingOf('ARS', 'half-up'),
};

const pay = (id: string, on: string, units: number | string, rest: Partial<Payment> = {}): Payment => ({
  id,
  valueDate: calendarDate(on),
  amount: fromUnits(units),
  ...rest,
});

const at = (date: string, ...payments: Payment[]) => loanStanding(loan, payments, calendarDate(date));

describe('a loan without payments', () => {
  it('owes nothing before the first due date', () => {
    const standing = at('2026-02-09');
    expect(standing.instalments.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
    expect(standing).toMatchObject({
      dueToday: 0,
      overdue: 0,
      daysLate: 0,
      isDefault: false,
      isSettled: false,
    });
    expect(standing.nextDueDate).toBe('2026-02-10');
    expect(standing.outstandingTotal).toBe(fromUnits('1251.19'));
  });

  it('owes the first instalment on its due date without being late', () => {
    const standing = at('2026-02-10');
    expect(standing).toMatchObject({ dueToday: fromUnits('417.06'), overdue: 0, daysLate: 0 });
    expect(standing.instalments[0]?.state).toBe('pending');
    expect(standing.nextDueDate).toBe('2026-02-10');
  });

  it('owes default interest on unpaid capital only, with its tax', () => {
    const standing = at('2026-02-20');
    // Capital of the first instalment 296,06 · 180 % · 10/365 = 14,60; IVA 3,07.
    expect(standing.instalments[0]).toMatchObject({
      state: 'delayed',
      daysLate: 10,
      isDefault: false,
      dues: { defaultInterest: fromUnits('14.60'), defaultInterestTax: fromUnits('3.07') },
      total: fromUnits('434.73'),
    });
    expect(standing).toMatchObject({ overdue: fromUnits('434.73'), nextDueDate: '2026-03-10' });
  });

  it('is in default from the 31st day on', () => {
    expect(at('2026-03-12')).toMatchObject({ daysLate: 30, isDefault: false });
    expect(at('2026-03-13')).toMatchObject({ daysLate: 31, isDefault: true });
    expect(at('2026-03-13').instalments.map(({ isDefault }) => isDefault)).toEqual([true, false, false]);
  });

  it('has no next due date once all are past', () => {
    expect(at('2026-05-01').nextDueDate).toBeNull();
  });
});

describe('payments', () => {
  it('settle an instalment in time, or late', () => {
    const inTime = at('2026-06-01', pay('a', '2026-02-10', '417.06'));
    expect(inTime.instalments[0]).toMatchObject({
      state: 'payed',
      settledOn: '2026-02-10',
      daysLate: 0,
      total: 0,
    });
    const late = at('2026-06-01', pay('a', '2026-02-20', '434.73'));
    expect(late.instalments[0]).toMatchObject({ state: 'late', daysLate: 10, isDefault: false, total: 0 });
    expect(late.instalments[0]?.paid.defaultInterest).toBe(fromUnits('14.60'));
    // No longer in default once it is paid, however late.
    const afterDefault = at('2026-06-01', pay('a', '2026-04-01', '600'));
    expect(afterDefault.instalments[0]).toMatchObject({ state: 'late', daysLate: 50, isDefault: false });
  });

  it('leave as the next due date that of the first instalment which credit does not cover', () => {
    const inFavour = pay('a', '2026-02-01', '834.12', { instalments: [1] });
    expect(at('2026-02-01', inFavour)).toMatchObject({
      credit: fromUnits('417.06'),
      nextDueDate: '2026-04-10',
    });
  });

  it('count from their value date, in its order, not in the order of arrival', () => {
    const payments = [pay('b', '2026-03-10', '417.06'), pay('a', '2026-02-10', '417.06')];
    expect(at('2026-03-09', ...payments).allocations.map(({ paymentId }) => paymentId)).toEqual(['a']);
    const after = at('2026-03-10', ...payments);
    expect(after.allocations.map(({ paymentId }) => paymentId)).toEqual(['a', 'b']);
    expect(after.instalments.map(({ state }) => state)).toEqual(['payed', 'payed', 'pending']);
  });

  it('in part stop default interest on the capital they cover, from then on', () => {
    // 10 days on 296,06, then 10 days on what is left of it.
    const partial = pay('a', '2026-02-20', '317.73');
    const [first] = at('2026-02-20', partial).instalments;
    expect(first?.dues).toMatchObject({
      defaultInterest: 0,
      interest: 0,
      tax: 0,
      principal: fromUnits('117.00'),
    });
    expect(at('2026-03-02', partial).instalments[0]?.dues).toMatchObject({
      defaultInterest: fromUnits('5.77'),
    });
  });

  it('above the amount, or twice, leave the rest to the customer', () => {
    const twice = at(
      '2026-02-10',
      pay('a', '2026-02-10', '417.06', { instalments: [1] }),
      pay('b', '2026-02-10', '417.06', { instalments: [1] }),
    );
    expect(twice.credit).toBe(fromUnits('417.06'));
    expect(twice.instalments[1]?.state).toBe('pending');
    // All of it is paid on the first due date: interest and tax of the second and third month never accrue.
    const all = at('2026-04-10', pay('a', '2026-02-10', '1300'));
    expect(all).toMatchObject({ isSettled: true, credit: fromUnits('179.00') });
  });

  it('go to the chosen instalments only', () => {
    const standing = at('2026-02-01', pay('a', '2026-02-01', '417.07', { instalments: [3] }));
    expect(standing.instalments.map(({ state }) => state)).toEqual(['pending', 'pending', 'payed']);
  });

  it('under way show in the state of what is unpaid', () => {
    const open = new Map([
      [1, 'coupon'],
      [2, 'online'],
      [3, 'waiting'],
    ] as const);
    const settled = [pay('a', '2026-02-10', '417.06')];
    const states = loanStanding(loan, settled, calendarDate('2026-03-20'), open).instalments.map(
      ({ state }) => state,
    );
    expect(states).toEqual(['payed', 'online', 'waiting']);
  });
});

describe('settling the loan early', () => {
  it('costs the capital and the interest of the days gone by', () => {
    const standing = at('2026-01-20');
    // First period of 31 days, 10 of them gone: 100,00 · 10/31 = 32,26; IVA 6,77.
    expect(standing.payoff).toMatchObject({
      principal: fromUnits(1000),
      interest: fromUnits('32.26'),
      tax: fromUnits('6.77'),
    });
    expect(at('2026-01-10').payoffTotal).toBe(fromUnits(1000));
  });

  it('leaves nothing owed', () => {
    const after = at('2026-01-20', pay('a', '2026-01-20', '1039.03', { isPayoff: true }));
    expect(after).toMatchObject({ isSettled: true, outstandingTotal: 0, payoffTotal: 0, credit: 0 });
    expect(after.instalments.map(({ state }) => state)).toEqual(['payed', 'payed', 'payed']);
  });

  it('counts as paid ahead when it does not suffice: one centavo is left, without interest of days to come', () => {
    const after = at('2026-01-20', pay('a', '2026-01-20', '1039.02', { isPayoff: true }));
    expect(after).toMatchObject({ isSettled: false, outstandingTotal: 1, credit: 0 });
  });

  it('does not ask again for interest paid ahead', () => {
    const after = at('2026-01-20', pay('a', '2026-01-15', '50', { instalments: [1] }));
    // 50,00 of interest were paid, 32,26 have accrued; the tax on them has not been paid.
    expect(after.payoff).toMatchObject({ interest: 0, tax: fromUnits('6.77') });
  });
});

describe('an instalment of nothing', () => {
  it('is settled from the start', () => {
    const { schedule } = loan;
    const empty = buildSchedule({
      principal: centavos(1),
      instalments: 2,
      rate: { basis: 'monthly', tna: 0 },
      taxRate: 0,
      rounding: roundingOf('ARS', 'half-up'),
      payoutDate: schedule.payoutDate,
      firstDueDate: calendarDate('2026-02-10'),
    });
    const standing = loanStanding({ ...loan, schedule: empty }, [], calendarDate('2026-05-01'));
    expect(standing.instalments.map(({ state, total }) => [state, total])).toContainEqual(['payed', 0]);
  });
});
