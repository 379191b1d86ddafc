import fc from 'fast-check';
import { addDays, calendarDate } from '../calendar-date.ts';
import { type MoneyRounding, ZERO, centavos } from '../money.ts';
import type { RateTerms } from '../period-rate.ts';
import type { LoanConditions } from '../standing/position.ts';
import type { Payment } from '../standing/payment.ts';
import { buildSchedule } from '../schedule.ts';

/** The day from which interest runs. */
export const paidOutOn = calendarDate('2026-01-10');

/** Of currencies with hundredths and without. */
export const anyRounding: fc.Arbitrary<MoneyRounding> = fc.record({
  half: fc.constantFrom('half-up', 'half-even'),
  step: fc.constantFrom(1, 100),
});

/** A loan of either country's kind, up to a year. */
export const anyLoan: fc.Arbitrary<LoanConditions> = fc
  .record({
    steps: fc.integer({ min: 1000, max: 100_000_000 }),
    instalments: fc.integer({ min: 1, max: 12 }),
    points: fc.integer({ min: 0, max: 400 }),
    fee: fc.integer({ min: 0, max: 10_000 }),
    rounding: anyRounding,
    basis: fc.constantFrom('fixed' as const, 'actual' as const, 'tea' as const),
  })
  .map(({ steps, instalments, points, fee, rounding, basis }) => ({
    schedule: buildSchedule({
      principal: centavos(steps * rounding.step),
      instalments,
      rate: rateOf(basis, (points / 100).toFixed(2)),
      taxRate: '0.21',
      rounding,
      payoutDate: paidOutOn,
      firstDueDate: calendarDate('2026-02-10'),
      instalmentFees: Array.from({ length: instalments }, () => ({
        net: centavos(fee * rounding.step),
        tax: centavos(Math.floor(fee / 5) * rounding.step),
      })),
    }),
    taxRate: '0.21',
    defaultInterest: { annualRate: (points / 66).toFixed(4), taxRate: '0.21' },
    rounding,
  }));

/** Money that came for it, of every kind, early and late. */
export const anyPayments: fc.Arbitrary<Payment[]> = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 500 }),
      amount: fc.integer({ min: 1, max: 40_000_000 }),
      kind: fc.constantFrom('paid', 'paid', 'paid', 'paid', 'taken out', 'closed with credit'),
      instalments: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 12 }))),
      isPayoff: fc.boolean(),
      prepayment: fc.option(fc.constantFrom('fewer' as const, 'smaller' as const)),
    }),
    { maxLength: 6 },
  )
  .map((drawn) =>
    drawn.map(({ day, amount, kind, isPayoff, instalments, prepayment }, index) => {
      const said = { id: `${index} on day ${day}`, valueDate: addDays(paidOutOn, day) };
      if (kind === 'taken out') return { ...said, amount: centavos(-amount) };
      if (kind === 'closed with credit') return { ...said, amount: ZERO, isPayoff: true };
      return {
        ...said,
        amount: centavos(amount),
        isPayoff,
        ...(instalments === null ? {} : { instalments }),
        ...(prepayment === null ? {} : { prepayment }),
      };
    }),
  );

/** A day of its life, or after. */
export const anyDate = fc.integer({ min: 0, max: 600 }).map((days) => addDays(paidOutOn, days));

function rateOf(basis: 'fixed' | 'actual' | 'tea', rate: string): RateTerms {
  if (basis === 'tea') return { basis, tea: rate };
  return basis === 'actual' ? { basis, tna: rate } : { basis, tna: rate, basisDays: '28.5' };
}
