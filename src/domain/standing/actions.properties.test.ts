import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoanAction } from './actions.ts';
import { auditStanding } from './audit.ts';
import { addDays, type CalendarDate } from '../calendar-date.ts';
import { type Centavos, subtract } from '../money.ts';
import type { Payment } from './payment.ts';
import { type LoanStanding, loanStanding } from './standing.ts';
import { actionsOf, anyDrawn, namingOffers } from '../testing/any-actions.ts';
import { anyDate, anyLoan, anyPayments } from '../testing/any-loan.ts';
import { RUNS } from '../testing/runs.ts';

const someDays = (date: CalendarDate): readonly CalendarDate[] =>
  [0, 1, 20, 45, 200].map((days) => addDays(date, days));

const named = (payments: readonly Payment[]): Payment[] =>
  payments.map((each, index) => ({ ...each, id: `${index}` }));

const anyPaid = anyPayments.map(named);

/** Cost of the loan if it runs to its end, less money in favour. */
const atTheEnd = ({ outstandingTotal, credit }: LoanStanding): Centavos => subtract(outstandingTotal, credit);

/** Cost of closing the loan, less money in favour. */
const today = ({ payoffTotal, paidForDaysToCome, credit }: LoanStanding): Centavos =>
  subtract(subtract(payoffTotal, paidForDaysToCome.onClosing), credit);

describe('after any actions, on any date', () => {
  it('no centavo is lost', () => {
    fc.assert(
      fc.property(anyLoan, anyPaid, anyDrawn(), fc.nat(6), anyDate, (agreed, payments, drawn, late, date) => {
        const actions = actionsOf(agreed, payments, drawn, payments.slice(0, payments.length - late));
        const loan = { ...agreed, actions };
        const paid = namingOffers(payments, actions);
        for (const day of someDays(date))
          expect(auditStanding(loan, paid, loanStanding(loan, paid, day))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('an action changes nothing before its day, and nothing at all once it is undone', () => {
    fc.assert(
      fc.property(
        anyLoan,
        anyPaid,
        anyDrawn(),
        anyDrawn(undefined, 1),
        anyDate,
        (agreed, paid, drawn, more, date) => {
          const earlier = actionsOf(agreed, paid, drawn);
          const added = actionsOf(agreed, paid, more).map((action) => ({ ...action, id: 'added' }));
          const [on] = added.map((action) => action.on);
          const before = earlier.filter((action) => on !== undefined && action.on <= on);
          const loan = { ...agreed, actions: before };
          const changed = {
            ...agreed,
            actions: [...before, ...added.map((action) => above(action, before))],
          };
          const days = someDays(date);
          const without = days.map((day) => loanStanding(loan, paid, day));
          const between = days.map((day) => loanStanding(changed, paid, day));
          expect(days.map((day) => loanStanding(loan, paid, day))).toEqual(without);
          const untouched = days.filter((day) => on !== undefined && day < on);
          expect(between.slice(0, untouched.length)).toEqual(without.slice(0, untouched.length));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each(['pause', 'waive', 'settlement-offer', 'accelerate'] as const)(
    '%s raises what is owed on no day',
    (kind) => {
      fc.assert(
        fc.property(anyLoan, anyPaid, anyDrawn([kind], 2), anyDate, (agreed, payments, drawn, date) => {
          const loan = { ...agreed, actions: actionsOf(agreed, payments, drawn) };
          for (const day of someDays(date)) {
            const without = loanStanding(agreed, payments, day);
            const changed = loanStanding(loan, payments, day);
            expect(today(changed)).toBeLessThanOrEqual(today(without));
            expect(atTheEnd(changed)).toBeLessThanOrEqual(atTheEnd(without));
          }
        }),
        { numRuns: RUNS },
      );
    },
  );
});

/** Numbers the rows of an agreement above those of earlier ones. */
function above(action: LoanAction, earlier: readonly LoanAction[]): LoanAction {
  if (action.kind !== 'agreement') return action;
  const rows = action.rows.map((row) => ({ ...row, number: row.number + 100 * earlier.length }));
  return { ...action, rows };
}
