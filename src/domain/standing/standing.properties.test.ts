import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS, addDues, totalDues } from './allocation.ts';
import { type CalendarDate, addDays } from '../calendar-date.ts';
import { type Centavos, ZERO, add, centavos, subtract, sum } from '../money.ts';
import { type LoanStanding, loanStanding, payoffToPay, totalOf } from './standing.ts';
import { anyDate, anyLoan, anyPayments } from '../testing/any-loan.ts';
import { runs } from '../testing/runs.ts';

describe('after any payments, on any date', () => {
  it('no centavo is lost and nothing is owed below zero', () => {
    fc.assert(
      fc.property(anyLoan, anyPayments, anyDate, (conditions, payments, date) => {
        const standing = loanStanding(conditions, payments, date);
        const counted = payments.filter(({ valueDate }) => valueDate <= date);
        const allocated = standing.allocations
          .flatMap(({ parts }) => parts)
          .map(({ dues }) => totalDues(dues));
        const excess = sum(standing.allocations.map((allocation) => allocation.excess));
        expect(add(sum(allocated), excess)).toBe(sum(counted.map(({ amount }) => amount)));
        // What was taken out of money that was taken back afterwards is not held, it is missing.
        expect(subtract(standing.credit, standing.shortfall)).toBe(excess);
        expect(Math.min(standing.credit, standing.shortfall)).toBe(0);
        const covered = standing.instalments.map(({ paid }) => totalDues(paid));
        const madeUp = sum(standing.allocations.map((allocation) => allocation.madeUp ?? ZERO));
        expect(sum(covered)).toBe(add(sum(allocated), madeUp));
        for (const { charged, paid, waived, dues, settledOn, total } of standing.instalments) {
          expect(addDues(addDues(paid, waived), dues)).toEqual(charged);
          for (const each of [charged, paid, waived])
            expect(Math.min(...COMPONENTS.map((component) => each[component]))).toBeGreaterThanOrEqual(0);
          expect(Math.min(...COMPONENTS.map((component) => dues[component]))).toBeGreaterThanOrEqual(0);
          expect(settledOn === null).toBe(total > 0);
        }
        for (const component of COMPONENTS) {
          expect(standing.payoff[component]).toBeLessThanOrEqual(standing.outstanding[component]);
          expect(standing.payoff[component]).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('capital charged adds up to the principal and what was missing of money given back', () => {
    fc.assert(
      fc.property(anyLoan, anyPayments, anyDate, (conditions, payments, date) => {
        const { instalments } = loanStanding(conditions, payments, date);
        const agreed = instalments.filter(({ isShortfall }) => !isShortfall);
        const principal = sum(agreed.map(({ charged }) => charged.principal));
        expect(principal).toBe(conditions.schedule.principal);
        expect(sum(agreed.map(({ dues, paid }) => addDues(dues, paid).principal))).toBe(principal);
      }),
      { numRuns: runs(100) },
    );
  });

  it('whole payments leave whole amounts, in a currency without decimals', () => {
    const whole = anyLoan.filter(({ rounding }) => rounding.step === 100);
    fc.assert(
      fc.property(whole, anyPayments, anyDate, (conditions, payments, date) => {
        const paid = payments.map((each) => ({ ...each, amount: centavos(each.amount * 100) }));
        const { instalments, payoffTotal } = loanStanding(conditions, paid, date);
        const amounts = instalments.flatMap(({ dues, accrued, credit }) => [
          ...COMPONENTS.flatMap((component) => [dues[component], accrued[component]]),
          credit,
        ]);
        expect([...amounts, payoffTotal].filter((amount) => amount % 100 !== 0)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  const unsettled = fc
    .tuple(anyLoan, anyPayments, anyDate)
    .map(([conditions, payments, date]) => ({
      conditions,
      payments: payments.filter(({ valueDate }) => valueDate <= date),
      date,
    }))
    .filter(({ conditions, payments, date }) => !loanStanding(conditions, payments, date).isSettled);

  it('paying exactly what is owed leaves exactly zero, and a centavo less a centavo', () => {
    fc.assert(
      fc.property(unsettled, fc.boolean(), ({ conditions, payments, date }, isPayoff) => {
        const before = loanStanding(conditions, payments, date);
        const owed = isPayoff ? payoffToPay(before) : before.outstandingTotal;
        const settle = (amount: Centavos) =>
          loanStanding(conditions, [...payments, { id: 'last', valueDate: date, amount, isPayoff }], date);
        const after = settle(owed);
        expect(after).toMatchObject({ isSettled: true, outstandingTotal: 0, payoffTotal: 0 });
        // However it is paid, being free costs what has accrued; the rest is in favour.
        const had = add(before.credit, before.paidForDaysToCome.onClosing);
        expect(after.credit).toBe(subtract(add(had, owed), before.payoffTotal));
        fc.pre(isPayoff && owed > 1);
        const short = settle(subtract(owed, centavos(1)));
        expect(short).toMatchObject({ isSettled: false, credit: 0 });
        expect(payoffToPay(short)).toBe(1);
      }),
      { numRuns: runs(100) },
    );
  });

  it('paying the chosen instalments settles them and no other', () => {
    fc.assert(
      fc.property(unsettled, fc.integer({ min: 1, max: 12 }), ({ conditions, payments, date }, upTo) => {
        // Another payment of that day may count after this one and pay other rows.
        fc.pre(payments.every(({ valueDate }) => valueDate !== date));
        const before = loanStanding(conditions, payments, date);
        const chosen = before.instalments.filter(({ number }) => number <= upTo).map(({ number }) => number);
        const amount = totalOf(before, chosen);
        fc.pre(amount > 0);
        const payment = { id: 'chosen', valueDate: date, amount, instalments: chosen };
        const after = loanStanding(conditions, [...payments, payment], date);
        expect(totalOf(after, chosen)).toBe(0);
        expect(chosen.every((number) => after.instalments[number - 1]?.settledOn !== null)).toBe(true);
        const free = (standing: LoanStanding) =>
          subtract(subtract(standing.payoffTotal, standing.paidForDaysToCome.onClosing), standing.credit);
        expect(free(after)).toBe(subtract(free(before), amount));
        const net = (standing: LoanStanding) => subtract(standing.outstandingTotal, standing.credit);
        // Without an open instalment the loan is closed, and what has not accrued is waived.
        fc.pre(after.instalments.some(({ settledOn, isShortfall }) => settledOn === null && !isShortfall));
        expect(net(after)).toBe(subtract(net(before), amount));
      }),
      { numRuns: runs(100) },
    );
  });

  it('a day more never lowers what is owed', () => {
    fc.assert(
      fc.property(unsettled, ({ conditions, payments, date }) => {
        const on = (day: CalendarDate) => loanStanding(conditions, payments, day);
        const [today, tomorrow] = [on(date), on(addDays(date, 1))];
        // Money in favour that pays an instalment on its due date lowers both alike.
        const net = (total: Centavos, { credit }: LoanStanding) => subtract(total, credit);
        expect(net(tomorrow.outstandingTotal, tomorrow)).toBeGreaterThanOrEqual(
          net(today.outstandingTotal, today),
        );
        const free = (standing: LoanStanding) =>
          subtract(net(standing.payoffTotal, standing), standing.paidForDaysToCome.onClosing);
        expect(free(tomorrow)).toBeGreaterThanOrEqual(free(today));
      }),
      { numRuns: runs(100) },
    );
  });
});
