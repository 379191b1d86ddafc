import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalDues } from './allocation.ts';
import { auditStanding } from './audit.ts';
import type { LoanAction } from './actions.ts';
import { addDays, calendarDate, type CalendarDate } from '../calendar-date.ts';
import { type Centavos, ZERO, centavos, sum } from '../money.ts';
import { anyDate, anyLoan, anyPayments, paidOutOn } from '../testing/any-loan.ts';
import type { LoanConditions } from './position.ts';
import { type LoanStanding, loanStanding } from './standing.ts';
import { runs } from '../testing/runs.ts';
import { paid, small } from '../testing/small-loan.ts';

const anyWaivers = fc.array(
  fc.record({ day: fc.integer({ min: 0, max: 500 }), amount: fc.integer({ min: 1, max: 20_000_000 }) }),
  { maxLength: 2 },
);

const waiver = (on: CalendarDate, amount: Centavos): LoanAction => ({
  kind: 'waive',
  id: 'waiver',
  on,
  after: Number.MAX_SAFE_INTEGER,
  amount,
});

const waivedIn = ({ instalments }: LoanStanding) => sum(instalments.map(({ waived }) => totalDues(waived)));

describe('a waiver', () => {
  it('conserves money beside any payments, on any date', () => {
    fc.assert(
      fc.property(anyLoan, anyPayments, anyWaivers, anyDate, (agreed, payments, decided, date) => {
        const actions = decided.map(({ day, amount }) => waiver(addDays(paidOutOn, day), centavos(amount)));
        const loan: LoanConditions = { ...agreed, actions };
        const named = payments.map((each, index) => ({ ...each, id: `${index}` }));
        expect(auditStanding(loan, named, loanStanding(loan, named, date))).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('lets off no more than closing costs beside money in favour', () => {
    const on = calendarDate('2026-01-20');
    const held = [paid(on, 10_000, { instalments: [] })];
    const standing = loanStanding({ ...small, actions: [waiver(on, centavos(40_000))] }, held, on);
    expect(standing).toMatchObject({ isSettled: true, credit: ZERO });
    expect(waivedIn(standing)).toBe(3 * 13_630 - 10_000);
  });

  it('of all that is owed on a day ends the loan, and of a part lowers what is owed by it', () => {
    fc.assert(
      fc.property(anyLoan, fc.integer({ min: 1, max: 500 }), (loan, day) => {
        const date = addDays(paidOutOn, day);
        const { payoffTotal, outstandingTotal } = loanStanding(loan, [], date);
        fc.pre(payoffTotal > 1);
        const ended = loanStanding({ ...loan, actions: [waiver(date, payoffTotal)] }, [], addDays(date, 40));
        expect(ended).toMatchObject({ isSettled: true, outstandingTotal: ZERO, payoffTotal: ZERO });
        const part = loanStanding({ ...loan, actions: [waiver(date, centavos(1))] }, [], date);
        expect(part.outstandingTotal).toBe(outstandingTotal - 1);
        expect(waivedIn(part)).toBe(1);
        // Before its day it is nothing.
        const before = addDays(date, -1);
        expect(loanStanding({ ...loan, actions: [waiver(date, payoffTotal)] }, [], before)).toEqual(
          loanStanding(loan, [], before),
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
