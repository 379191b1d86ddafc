import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_DUES, totalDues } from './allocation.ts';
import { addDays, calendarDate } from '../calendar-date.ts';
import { countsFrom } from './credit.ts';
import { settlementQuote } from './early-payment.ts';
import { ZERO, add, fromUnits, subtract, sum, roundingOf } from '../money.ts';
import type { LoanConditions } from './position.ts';
import type { Payment } from './payment.ts';
import { buildSchedule } from '../schedule.ts';
import { loanStanding, totalOf } from './standing.ts';
import { anyDate, anyLoan, anyPayments } from '../testing/any-loan.ts';
import { runs } from '../testing/runs.ts';

/** Three instalments of 417,06 / 417,06 / 417,07 on 10 February, March and April. */
const loan: LoanConditions = {
  schedule: buildSchedule({
    principal: fromUnits(1000),
    instalments: 3,
    rate: { basis: 'monthly', tna: '1.20' },
    taxRate: '0.21',
    rounding: roundingOf('ARS', 'half-up'),
    payoutDate: calendarDate('2026-01-10'),
    firstDueDate: calendarDate('2026-02-10'),
  }),
  taxRate: '0.21',
  defaultInterest: { annualRate: '1.80', taxRate: '0.21' },
  rounding: roundingOf('ARS', 'half-up'),
};
const pay = (id: string, on: string, units: number | string, rest: Partial<Payment> = {}): Payment => ({
  id,
  valueDate: calendarDate(on),
  amount: fromUnits(units),
  ...rest,
});
const at = (date: string, ...payments: Payment[]) => loanStanding(loan, payments, calendarDate(date));
const instalment = fromUnits('417.06');

it('stays whole when payments for days to come are enough to close the loan', () => {
  const ahead = [
    pay('a', '2026-01-11', '834.12', { instalments: [1, 2] }),
    pay('b', '2026-01-12', '10', { instalments: [1] }),
    pay('c', '2026-01-13', '300', { instalments: [3] }),
  ];
  const { paidForDaysToCome, payoffTotal } = at('2026-01-15', ...ahead);
  const closed = at('2026-01-15', ...ahead, pay('d', '2026-01-15', 0, { isPayoff: true }));
  expect(closed).toMatchObject({ isSettled: true, creditUses: [] });
  expect(closed.credit).toBe(fromUnits(10) + paidForDaysToCome.onClosing - payoffTotal);
  expect(closed.instalments.map(({ paidWithCredit }) => paidWithCredit)).toEqual([0, 0, 0]);
  // Closing uses the newest payments first, so the oldest keep their remainder.
  const left = closed.allocations.map(({ paymentId, excess }) => [paymentId, excess > 0]);
  expect(left).toEqual([
    ['a', true],
    ['b', true],
    ['c', false],
    ['d', false],
  ]);
});

/** The first instalment, paid with two coupons. */
const twice = [
  pay('a', '2026-01-20', '417.06', { instalments: [1] }),
  pay('b', '2026-01-21', '417.06', { instalments: [1] }),
];

describe('the same instalment paid twice', () => {
  it('is held, and shown against the instalment that it will pay', () => {
    const standing = at('2026-01-21', ...twice);
    expect(standing).toMatchObject({ credit: instalment, dueToday: 0, nextDueDate: '2026-04-10' });
    expect(standing.instalments.map(({ credit, toPay }) => [credit, toPay])).toEqual([
      [0, 0],
      [instalment, 0],
      [0, fromUnits('417.07')],
    ]);
    expect(totalOf(standing, [2, 3])).toBe(fromUnits('417.07'));
  });

  it('pays the next one on its due date, not before, and without default interest ever after', () => {
    expect(at('2026-03-09', ...twice).instalments[1]).toMatchObject({ settledOn: null, paidWithCredit: 0 });
    for (const day of ['2026-03-10', '2026-04-05']) {
      const standing = at(day, ...twice);
      expect(standing).toMatchObject({ credit: 0, overdue: 0, daysLate: 0 });
      expect(standing.instalments[1]).toMatchObject({
        state: 'payed',
        settledOn: '2026-03-10',
        paidWithCredit: instalment,
        paid: { defaultInterest: 0 },
      });
      expect(standing.creditUses.map(({ date }) => date)).toEqual(['2026-03-10']);
    }
    // Seventy-five days later the third one is what is owed, and no more.
    expect(at('2026-04-06', ...twice).overdue).toBe(0);
  });

  it('pays what is overdue at once', () => {
    const overdue = [
      pay('a', '2026-02-10', '417.06', { instalments: [1] }),
      pay('b', '2026-03-20', '500', { instalments: [1] }),
    ];
    const standing = at('2026-03-20', ...overdue);
    const { paid, settledOn, paidWithCredit } = standing.instalments[1] ?? {};
    expect(settledOn).toBe('2026-03-20');
    expect(paid?.defaultInterest).toBeGreaterThan(0);
    expect(paidWithCredit).toBe(paid && totalDues(paid));
    expect(standing.credit).toBe(subtract(fromUnits(500), paidWithCredit ?? ZERO));
  });

  it('and the second one taken back leaves the next one open, with its default interest', () => {
    const [, second] = at('2026-03-20', ...twice.slice(0, 1)).instalments;
    expect(second).toMatchObject({ state: 'delayed', credit: 0, paidWithCredit: 0 });
    expect(second?.dues.defaultInterest).toBeGreaterThan(0);
  });
});

