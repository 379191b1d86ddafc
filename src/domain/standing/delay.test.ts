import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from '../calendar-date.ts';
import { delayOn } from './delay.ts';
import { sum } from '../money.ts';
import { loanStanding } from './standing.ts';
import { anyDate, anyLoan, anyPayments } from '../testing/any-loan.ts';
import { runs } from '../testing/runs.ts';

describe('the cost of a delay', () => {
  it('is what the overdue instalments ask for the next day, less what they ask today', () => {
    fc.assert(
      fc.property(anyLoan, anyPayments, anyDate, (loan, payments, date) => {
        // Money that comes on the next day is not foreseen.
        const known = payments.filter(({ valueDate }) => valueDate <= date);
        const delay = delayOn(loan, known, date);
        const today = loanStanding(loan, known, date);
        expect(delay?.overdue ?? 0).toBe(today.overdue);
        if (delay === undefined) return;
        const late = new Set(
          today.instalments
            .filter(({ payableUntil, settledOn }) => settledOn === null && payableUntil < date)
            .map(({ number }) => number),
        );
        const next = loanStanding(loan, known, addDays(date, 1)).instalments.filter(({ number }) =>
          late.has(number),
        );
        expect(delay.overdue + delay.nextDay).toBe(sum(next.map(({ total }) => total)));
        expect(delay.nextDay).toBeGreaterThanOrEqual(0);
        expect(delay.defaultOn === null).toBe(today.isDefault);
        if (delay.defaultOn === null) return;
        expect(loanStanding(loan, known, delay.defaultOn).isDefault).toBe(true);
        expect(loanStanding(loan, known, addDays(delay.defaultOn, -1)).isDefault).toBe(false);
      }),
      { numRuns: runs(100) },
    );
  });

  it('leaves out what is being paid already', () => {
    fc.assert(
      fc.property(anyLoan, anyDate, (loan, date) => {
        const delay = delayOn(loan, [], date, (number) => number !== 1);
        const due = loanStanding(loan, [], date).instalments.filter(
          ({ number, dueDate }) => number !== 1 && dueDate < date,
        );
        expect(delay?.overdue ?? 0).toBe(sum(due.map(({ total }) => total)));
      }),
      { numRuns: runs(100) },
    );
  });

  it('is nothing before the first due date', () => {
    fc.assert(
      fc.property(anyLoan, (loan) => {
        expect(delayOn(loan, [], calendarDate('2026-02-10'))).toBeUndefined();
      }),
      { numRuns: runs(100) },
    );
  });
});
