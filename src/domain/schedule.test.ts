import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonthsAnchored, calendarDate, daysBetween } from './calendar-date.ts';
import { centavos, fromUnits, sum, roundingOf } from './money.ts';
import type { RateTerms } from './period-rate.ts';
import { anyRounding } from './testing/any-loan.ts';
import { type Schedule, type ScheduleInput, anchorDayOf, buildSchedule } from './schedule.ts';
import { runs } from './testing/runs.ts';

const percent = fc.integer({ min: 0, max: 400 }).map((value) => (value / 100).toFixed(2));

const anyRate: fc.Arbitrary<RateTerms> = fc.oneof(
  fc.record({ basis: fc.constant('monthly' as const), tna: percent }),
  fc.record({ basis: fc.constant('fixed' as const), tna: percent, basisDays: fc.constantFrom('28.5', '30') }),
  fc.record({ basis: fc.constant('actual' as const), tna: percent }),
  fc.record({ basis: fc.constant('tea' as const), tea: percent }),
);

const epoch = calendarDate('2020-01-01');

const anyInput: fc.Arbitrary<ScheduleInput> = fc
  .record({
    steps: fc.integer({ min: 1, max: 200_000_000 }),
    instalments: fc.integer({ min: 1, max: 24 }),
    rate: anyRate,
    taxRate: fc.constantFrom('0', '0.105', '0.21', '0.22'),
    rounding: anyRounding,
    payoutDate: fc.integer({ min: 0, max: 4000 }).map((days) => addDays(epoch, days)),
    wait: fc.integer({ min: 1, max: 62 }),
    fee: fc.integer({ min: 0, max: 50_000 }),
  })
  .map(({ wait, fee, steps, ...input }) => ({
    ...input,
    principal: centavos(steps * input.rounding.step),
    firstDueDate: addDays(input.payoutDate, wait),
    instalmentFees: Array.from({ length: input.instalments }, () => ({
      net: centavos(fee * input.rounding.step),
      tax: centavos(Math.floor(fee / 5) * input.rounding.step),
    })),
  }));

/** The first violated property of a schedule, or null. Plain comparisons, because it runs 10^5 times. */
function brokenPromise(input: ScheduleInput, schedule: Schedule): string | null {
  const { rows, instalment } = schedule;
  let balance: number = input.principal;
  let previous = input.payoutDate;
  for (const row of rows) {
    balance -= row.principal;
    if (row.balance !== balance) return 'the balance does not follow from the principal';
    if (row.principal < 0 || row.interest < 0 || row.tax < 0) return 'something is negative';
    if ([row.principal, row.interest, row.tax].some((part) => part % input.rounding.step !== 0))
      return 'a part is smaller than the smallest step';
    const inside = row.principal + row.interest + row.tax;
    if (row.amount !== inside + row.fee + row.feeTax) return 'the amount is not the sum of its parts';
    const isRegular = row.number < rows.length && balance > 0 && row.principal > 0;
    if (isRegular && inside !== instalment) return 'the instalment is not constant';
    if (daysBetween(previous, row.dueDate) !== row.days || row.days < 1) return 'the dates do not advance';
    previous = row.dueDate;
  }
  if (balance !== 0) return 'principal is left over';
  return rows.length === input.instalments ? null : 'instalments are missing';
}

const total = (input: ScheduleInput) => sum(buildSchedule(input).rows.map(({ amount }) => amount));

