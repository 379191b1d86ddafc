import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../calendar-date.ts';
import { prepaymentBounds, prepaymentQuote, settlementQuote } from './early-payment.ts';
import { ZERO, centavos, sum } from '../money.ts';
import { loanStanding, payoffToPay } from './standing.ts';
import { anyDate, anyLoan, anyPayments } from '../testing/any-loan.ts';
import { runs } from '../testing/runs.ts';

const unsettled = fc
  .tuple(anyLoan, anyPayments, anyDate)
  .map(([loan, payments, date]) => ({
    loan,
    date,
    payments: payments.filter(({ valueDate }) => valueDate <= date),
  }))
  .filter(({ loan, payments, date }) => !loanStanding(loan, payments, date).isSettled);

describe('closing a loan early', () => {
  it('the parts add up to the figure, and paying it leaves exactly zero for ever', () => {
    fc.assert(
      fc.property(unsettled, fc.nat({ max: 800 }), ({ loan, payments, date }, later) => {
        const before = loanStanding(loan, payments, date);
        const quote = settlementQuote(before);
        expect(sum([quote.total, quote.credit, quote.paidAhead])).toBe(
          sum([quote.overdue, quote.accruedInterest, quote.tax, quote.principal, quote.shortfall]),
        );
        expect(quote.saved).toBeGreaterThanOrEqual(0);
        const payment = { id: 'payoff', valueDate: date, amount: quote.total, isPayoff: true };
        const after = loanStanding(loan, [...payments, payment], addDays(date, later));
        expect(after).toMatchObject({ isSettled: true, outstandingTotal: 0, payoffTotal: 0 });
        expect(after.credit).toBe(quote.creditLeft);
      }),
      { numRuns: runs(150) },
    );
  });
});

const prepayable = unsettled
  .filter(({ loan, payments, date }) => prepaymentBounds(loanStanding(loan, payments, date)) !== undefined)
  .chain((found) => {
    const bounds = prepaymentBounds(loanStanding(found.loan, found.payments, found.date));
    const { step } = found.loan.rounding;
    return fc
      .integer({ min: Math.ceil((bounds?.min ?? 0) / step), max: Math.ceil((bounds?.max ?? 0) / step) })
      .map((steps) => ({ ...found, amount: centavos(steps * step) }));
  })
  .filter(({ loan, payments, date, amount }) => prepaymentQuote(loan, payments, date, amount) !== undefined);

describe('paying ahead', () => {
  it('never costs more than going on as before, also after earlier prepayments', () => {
    fc.assert(
      fc.property(prepayable, ({ loan, payments, date, amount }) => {
        const quote = prepaymentQuote(loan, payments, date, amount);
        if (quote === undefined) throw new Error('an amount within the bounds has a quote');
        for (const plan of [quote.smaller, ...(quote.fewer ? [quote.fewer] : [])]) {
          expect(plan.saved).toBeGreaterThanOrEqual(0);
          expect(plan.total).toBe(sum(plan.instalments.map(({ total }) => total)));
          // Capital goes down by exactly what is left of the amount.
          const owed = (instalments: typeof plan.instalments) =>
            sum(instalments.map(({ dues }) => dues.principal));
          const overdue = quote.current.instalments.filter(({ dueDate }) => dueDate <= date);
          expect(owed(plan.instalments)).toBe(
            owed(quote.current.instalments) - owed(overdue) - quote.principal,
          );
          // The interest of no period goes up; that of an instalment paid ahead belongs to the next open one.
          for (const { number, dues } of plan.instalments) {
            const agreed = loan.schedule.rows.filter((row) => row.number <= number);
            expect(dues.interest).toBeLessThanOrEqual(sum(agreed.map(({ interest }) => interest)));
            expect(dues.tax).toBeLessThanOrEqual(sum(agreed.map(({ tax }) => tax)));
          }
        }
        if (quote.fewer === undefined) return;
        expect(quote.fewer.instalments.length).toBeLessThan(quote.smaller.instalments.length);
        expect(quote.fewer.total).toBeLessThanOrEqual(
          quote.smaller.total + quote.smaller.instalments.length * loan.rounding.step,
        );
      }),
      { numRuns: runs(150) },
    );
  });

  it('charges no period more interest or tax than agreed, however often', () => {
    const several = fc
      .tuple(
        anyLoan,
        fc.array(fc.tuple(fc.nat({ max: 80 }), fc.integer({ min: 1, max: 40 }), fc.boolean()), {
          maxLength: 6,
        }),
      )
      .map(([loan, ahead]) => ({
        loan,
        payments: ahead.map(([days, share, isFewer], index) => ({
          id: String(index),
          valueDate: addDays(loan.schedule.payoutDate, days),
          amount: centavos(
            Math.ceil(Math.trunc(loan.schedule.principal / share / 8) / loan.rounding.step) *
              loan.rounding.step,
          ),
          prepayment: isFewer ? ('fewer' as const) : ('smaller' as const),
        })),
      }));
    fc.assert(
      fc.property(several, ({ loan, payments }) => {
        const { instalments } = loanStanding(loan, payments, addDays(loan.schedule.payoutDate, 90));
        // What an instalment paid ahead had to come belongs to the next open one.
        const [charged, agreed] = [instalments.map((each) => each.charged), loan.schedule.rows];
        for (const part of ['interest', 'tax'] as const)
          for (const count of agreed.keys()) {
            const upTo = (rows: readonly Readonly<Record<typeof part, number>>[]) =>
              rows.slice(0, count + 1).reduce((all, row) => all + row[part], 0);
            expect(upTo(charged)).toBeLessThanOrEqual(upTo(agreed));
          }
      }),
      { numRuns: runs(150) },
    );
  });

  it('leads to the plan that was quoted, which can be paid to exactly zero at any time', () => {
    fc.assert(
      fc.property(
        prepayable,
        fc.constantFrom('fewer' as const, 'smaller' as const),
        fc.nat({ max: 300 }),
        ({ loan, payments, date, amount }, prepayment, later) => {
          // What was meant to close it that day comes after, and takes money in favour with it.
          fc.pre(!payments.some(({ isPayoff, valueDate }) => isPayoff === true && valueDate === date));
          const before = loanStanding(loan, payments, date);
          const paid = [...payments, { id: 'ahead', valueDate: date, amount, prepayment }];
          const after = loanStanding(loan, paid, date);
          expect(after.credit).toBe(before.credit);
          expect(after.overdue).toBe(0);
          const free = (standing: typeof before) =>
            standing.payoffTotal - standing.paidForDaysToCome.onClosing;
          expect(free(after)).toBe(free(before) - amount);
          const day = addDays(date, later);
          const payoff = payoffToPay({ ...loanStanding(loan, paid, day), credit: ZERO });
          const closing = { id: 'closing', valueDate: day, amount: payoff, isPayoff: true };
          expect(loanStanding(loan, [...paid, closing], day)).toMatchObject({
            isSettled: true,
            outstandingTotal: 0,
          });
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
