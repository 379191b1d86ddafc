import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditStanding } from './audit.ts';
import { addDays } from '../calendar-date.ts';
import { actionsOf, anyDrawn, namingOffers } from '../testing/any-actions.ts';
import { anyDate, anyLoan, anyPayments } from '../testing/any-loan.ts';
import { loanStanding } from './standing.ts';

const RUNS = 2000;

describe('after any actions, on any date', () => {
  it('no centavo is lost', () => {
    fc.assert(
      fc.property(
        anyLoan,
        anyPayments,
        anyDrawn(),
        fc.nat(6),
        anyDate,
        (agreed, payments, drawn, late, date) => {
          const named = payments.map((each, index) => ({ ...each, id: `${index}` }));
          const actions = actionsOf(agreed, named, drawn, named.slice(0, named.length - late));
          const loan = { ...agreed, actions };
          const paid = namingOffers(named, actions);
          for (const day of [date, addDays(date, 45)])
            expect(auditStanding(loan, paid, loanStanding(loan, paid, day))).toEqual([]);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