describe('a schedule', () => {
  it('repays exactly the principal in constant instalments, 100 000 times', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(brokenPromise(input, buildSchedule(input))).toBeNull();
      }),
      { numRuns: runs(100_000) },
    );
  });

  it('has the instalment that decimals of 60 digits give', () => {
    const Precise = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
    const actual = anyInput.filter(({ rate }) => rate.basis === 'actual');
    fc.assert(
      fc.property(actual, (input) => {
        const schedule = buildSchedule({ ...input, rounding: roundingOf('ARS', 'half-up') });
        const tna = new Precise(input.rate.basis === 'actual' ? input.rate.tna : NaN);
        let discount = new Precise(1);
        let factor = new Precise(0);
        for (const { days } of schedule.rows) {
          const withTax = tna.mul(days).div(365).mul(new Precise(1).plus(input.taxRate));
          discount = discount.div(withTax.plus(1));
          factor = factor.plus(discount);
        }
        expect(schedule.instalment).toBe(
          new Precise(input.principal).div(factor).toDecimalPlaces(0).toNumber(),
        );
      }),
      { numRuns: runs(100) },
    );
  });

  it('costs more for a larger amount and for a higher rate', () => {
    const lent = fc.integer({ min: 3, max: 999 }).map((thousands) => fromUnits(thousands * 1000));
    fc.assert(
      fc.property(anyInput, lent, fc.integer({ min: 0, max: 399 }), (any, principal, points) => {
        const at = (hundredths: number): ScheduleInput => ({
          ...any,
          principal,
          instalments: Math.min(any.instalments, 12),
          rounding: roundingOf('ARS', any.rounding.half),
          rate: { basis: 'fixed', tna: (hundredths / 100).toFixed(2), basisDays: '28.5' },
        });
        const input = at(points);
        // The product's steps: amounts of 1.000, rates of one percentage point.
        expect(total({ ...input, principal: centavos(principal + 100_000) })).toBeGreaterThan(total(input));
        expect(total(at(points + 1))).toBeGreaterThan(total(input));
        const larger = buildSchedule({ ...input, principal: centavos(principal + 1) });
        expect(larger.instalment).toBeGreaterThanOrEqual(buildSchedule(input).instalment);
      }),
      { numRuns: runs(100) },
    );
  });

  it('collects the interest of a long first period instead of lending it', () => {
    const { rows, instalment } = buildSchedule({
      principal: fromUnits(100_000),
      instalments: 12,
      rate: { basis: 'actual', tna: '2.60' },
      taxRate: '0.21',
      rounding: roundingOf('ARS', 'half-up'),
      payoutDate: calendarDate('2026-01-01'),
      firstDueDate: calendarDate('2026-03-02'),
    });
    expect(rows[0]).toMatchObject({
      days: 60,
      principal: 0,
      interest: fromUnits('42739.73'),
      balance: 10_000_000,
    });
    expect(rows[0]?.amount).toBeGreaterThan(instalment);
  });

  it('never repays more than is owed when centavos are spread thin', () => {
    const { rows } = buildSchedule({
      principal: centavos(7),
      instalments: 12,
      rate: { basis: 'monthly', tna: 0 },
      taxRate: 0,
      rounding: roundingOf('ARS', 'half-up'),
      payoutDate: calendarDate('2026-01-01'),
      firstDueDate: calendarDate('2026-02-01'),
    });
    expect(rows.map(({ principal }) => principal)).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
  });

  it('falls due on the anchor day, or on the last day of a shorter month', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { rows } = buildSchedule(input);
        const anchor = anchorDayOf(input.payoutDate, input.firstDueDate);
        for (const [index, row] of rows.entries()) {
          expect(row.dueDate).toBe(addMonthsAnchored(input.firstDueDate, index, anchor));
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it.each([
    ['2024-01-31', '2024-02-29', 31],
    ['2024-01-30', '2024-02-29', 30],
    ['2024-01-15', '2024-02-15', 15],
    ['2024-01-31', '2024-02-15', 15],
    ['2024-01-15', '2024-02-29', 29],
  ])('of %s first due on %s is anchored on day %i', (paidOutOn, firstDue, anchor) => {
    expect(anchorDayOf(calendarDate(paidOutOn), calendarDate(firstDue))).toBe(anchor);
  });

  it.each<[string, Partial<ScheduleInput>]>([
    ['no principal', { principal: centavos(0) }],
    ['no instalment', { instalments: 0 }],
    ['half an instalment', { instalments: 1.5 }],
    ['a first due date that is not after disbursement', { firstDueDate: calendarDate('2026-01-01') }],
  ])('refuses %s', (_, change) => {
    const input: ScheduleInput = {
      principal: fromUnits(3000),
      instalments: 3,
      rate: { basis: 'monthly', tna: '2.60' },
      taxRate: '0.21',
      rounding: roundingOf('ARS', 'half-up'),
      payoutDate: calendarDate('2026-01-01'),
      firstDueDate: calendarDate('2026-02-01'),
    };
    expect(() => buildSchedule({ ...input, ...change })).toThrow(RangeError);
  });
});