describe('money in favour of a part', () => {
  const part = pay('b', '2026-01-21', '100', { instalments: [1] });
  const first = pay('a', '2026-01-20', '417.06', { instalments: [1] });

  it('lowers what the next instalment asks, and paying that settles it at once', () => {
    const before = at('2026-02-20', first, part);
    expect(totalOf(before, [2])).toBe(fromUnits('317.06'));
    const after = at('2026-02-20', first, part, pay('c', '2026-02-20', '317.06', { instalments: [2] }));
    expect(after.instalments[1]).toMatchObject({ settledOn: '2026-02-20', paidWithCredit: fromUnits(100) });
    expect(after.credit).toBe(0);
  });

  it('stays with the older instalment when a later one is chosen', () => {
    const before = at('2026-02-20', first, part);
    expect(totalOf(before, [3])).toBe(fromUnits('417.07'));
    const after = at('2026-02-20', first, part, pay('c', '2026-02-20', '417.07', { instalments: [3] }));
    expect(after.instalments.map(({ state }) => state)).toEqual(['payed', 'pending', 'payed']);
    expect(after.instalments[1]?.toPay).toBe(fromUnits('317.06'));
  });

  it('lowers default interest to that of the rest', () => {
    const [, second] = at('2026-03-20', first, part).instalments;
    const [, without] = at('2026-03-20', first).instalments;
    expect(second?.paid.interest).toBeGreaterThan(0);
    expect(second?.total).toBeLessThan(subtract(without?.total ?? ZERO, fromUnits(90)));
  });

  it('lowers what closing costs; enough of it closes without more money', () => {
    const before = at('2026-02-20', first, part);
    const quote = settlementQuote(before);
    expect(quote).toMatchObject({ credit: fromUnits(100), creditLeft: 0 });
    const closing = pay('c', '2026-02-20', 0, { amount: quote.total, isPayoff: true });
    expect(at('2026-02-20', first, part, closing)).toMatchObject({ isSettled: true, credit: 0 });
    const much = pay('b', '2026-01-21', '1000', { instalments: [1] });
    const enough = at('2026-02-20', first, much);
    expect(settlementQuote(enough)).toMatchObject({ total: 0 });
    const after = at('2026-02-20', first, much, pay('c', '2026-02-20', 0, { isPayoff: true }));
    expect(after.isSettled).toBe(true);
    expect(after.credit).toBe(subtract(enough.credit, enough.payoffTotal));
  });

  it('goes ahead with a payment that was meant to close the loan and falls short', () => {
    const { total } = settlementQuote(at('2026-02-20', first, part));
    const late = pay('c', '2026-02-21', 0, { amount: total, isPayoff: true });
    const after = at('2026-02-21', first, part, late);
    expect(after).toMatchObject({ isSettled: false, credit: 0 });
    expect(after.outstandingTotal).toBeLessThan(fromUnits(20));
  });

  it('that was given back is held no more; beyond what is held the next money makes up for it', () => {
    const back = { id: 'back', valueDate: calendarDate('2026-01-22'), amount: fromUnits(-100) };
    expect(at('2026-01-22', first, part, back).credit).toBe(0);
    expect(at('2026-01-22', first, back).credit).toBe(0);
    const again = pay('d', '2026-01-23', '150', { instalments: [1] });
    // A day of default interest on what was missing: 100 at 1.5 × 120 %, with its tax.
    expect(at('2026-01-23', first, back, again).credit).toBe(fromUnits('49.41'));
  });
});

