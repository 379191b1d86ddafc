import { describe, expect, it } from 'vitest';
import type { AgreedRow, LoanAction } from './actions.ts';
import { agreementBase } from './agreement.ts';
import { NO_DUES } from './allocation.ts';
import { addDays, addMonthsAnchored, calendarDate, type CalendarDate } from '../calendar-date.ts';
import { centavos, split } from '../money.ts';
import type { Payment } from './payment.ts';
import type { LoanConditions } from './position.ts';
import { type ClassRules, classByDays, loanClass } from './loan-class.ts';
import { loanStanding, totalOf } from './standing.ts';
import { act, agreedRow, paid, small, withActions } from '../testing/small-loan.ts';

const day = calendarDate;

const RULES: ClassRules = { mostDaysLate: [31, 90, 180, 365], rowsToCure: { 2: 2, 3: 2, 4: 3, 5: 3 } };

/** Row 1 is due on 1 February. */
const after = (days: number): CalendarDate => addDays(day('2026-02-01'), days);

/** Agreement on `on` with ten monthly rows, the first due a month later. */
function refinanced(loan: LoanConditions, on: CalendarDate, first: number, isRefinancing = true): LoanAction {
  const base = agreementBase(loan, [], on);
  const { principal, ...carried } = base;
  const rows = split(principal, 10).map((part, index): AgreedRow =>
    agreedRow(
      first + index,
      addMonthsAnchored(on, index + 1, 15),
      { principal: part },
      { ...(index === 0 ? carried : NO_DUES), principal: centavos(0) },
    ),
  );
  return act(
    on,
    { kind: 'agreement', base, waived: NO_DUES, rows, isRefinancing },
    undefined,
    `from ${first}`,
  );
}

const classOn = (loan: LoanConditions, date: CalendarDate, payments: readonly Payment[] = []) =>
  loanClass(loan, payments, date, RULES);

/** Pays the next rows of a loan, each so many days after its due date. */
function payRows(loan: LoanConditions, delays: readonly number[], from: readonly Payment[] = []): Payment[] {
  const payments = [...from];
  for (const late of delays) {
    const known = loanStanding(loan, payments, day('2030-01-01'));
    const next = known.instalments.find(({ settledOn, number }) => settledOn === null && number > 3);
    if (next === undefined) throw new Error('no row is open');
    const date = addDays(next.dueDate, late);
    const amount = totalOf(loanStanding(loan, payments, date), [next.number]);
    payments.push(paid(date, amount, { id: `${payments.length}`, instalments: [next.number] }));
  }
  return payments;
}

describe('the class by days late', () => {
  it.each([
    [0, 1],
    [31, 1],
    [32, 2],
    [90, 2],
    [91, 3],
    [180, 3],
    [181, 4],
    [365, 4],
    [366, 5],
    [4000, 5],
  ])('of %i days is %i', (days, expected) => {
    expect(classByDays(days, RULES)).toBe(expected);
    expect(classOn(small, after(days))).toBe(expected);
  });

  it('is 1 of a loan that owes nothing', () => {
    expect(classOn(small, after(400), [{ ...paid('2026-01-20', 90_000), isPayoff: true }])).toBe(1);
  });
});

describe('a refinancing', () => {
  const on = after(200);
  const loan = withActions(small, refinanced(small, on, 4));

  it('improves nothing by itself, also not the day before it', () => {
    expect(classOn(loan, addDays(on, -1))).toBe(4);
    expect(loanStanding(loan, [], on).daysLate).toBe(0);
    expect(classOn(loan, on)).toBe(4);
  });

  it('lowers the class by one level after three rows on time, then after two', () => {
    const classes = [1, 2, 3, 4, 5, 6, 7].map((count) => {
      const payments = payRows(
        loan,
        Array.from({ length: count }, () => 0),
      );
      const [last] = payments.map(({ valueDate }) => valueDate).toReversed();
      return classOn(loan, day(last ?? ''), payments);
    });
    expect(classes).toEqual([4, 4, 3, 3, 2, 2, 1]);
    const all = payRows(loan, [0, 0, 0, 0, 0, 0, 0, 0]);
    expect(classOn(loan, day(all.at(-1)?.valueDate ?? ''), all)).toBe(1);
  });

  it('starts the run anew after a row paid late', () => {
    const payments = payRows(loan, [0, 0, 1, 0, 0]);
    expect(classOn(loan, day(payments.at(-1)?.valueDate ?? ''), payments)).toBe(4);
    const more = payRows(loan, [0], payments);
    expect(classOn(loan, day(more.at(-1)?.valueDate ?? ''), more)).toBe(3);
  });

  it('adds new arrears to the days at which the class held begins', () => {
    const due = addMonthsAnchored(on, 1, 15);
    // Class 4 begins at 181 days.
    expect(classOn(loan, addDays(due, 184))).toBe(4);
    expect(classOn(loan, addDays(due, 185))).toBe(5);
    const payments = payRows(loan, [0, 0, 0, 0, 0]);
    const next = addMonthsAnchored(on, 6, 15);
    // Class 2 begins at 32 days.
    expect(classOn(loan, addDays(next, 58), payments)).toBe(2);
    expect(classOn(loan, addDays(next, 59), payments)).toBe(3);
    expect(classOn(withActions(small, refinanced(small, after(20), 4)), after(20))).toBe(1);
  });

  it.each([
    [100, 3],
    [400, 5],
  ])('%i days late holds class %i', (days, expected) => {
    const late = withActions(small, refinanced(small, after(days), 4));
    expect(classOn(late, after(days))).toBe(expected);
    expect(classOn(late, addDays(addMonthsAnchored(after(days), 1, 15), 1))).toBe(expected);
  });

  it('holds the class of the day before, cured so far, at a second one', () => {
    const payments = payRows(loan, [0, 0, 0]);
    const second = addDays(addMonthsAnchored(on, 3, 15), 5);
    const again = refinanced(loan, second, 14);
    const twice = withActions(small, ...(loan.actions ?? []), again);
    expect(classOn(twice, second, payments)).toBe(3);
  });

  it('is continued by a change of the due day, which is none', () => {
    const payments = payRows(loan, [0, 0]);
    const moved = addDays(addMonthsAnchored(on, 2, 15), 5);
    const change = refinanced(loan, moved, 14, false);
    const both = withActions(small, ...(loan.actions ?? []), change);
    expect(classOn(both, moved, payments)).toBe(4);
    const third = payRows(both, [0], payments);
    expect(classOn(both, day(third.at(-1)?.valueDate ?? ''), third)).toBe(3);
    const sued = act('2026-06-01', { kind: 'sued' });
    const alone = withActions(small, sued, refinanced(small, on, 4, false));
    expect(classOn(alone, on)).toBe(1);
  });

  it('does not count rows that were paid before it', () => {
    const early = [paid('2026-02-05', 33_000)];
    const rows = loanStanding(loan, early, on).instalments.filter(
      ({ paidBefore }) => paidBefore.principal > 0,
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(classOn(loan, on, early)).toBe(classOn(small, addDays(on, -1), early));
  });
});
