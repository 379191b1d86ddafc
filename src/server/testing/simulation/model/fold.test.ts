import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COMPONENTS } from '../../../../domain/standing/allocation.ts';
import { loanStanding } from '../../../../domain/standing/standing.ts';
import { anyDate, anyLoan, anyPayments } from '../../../../domain/testing/any-loan.ts';
import { PARTS } from './cells.ts';
import { Fold, type Money } from './fold.ts';

test('the model reckons a loan as the product does, whatever came and went', () => {
  fc.assert(
    fc.property(anyLoan, anyPayments, anyDate, (loan, drawn, date) => {
      // No payment is meant for both.
      const payments = drawn.map((each) => ({
        ...each,
        isPayoff: each.prepayment ? false : each.isPayoff === true,
      }));
      const { schedule, taxRate, defaultInterest: penalty, rounding } = loan;
      const moneys = payments.map(
        ({ id, valueDate: day, amount, instalments, isPayoff, prepayment }): Money => ({
          id,
          source: 'any',
          day,
          amount,
          meant: prepayment ?? (isPayoff ? 'close' : (instalments ?? schedule.rows.map((row) => row.number))),
        }),
      );
      const standing = loanStanding(loan, payments, date);
      const fold = new Fold({ schedule, taxRate, penalty, rounding }, moneys, date);
      expect([fold.held, fold.missing, fold.isSettled, fold.hasUsed, fold.closing]).toEqual([
        standing.credit,
        standing.shortfall,
        standing.isSettled,
        standing.creditUses.length > 0,
        standing.payoffTotal,
      ]);
      expect(
        fold
          .owing()
          .map(({ cell, total, credit }) => [
            cell.number,
            cell.settledOn,
            total,
            credit,
            PARTS.map((part) => cell.paid[part]),
          ]),
      ).toEqual(
        standing.instalments.map(({ number, settledOn, total, credit, paid }) => [
          number,
          settledOn,
          total,
          credit,
          COMPONENTS.map((component) => paid[component]),
        ]),
      );
    }),
    { numRuns: 500 },
  );
});
