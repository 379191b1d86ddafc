import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS } from './allocation.ts';
import { addDays } from '../calendar-date.ts';
import { type Centavos, add, centavos, subtract, sum } from '../money.ts';
import type { LoanConditions } from './position.ts';
import type { Payment } from './payment.ts';
import { type LoanStanding, loanStanding, payoffToPay } from './standing.ts';
import { anyDate, anyLoan, anyPayments } from '../testing/any-loan.ts';
import { runs } from '../testing/runs.ts';

const anyLife = fc.tuple(anyLoan, anyPayments, anyDate);

/** Everything about a standing that somebody can be asked for or can ask for. */
function owedBy({ instalments, credit, shortfall, payoffTotal, isSettled }: LoanStanding) {
  return {
    rows: instalments.map(({ number, dues, toPay, state, daysLate, settledOn }) => ({
      number,
      dues,
      toPay,
      state,
      daysLate,
      settledOn,
    })),
    credit,
    shortfall,
    payoffTotal,
    isSettled,
  };
}

/** Paid in all when the loan is closed on the day, less what is then in favour. */
function costOfFreedom(loan: LoanConditions, payments: readonly Payment[], standing: LoanStanding): Centavos {
  const { date, credit } = standing;
  const amount = payoffToPay(standing);
  const closing: Payment = { id: 'closing', valueDate: date, amount, isPayoff: true };
  const closed = loanStanding(loan, [...payments, closing], date);
  expect(closed).toMatchObject({ isSettled: true, outstandingTotal: 0 });
  expect(closed.credit).toBeGreaterThanOrEqual(0);
  expect(credit).toBeGreaterThanOrEqual(0);
  const paid = sum(payments.filter(({ valueDate }) => valueDate <= date).map((each) => each.amount));
  return subtract(add(paid, amount), closed.credit);
}

describe('splitting a payment', () => {
  it('into several for the same changes nothing that is owed', () => {
    fc.assert(
      fc.property(
        anyLife,
        fc.nat(),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }),
        ([loan, payments, date], which, cuts) => {
          const index = which % Math.max(1, payments.length);
          const whole = payments[index];
          fc.pre(whole !== undefined && whole.amount > 1);
          if (whole === undefined) return;
          const { step } = loan.rounding;
          const at = [...cuts, 1].map((cut) => Math.floor((whole.amount * cut) / step) * step);
          at[at.length - 1] = whole.amount;
          at.sort((a, b) => a - b);
          const parts = at
            .map((upTo, part) => upTo - (at[part - 1] ?? 0))
            .filter((amount) => amount > 0)
            .map((amount, part) => ({ ...whole, id: `${whole.id}/${part}`, amount: centavos(amount) }));
          const split = [...payments.slice(0, index), ...parts, ...payments.slice(index + 1)];
          expect(owedBy(loanStanding(loan, split, date))).toEqual(owedBy(loanStanding(loan, payments, date)));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('the end of a day', () => {
  it('does not depend on the order in which its payments came', () => {
    const shuffled = anyLife.chain(([loan, payments, date]) =>
      fc.record({
        loan: fc.constant(loan),
        date: fc.constant(date),
        // Few days, so that several come on one. What changes the plan keeps its place among them.
        payments: fc.constant(
          payments.map(({ prepayment: _prepayment, isPayoff: _isPayoff, ...each }, index) => ({
            ...each,
            valueDate: addDays(loan.schedule.payoutDate, 25 * (index % 2)),
          })),
        ),
        order: fc.shuffledSubarray(
          payments.map((_, index) => index),
          { minLength: payments.length },
        ),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ loan, payments, date, order }) => {
        const reordered = order.flatMap((index) => payments[index] ?? []);
        expect(owedBy(loanStanding(loan, reordered, date))).toEqual(
          owedBy(loanStanding(loan, payments, date)),
        );
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('an instalment asked for after a prepayment of the same day', () => {
  it('is paid by what the new plan asks for it', () => {
    const mode = fc.constantFrom('fewer' as const, 'smaller' as const);
    fc.assert(
      fc.property(
        anyLoan,
        mode,
        fc.nat({ max: 99 }),
        fc.nat({ max: 300 }),
        (loan, prepayment, share, after) => {
          const { rows, principal, payoutDate } = loan.schedule;
          const date = addDays(payoutDate, after);
          const { step } = loan.rounding;
          const ahead = centavos(Math.floor((principal * share) / 100 / step) * step);
          fc.pre(ahead > 0);
          const first: Payment = { id: 'ahead', valueDate: date, amount: ahead, prepayment };
          const asked = loanStanding(loan, [first], date).instalments.find(({ toPay }) => toPay > 0);
          fc.pre(asked !== undefined && rows.length > 1);
          if (asked === undefined) return;
          const { number, toPay } = asked;
          const then: Payment = { id: 'then', valueDate: date, amount: toPay, instalments: [number] };
          const paid = loanStanding(loan, [first, then], date);
          expect(paid.instalments[number - 1]).toMatchObject({ settledOn: date, toPay: 0 });
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

describe('being free of a loan on a day', () => {
  it('costs the same in all, whatever was paid on that day and how', () => {
    fc.assert(
      fc.property(anyLife, ([loan, payments, date]) => {
        const before = loanStanding(
          loan,
          payments.filter(({ valueDate }) => valueDate < date),
          date,
        );
        const earlier = payments.filter(({ valueDate }) => valueDate < date);
        const today = payments
          .filter(({ valueDate, amount }) => valueDate >= date && amount >= 0)
          .map((each) => ({ ...each, valueDate: date }));
        const all = [...earlier, ...today];
        expect(costOfFreedom(loan, all, loanStanding(loan, all, date))).toBe(
          costOfFreedom(loan, earlier, before),
        );
      }),
      { numRuns: runs(200) },
    );
  });

  it('costs the money received, and the interest, tax and charges that have accrued by then, and no more', () => {
    fc.assert(
      fc.property(anyLife, ([loan, payments, date]) => {
        const standing = loanStanding(loan, payments, date);
        const { rows } = loan.schedule;
        for (const { charged, waived } of standing.instalments)
          for (const component of COMPONENTS)
            expect(waived[component]).toBeLessThanOrEqual(charged[component]);
        const cost = costOfFreedom(loan, payments, standing);
        const agreed = sum(
          rows
            .filter(({ dueDate }) => dueDate <= date)
            .map(({ interest, tax, fee, feeTax }) => sum([interest, tax, fee, feeTax])),
        );
        const running = sum(
          rows
            .filter(({ dueDate }) => dueDate > date)
            .slice(0, 1)
            .map(({ interest, tax }) => add(interest, tax)),
        );
        const late = sum(
          standing.instalments.map(({ charged }) => add(charged.defaultInterest, charged.defaultInterestTax)),
        );
        expect(cost).toBeLessThanOrEqual(sum([loan.schedule.principal, agreed, running, late]));
        expect(cost).toBeGreaterThanOrEqual(loan.schedule.principal);
      }),
      { numRuns: runs(200) },
    );
  });
});
