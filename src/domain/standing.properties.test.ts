import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS, addDues, totalDues } from './allocation.ts';
import { addDays, calendarDate } from './calendar-date.ts';
import { type Centavos, centavos, subtract, sum } from './money.ts';
import type { LoanConditions, Payment } from './replay.ts';
import { buildSchedule } from './schedule.ts';
import { loanStanding, totalOf } from './standing.ts';

const disbursed = calendarDate('2026-01-10');

const anyLoan: fc.Arbitrary<LoanConditions> = fc
  .record({
    principal: fc.integer({ min: 1000, max: 100_000_000 }).map(centavos),
    instalments: fc.integer({ min: 1, max: 12 }),
    points: fc.integer({ min: 0, max: 400 }),
    fee: fc.integer({ min: 0, max: 10_000 }),
    rounding: fc.constantFrom('half-up' as const, 'half-even' as const),
  })
  .map(({ principal, instalments, points, fee, rounding }) => ({
    schedule: buildSchedule({
      principal,
      instalments,
      rate: { basis: 'fixed', tna: (points / 100).toFixed(2), basisDays: '28.5' },
      taxRate: '0.21',
      rounding,
      disbursementDate: disbursed,
      firstDueDate: calendarDate('2026-02-10'),
      instalmentFee: { net: centavos(fee), tax: centavos(Math.floor(fee / 5)) },
    }),
    taxRate: '0.21',
    defaultInterest: { annualRate: (points / 66).toFixed(4), taxRate: '0.21' },
    rounding,
  }));

const anyPayments: fc.Arbitrary<Payment[]> = fc.array(
  fc
    .record({
      day: fc.integer({ min: 0, max: 500 }),
      amount: fc.integer({ min: 1, max: 40_000_000 }).map(centavos),
      instalments: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 12 }))),
      isPayoff: fc.boolean(),
    })
    .map(({ day, instalments, ...payment }) => ({
      id: `on day ${day}`,
      valueDate: addDays(disbursed, day),
      ...payment,
      ...(instalments === null ? {} : { instalments }),
    })),
  { maxLength: 6 },
);

const anyDate = fc.integer({ min: 0, max: 600 }).map((days) => addDays(disbursed, days));

describe('whatever was paid, whenever asked', () => {
  it('no centavo is lost and nothing is owed below zero', () => {
    fc.assert(
      fc.property(anyLoan, anyPayments, anyDate, (conditions, payments, date) => {
        const standing = loanStanding(conditions, payments, date);
        const counted = payments.filter(({ valueDate }) => valueDate <= date);
        const allocated = standing.allocations
          .flatMap(({ parts }) => parts)
          .map(({ dues }) => totalDues(dues));
        expect(sum([...allocated, standing.excess])).toBe(sum(counted.map(({ amount }) => amount)));
        const covered = standing.instalments.map(({ paid }) => totalDues(paid));
        expect(sum(covered)).toBe(sum(allocated));
        for (const { dues, settledOn, total } of standing.instalments) {
          expect(Math.min(...COMPONENTS.map((component) => dues[component]))).toBeGreaterThanOrEqual(0);
          expect(settledOn === null).toBe(total > 0);
        }
        for (const component of COMPONENTS) {
          expect(standing.payoff[component]).toBeLessThanOrEqual(standing.outstanding[component]);
          expect(standing.payoff[component]).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('capital paid and capital owed add up to the principal', () => {
    fc.assert(
      fc.property(anyLoan, anyPayments, anyDate, (conditions, payments, date) => {
        const { instalments } = loanStanding(conditions, payments, date);
        const principal = sum(instalments.map(({ dues, paid }) => addDues(dues, paid).principal));
        expect(principal).toBe(conditions.schedule.principal);
      }),
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
        const owed = isPayoff ? before.payoffTotal : before.outstandingTotal;
        const settle = (amount: Centavos) =>
          loanStanding(conditions, [...payments, { id: 'last', valueDate: date, amount, isPayoff }], date);
        const after = settle(owed);
        expect(after).toMatchObject({ isSettled: true, outstandingTotal: 0, payoffTotal: 0 });
        expect(after.excess).toBe(before.excess);
        expect(loanStanding(conditions, [...payments], addDays(date, 1)).isSettled).toBe(false);
        fc.pre(!isPayoff && owed > 1);
        expect(settle(subtract(owed, centavos(1)))).toMatchObject({ isSettled: false, outstandingTotal: 1 });
      }),
    );
  });

  it('paying the chosen instalments settles them and no other', () => {
    fc.assert(
      fc.property(unsettled, fc.integer({ min: 1, max: 12 }), ({ conditions, payments, date }, upTo) => {
        const before = loanStanding(conditions, payments, date);
        const chosen = before.instalments.filter(({ number }) => number <= upTo).map(({ number }) => number);
        const amount = totalOf(before, chosen);
        fc.pre(amount > 0);
        const payment = { id: 'chosen', valueDate: date, amount, instalments: chosen };
        const after = loanStanding(conditions, [...payments, payment], date);
        expect(totalOf(after, chosen)).toBe(0);
        expect(after.excess).toBe(before.excess);
        expect(after.outstandingTotal).toBe(subtract(before.outstandingTotal, amount));
      }),
    );
  });

  it('a day more never lowers what is owed', () => {
    fc.assert(
      fc.property(unsettled, ({ conditions, payments, date }) => {
        const [today, tomorrow] = [date, addDays(date, 1)].map((day) =>
          loanStanding(conditions, payments, day),
        );
        expect(tomorrow?.outstandingTotal).toBeGreaterThanOrEqual(today?.outstandingTotal ?? NaN);
        expect(tomorrow?.payoffTotal).toBeGreaterThanOrEqual(today?.payoffTotal ?? NaN);
      }),
    );
  });
});
