import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoanAction } from './actions.ts';
import { auditStanding } from './audit.ts';
import { addDays, calendarDate, type CalendarDate } from '../calendar-date.ts';
import { type Centavos, centavos, subtract, ZERO } from '../money.ts';
import type { Payment } from './payment.ts';
import type { LoanConditions } from './position.ts';
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
            if (kind === 'accelerate' && isShortSince(changed, loan.actions)) continue;
            if (changed.daysLate > 0 && hasOtherRows(changed, without)) continue;
            expect(today(changed)).toBeLessThanOrEqual(today(without));
            expect(atTheEnd(changed)).toBeLessThanOrEqual(atTheEnd(without));
          }
        }),
        { numRuns: RUNS },
      );
    },
  );
});

/** True if a prepayment, of which the action left more for capital, planned other rows, which may be late then. */
const hasOtherRows = (changed: LoanStanding, without: LoanStanding): boolean =>
  changed.plan.some(({ principal }, index) => principal !== without.plan[index]?.principal);

/** Checks for a shortfall since an action: an acceleration uses credit that money leaving later would need. */
const isShortSince = ({ instalments }: LoanStanding, actions: readonly LoanAction[]): boolean =>
  instalments.some(({ isShortfall, dueDate }) => isShortfall && actions.some(({ on }) => on <= dueDate));

it('an acceleration uses money in favour, which money that leaves later lacks from then on', () => {
  const agreed: LoanConditions = {
    schedule: {
      principal: centavos(1000),
      payoutDate: calendarDate('2026-01-10'),
      instalment: centavos(1001),
      rows: [
        {
          number: 1,
          dueDate: calendarDate('2026-02-10'),
          payableUntil: calendarDate('2026-02-10'),
          days: 31,
          principal: centavos(1000),
          interest: centavos(1),
          tax: ZERO,
          fee: ZERO,
          feeTax: ZERO,
          amount: centavos(1001),
          balance: ZERO,
        },
      ],
    },
    taxRate: '0.21',
    defaultInterest: { annualRate: '0.0152', taxRate: '0.21' },
    rounding: { half: 'half-up', step: 1 },
  };
  const on = calendarDate('2026-01-10');
  const payments: Payment[] = [
    { id: 'in favour', valueDate: on, amount: centavos(1), instalments: [] },
    { id: 'leaves', valueDate: calendarDate('2026-01-18'), amount: centavos(-1_909_495) },
  ];
  const loan: LoanConditions = { ...agreed, actions: [{ id: 'action', on, after: 2, kind: 'accelerate' }] };
  const date = calendarDate('2027-07-07');
  const shortOf = (of: LoanConditions) => loanStanding(of, payments, date).instalments[1]?.dues.principal;
  expect([shortOf(agreed), shortOf(loan)]).toEqual([1_909_494, 1_909_495]);
  // Late from its own day, 23 days before the row.
  const cost = (of: LoanConditions) => loanStanding(of, payments, date).payoffTotal;
  expect([cost(agreed), cost(loan)]).toEqual([1_961_996, 1_961_997]);
});

/** Numbers the rows of an agreement above those of earlier ones. */
function above(action: LoanAction, earlier: readonly LoanAction[]): LoanAction {
  if (action.kind !== 'agreement') return action;
  const rows = action.rows.map((row) => ({ ...row, number: row.number + 100 * earlier.length }));
  return { ...action, rows };
}
