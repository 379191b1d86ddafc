import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from '../calendar-date.ts';
import { type Centavos, add, centavos, fromUnits, roundingOf } from '../money.ts';
import { buildSchedule } from '../schedule.ts';
import type { LoanConditions } from './position.ts';
import type { Payment } from './payment.ts';
import { loanStanding } from './standing.ts';
import { paid as paying, small } from '../testing/small-loan.ts';

const due = calendarDate('2026-02-10');

const loan: LoanConditions = {
  schedule: buildSchedule({
    principal: fromUnits(1000),
    instalments: 3,
    rate: { basis: 'monthly', tna: '1.20' },
    taxRate: '0.21',
    rounding: roundingOf('ARS', 'half-up'),
    payoutDate: calendarDate('2026-01-10'),
    firstDueDate: due,
  }),
  taxRate: '0.21',
  defaultInterest: { annualRate: '1.80', taxRate: '0.21' },
  rounding: roundingOf('ARS', 'half-up'),
};

const pricedOn = addDays(due, 20);
const paidOn = addDays(due, 23);
const price = loanStanding(loan, [], pricedOn).instalments[0]?.total ?? centavos(0);

const paid = (id: string, amount: Centavos, more: Partial<Payment> = {}): Payment => ({
  id,
  valueDate: paidOn,
  amount,
  instalments: [1],
  ...more,
});

/** What is owed of each instalment, and the money in favour. */
function left(payments: readonly Payment[], date = addDays(paidOn, 20)) {
  const { instalments, credit, allocations } = loanStanding(loan, payments, date);
  return { owed: instalments.map(({ total }) => total), credit, parts: allocations.length };
}

describe('money that came at a price of an earlier day', () => {
  it('settles what was priced, and leaves nothing of the days since', () => {
    const { owed, credit } = left([paid('one', price, { priced: { on: pricedOn, amount: price } })]);
    expect([owed[0], credit]).toEqual([0, 0]);
    expect(left([paid('one', price)]).owed[0]).toBeGreaterThan(0);
  });

  it('counts beyond the price from the day of payment, as one payment', () => {
    const second = loanStanding(loan, [], paidOn).instalments[1]?.total ?? centavos(0);
    const amount = add(price, second);
    const priced = { on: pricedOn, amount: price };
    expect(left([paid('one', amount, { priced })])).toEqual({
      ...left([paid('a', price, { valueDate: pricedOn }), paid('b', second)]),
      parts: 1,
    });
  });

  it('closes the loan at the price of a day with other closings only, not with a later prepayment', () => {
    const on = calendarDate('2026-01-11');
    const priced = { on, amount: centavos(15_000) };
    const closing = paying('2026-01-14', 15_000, { isPayoff: true, priced });
    // 300,00 of capital with 9,68 of interest and 2,03 of its tax: both together would be enough.
    const prepaid = paying(on, 16_200, { prepayment: 'smaller' });
    const standing = loanStanding(small, [closing, prepaid], closing.valueDate);
    expect(standing).toMatchObject({ isSettled: false, credit: 0 });
  });

  it('does not count before it was paid', () => {
    const priced = { on: pricedOn, amount: price };
    const before = addDays(paidOn, -1);
    expect(left([paid('one', price, { priced })], before)).toEqual(left([], before));
  });

  it('counts from the day of payment where that is not later than the price', () => {
    expect(left([paid('one', price, { priced: { on: paidOn, amount: price } })])).toEqual(
      left([paid('one', price)]),
    );
  });
});