describe('after any payments', () => {
  const any = fc.tuple(anyLoan, anyPayments, anyDate);

  it('nothing is due while money in favour is held', () => {
    fc.assert(
      fc.property(any, ([conditions, payments, date]) => {
        const { credit, dueToday, instalments } = loanStanding(conditions, payments, date);
        expect(Math.min(dueToday, credit)).toBe(0);
        expect(sum(instalments.map((each) => each.credit))).toBeLessThanOrEqual(credit);
        for (const { total, toPay, credit: part, paid, paidWithCredit } of instalments) {
          expect(add(toPay, part)).toBe(total);
          expect(toPay).toBeGreaterThanOrEqual(0);
          expect(paidWithCredit).toBeLessThanOrEqual(totalDues(paid));
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('an instalment for which enough is held the day before costs no default interest', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyLoan, anyPayments, (conditions, payments) => {
        for (const { number, dueDate } of conditions.schedule.rows) {
          const eve = addDays(dueDate, -1);
          const until = payments.filter(({ valueDate }) => valueDate <= eve);
          // By chance enough is held in one of a hundred loans: what is missing comes with the instalment before.
          const [earlier, own] = loanStanding(conditions, until, eve).instalments.slice(number - 2, number);
          const rest = { id: 'rest', valueDate: eve, instalments: [number - 1] };
          const known =
            own === undefined
              ? until
              : [...until, { ...rest, amount: add(earlier?.toPay ?? ZERO, own.toPay) }];
          const before = loanStanding(conditions, known, eve).instalments[number - 1];
          if (!before || before.settledOn !== null || before.toPay > 0) continue;
          seen += 1;
          const after = loanStanding(conditions, known, addDays(dueDate, 75)).instalments[number - 1];
          expect(after).toMatchObject({ settledOn: dueDate, daysLate: 0, dues: NO_DUES });
          expect(after?.paid.defaultInterest).toBe(before.paid.defaultInterest);
        }
      }),
      { numRuns: runs(300) },
    );
    expect(seen).toBeGreaterThan(100);
  });

  it('what was taken back counts as if it had never come, and money is conserved', () => {
    fc.assert(
      fc.property(any, fc.nat({ max: 5 }), ([conditions, payments, date], index) => {
        const left = payments.filter((payment) => payment !== payments[index]);
        const { allocations, instalments } = loanStanding(conditions, left, date);
        const counted = left.filter(({ valueDate }) => valueDate <= date);
        const covered = sum(allocations.flatMap(({ parts }) => parts.map(({ dues }) => totalDues(dues))));
        const madeUp = sum(allocations.map((each) => each.madeUp ?? ZERO));
        expect(add(covered, madeUp)).toBe(sum(instalments.map(({ paid }) => totalDues(paid))));
        expect(add(covered, sum(allocations.map(({ excess }) => excess)))).toBe(
          sum(counted.map(({ amount }) => amount)),
        );
        const booked = new Map(
          allocations.map(({ paymentId, parts, excess }) => [
            paymentId,
            add(sum(parts.map(({ dues }) => totalDues(dues))), excess),
          ]),
        );
        expect(booked).toEqual(new Map(counted.map(({ id, amount }) => [id, amount])));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('the day from which money counts', () => {
  const day = calendarDate('2026-01-21');
  const out = (on: string) => ({ amount: subtract(ZERO, instalment), valueDate: calendarDate(on) });

  it('is the one it was fixed for, also after later payments', () => {
    expect(countsFrom(day, [])).toBe(day);
    expect(countsFrom(day, [pay('a', '2026-02-01', 100), out('2026-01-20')])).toBe(day);
  });

  it('is not before money in favour was last taken out', () => {
    expect(countsFrom(day, [out('2026-01-25'), out('2026-01-23')])).toBe('2026-01-25');
  });
});

describe('money of a day that pays a price first', () => {
  const leaves = pay('out', '2026-02-20', -300, { instalments: [], isFirst: true });

  it('leaves what is overdue alone, and pays it with the rest', () => {
    const overdue = at('2026-02-20').overdue;
    const comes = (units: number) => pay('in', '2026-02-20', units, { instalments: [] });
    expect(at('2026-02-20', leaves, comes(300))).toMatchObject({ overdue, credit: 0, shortfall: 0 });
    expect(at('2026-02-20', comes(400), leaves)).toMatchObject({
      overdue: subtract(overdue, fromUnits(100)),
      credit: 0,
      shortfall: 0,
    });
  });
});

describe('money that leaves', () => {
  it('is not kept from what came that day, which pays what is overdue first', () => {
    const { overdue } = at('2026-02-20');
    const comes = pay('in', '2026-02-20', 200, { instalments: [] });
    const leaves = pay('out', '2026-02-20', -80);
    expect(at('2026-02-20', comes, leaves)).toMatchObject({
      overdue: subtract(overdue, fromUnits(200)),
      shortfall: fromUnits(80),
    });
  });

  it('on two days is two rows, though both are owed from one', () => {
    const owedFrom = calendarDate('2026-01-30');
    const left = [pay('a', '2026-01-15', -5, { owedFrom }), pay('b', '2026-01-16', -7, { owedFrom })];
    const rows = at('2026-01-30', ...left).instalments.filter(({ isShortfall }) => isShortfall);
    expect(rows.map(({ number, dueDate, total }) => [number, dueDate, total])).toEqual([
      [4, owedFrom, 500],
      [5, owedFrom, 700],
    ]);
  });
});
