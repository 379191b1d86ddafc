import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoanAction } from './actions.ts';
import { mapDues, subtractDues, totalDues } from './allocation.ts';
import { auditStanding } from './audit.ts';
import { addDays, type CalendarDate, daysBetween } from '../calendar-date.ts';
import { type Centavos, centavos, subtract, sum } from '../money.ts';
import type { Payment } from './payment.ts';
import type { LoanConditions } from './position.ts';
import { type LoanStanding, loanStanding, payoffToPay } from './standing.ts';
import { actionsOf, anyDrawn, namingOffers } from '../testing/any-actions.ts';
import { anyDate, anyLoan, anyPayments, disbursed } from '../testing/any-loan.ts';

const RUNS = 1000;

const someDays = (date: CalendarDate): readonly CalendarDate[] =>
  [0, 1, 20, 45, 200].map((days) => addDays(date, days));

const named = (payments: readonly Payment[]): Payment[] =>
  payments.map((each, index) => ({ ...each, id: `${index}` }));

const anyPaid = anyPayments.map(named);

/** What the loan costs at its end, less money in favour. */
const atTheEnd = ({ outstandingTotal, credit }: LoanStanding): Centavos => subtract(outstandingTotal, credit);

/** What the loan costs to close, less money in favour. */
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
      fc.property(anyLoan, anyPaid, anyDrawn(), anyDrawn(), anyDate, (agreed, payments, drawn, more, date) => {
        const actions = actionsOf(agreed, payments, drawn);
        const loan = { ...agreed, actions };
        const before = someDays(date).map((day) => loanStanding(loan, payments, day));
        const [added] = actionsOf(loan, payments, more.slice(0, 1));
        const place = actions.filter(({ on }) => added !== undefined && on <= added.on).length;
        const changed = {
          ...loan,
          actions: actions.toSpliced(place, 0, ...(added === undefined ? [] : [{ ...added, id: 'added' }])),
        };
        for (const [index, day] of someDays(date).entries()) {
          const with_ = changed.actions.every(isFor) ? loanStanding(changed, payments, day) : undefined;
          if (with_ !== undefined && added !== undefined && day < added.on) expect(with_).toEqual(before[index]);
        }
        const undone = { ...changed, actions: changed.actions.filter(({ id }) => id !== 'added') };
        expect(someDays(date).map((day) => loanStanding(undone, payments, day))).toEqual(before);
      }),
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

const isFor = ({ kind }: LoanAction): boolean => kind !== 'agreement';
