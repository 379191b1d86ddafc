import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate, calendarDate } from './calendar-date.ts';
import { type Centavos, ZERO, centavos, sum } from './money.ts';
import { NO_CHARGE } from './schedule.ts';
import type { Payment } from './standing/payment.ts';
import type { LoanConditions } from './standing/position.ts';
import { loanStanding } from './standing/standing.ts';
import {
  type BookedTax,
  type TaxEvents,
  type TaxPoint,
  type TaxTerms,
  missingPoints,
  nextTaxDay,
  pointsToBook,
  sumTaxed,
  taxPoints,
  taxedOn,
} from './tax-points.ts';
import { anyChangedLife } from './testing/any-changed-life.ts';
import type { Life } from './testing/any-life.ts';
import { engineLoan, enginePayments } from './testing/engine-input.ts';
import { runs } from './testing/runs.ts';
import {
  BASE,
  FIRST,
  ROWS,
  SECOND,
  act,
  agreed,
  agreement,
  charged,
  dues,
  paid,
  small,
  withActions,
} from './testing/small-loan.ts';

const day = calendarDate;
/** Lives are slow to draw. For a longer search raise it to 5,000. */
const LIFE_RUNS = runs(100);

const FOREVER = day('2040-01-01');
const BEGINNING = day('2025-01-01');

const termsOf = (conditions: LoanConditions, more: Partial<TaxTerms> = {}): TaxTerms => ({
  conditions,
  originationFee: NO_CHARGE,
  rule: 'due-date',
  isProRata: true,
  ...more,
});
const eventsOf = (payments: readonly Payment[], more: Partial<TaxEvents> = {}): TaxEvents => ({
  payments,
  deliveredOn: day('2026-01-01'),
  undoneOn: null,
  ...more,
});

/** Points until a day as text: day, instalment, kind, base, tax. */
function pointsUntil(
  to: string,
  loan: LoanConditions,
  payments: readonly Payment[] = [],
  more: Partial<TaxTerms & TaxEvents> = {},
): string[] {
  return taxPoints(termsOf(loan, more), eventsOf(payments, more), BEGINNING, day(to)).map(
    ({ day: on, instalment, kind, base, tax }) => `${on} ${instalment} ${kind} ${base} ${tax}`,
  );
}

describe('tax points of an instalment', () => {
  it('fall on its due date if it is not paid before, once', () => {
    // 30,00 of interest at 21 %.
    expect(pointsUntil('2026-01-31', small)).toEqual([]);
    expect(pointsUntil('2026-03-31', small)).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-03-01 2 interest 3000 630',
    ]);
    expect(pointsUntil('2026-02-28', small, [paid('2026-02-01', 13_630)])).toEqual([
      '2026-02-01 1 interest 3000 630',
    ]);
    // Six days late: 6,00 of default interest, and 1,26 of tax.
    expect(pointsUntil('2026-02-28', small, [paid('2026-02-07', 13_630 + 726)])).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-07 1 default-interest 600 126',
    ]);
  });

  it('fall on the payment that comes before it, as far as it pays', () => {
    // 50,00: interest and tax of row 1, then capital.
    expect(pointsUntil('2026-01-31', small, [paid('2026-01-20', 5000)])).toEqual([
      '2026-01-20 1 interest 3000 630',
    ]);
    expect(pointsUntil('2026-02-28', small, [paid('2026-01-20', 1000)])).toEqual([
      '2026-01-20 1 interest 1000 210',
      '2026-02-01 1 interest 2000 420',
    ]);
    // The second pays what is left of interest, and of its tax 1,70.
    const parts = [paid('2026-01-20', 1000), paid('2026-01-25', 2170)];
    expect(pointsUntil('2026-02-28', small, parts)).toEqual([
      '2026-01-20 1 interest 1000 210',
      '2026-01-25 1 interest 2000 420',
    ]);
  });

  it('of a part payment have the rate of what it collects, the last one what the roundings left', () => {
    const three = ['2026-01-10', '2026-01-11', '2026-01-12'].map((on) => paid(on, 2, { id: on }));
    // 21 % of two, four and six centavos: 0.42, 0.84 and 1.26.
    expect(pointsUntil('2026-02-28', small, three)).toEqual([
      '2026-01-10 1 interest 2 0',
      '2026-01-11 1 interest 2 1',
      '2026-01-12 1 interest 2 0',
      '2026-02-01 1 interest 2994 629',
    ]);
    // A charge is paid before interest; six days late: 6,00 of default interest.
    expect(pointsUntil('2026-01-31', charged, [paid('2026-01-20', 500)])).toEqual([
      '2026-01-20 1 fee 500 105',
    ]);
    const late = [paid('2026-02-07', 400), paid('2026-02-07', 326, { id: 'rest' })];
    expect(pointsUntil('2026-02-28', small, late.slice(0, 1)).slice(1)).toEqual([
      '2026-02-07 1 default-interest 400 84',
    ]);
    expect(pointsUntil('2026-02-28', small, late).slice(1)).toEqual([
      '2026-02-07 1 default-interest 600 126',
    ]);
  });

  it('taxed what the money reached before part payments were taxed at the rate', () => {
    expect(pointsUntil('2026-02-28', small, [paid('2026-01-20', 1000)], { isProRata: false })).toEqual([
      '2026-01-20 1 interest 1000 0',
      '2026-02-01 1 interest 2000 630',
    ]);
    const late = [paid('2026-02-07', 400)];
    expect(pointsUntil('2026-02-28', small, late, { isProRata: false }).slice(1)).toEqual([
      '2026-02-07 1 default-interest 400 0',
    ]);
  });

  it('have one of its charge, with a tax of its own', () => {
    expect(pointsUntil('2026-02-01', charged)).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-01 1 fee 1000 210',
    ]);
    expect(pointsUntil('2026-01-31', charged, [paid('2026-01-10', 1210)])).toEqual([
      '2026-01-10 1 fee 1000 210',
    ]);
  });

  it('do not move to a later day on which it can be paid', () => {
    const rows = small.schedule.rows.map((row) => ({ ...row, payableUntil: addDays(row.dueDate, 2) }));
    const loan = { ...small, schedule: { ...small.schedule, rows } };
    expect(pointsUntil('2026-02-05', loan)).toEqual(['2026-02-01 1 interest 3000 630']);
  });

  it('are negative for interest that was paid ahead and is given back', () => {
    // Row 3 is paid on 1 January; closing on 1 February lets off its interest, and that of row 2.
    const payments = [
      paid('2026-01-01', 13_630, { instalments: [3] }),
      paid('2026-02-01', 20_000 + 3630, { isPayoff: true }),
    ];
    expect(pointsUntil('2026-12-31', small, payments)).toEqual([
      '2026-01-01 3 interest 3000 630',
      '2026-02-01 1 interest 3000 630',
      '2026-02-01 3 interest -3000 -630',
    ]);
  });

  it('of tax at payment are of what is paid alone', () => {
    const payments = [paid('2026-02-07', 13_630 + 726)];
    expect(pointsUntil('2026-12-31', small, payments, { rule: 'payment' })).toEqual([
      '2026-02-07 1 interest 3000 630',
      '2026-02-07 1 default-interest 600 126',
    ]);
  });
});

describe('tax points of the loan itself', () => {
  const originationFee = { net: centavos(5000), tax: centavos(1100) };
  it('are of the charge at origination, on the day of the delivery', () => {
    const more = { originationFee, deliveredOn: day('2026-01-03') };
    expect(pointsUntil('2026-01-02', small, [], more)).toEqual([]);
    expect(pointsUntil('2026-01-31', small, [], more)).toEqual(['2026-01-03 0 origination 5000 1100']);
    expect(pointsUntil('2026-01-31', small, [], { originationFee, deliveredOn: null })).toEqual([]);
  });

  it('are all taken back on the day on which it is undone', () => {
    const more = { originationFee, undoneOn: day('2026-02-05') };
    expect(pointsUntil('2026-12-31', small, [paid('2026-01-20', 1000)], more)).toEqual([
      '2026-01-01 0 origination 5000 1100',
      '2026-01-20 1 interest 1000 210',
      '2026-02-01 1 interest 2000 420',
      '2026-02-05 0 origination -5000 -1100',
      '2026-02-05 1 interest -3000 -630',
    ]);
  });
});

describe('tax points after an action', () => {
  it('are negative for waived interest that was taxed, by component', () => {
    const waive = (part: object) =>
      withActions(
        small,
        act('2026-02-11', { kind: 'waive', amount: centavos(9000), instalment: 1, ...part }),
      );
    expect(pointsUntil('2026-02-28', waive({ component: 'interest' }))).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-11 1 interest -3000 0',
    ]);
    expect(pointsUntil('2026-02-28', waive({ component: 'defaultInterest' }))).toEqual([
      '2026-02-01 1 interest 3000 630',
    ]);
  });

  it('do not come earlier because the loan was accelerated', () => {
    const loan = withActions(small, act('2026-02-11', { kind: 'accelerate' }));
    expect(pointsUntil('2026-02-28', loan)).toEqual(['2026-02-01 1 interest 3000 630']);
  });

  it('of an agreement tax what had accrued of the rows that it ends, and each new row for its own', () => {
    // Ten of row 2's 28 days had accrued: 10,71, and 2,25 of tax.
    expect(pointsUntil('2026-03-10', agreed)).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-11 2 interest 1071 225',
    ]);
    expect(pointsUntil('2026-12-31', agreed).slice(2)).toEqual([
      '2026-03-11 4 interest 500 105',
      '2026-04-11 5 interest 250 53',
    ]);
    // The carried amounts of row 4 are paid first: 10,00 and 2,10 of default interest, 20,71 and 4,55 of interest.
    const carried = [paid('2026-02-20', 1210)];
    expect(pointsUntil('2026-03-10', agreed, carried).slice(2)).toEqual([
      '2026-02-20 4 default-interest 1000 210',
    ]);
    const more = [paid('2026-02-20', 1210 + 2171)];
    expect(pointsUntil('2026-03-10', agreed, more).slice(2)).toEqual([
      '2026-02-20 4 interest 100 21',
      '2026-02-20 4 default-interest 1000 210',
    ]);
    expect(pointsUntil('2026-12-31', agreed, more, { rule: 'payment' })).toEqual([
      '2026-02-20 4 interest 2171 476',
      '2026-02-20 4 default-interest 1000 210',
    ]);
  });

  it('tax default interest once, also if only its tax was left when an agreement moved it', () => {
    // 5,00 of 10,00 and nothing of 2,10 are paid, so the agreement moves 5,00 and 2,10.
    const left = { defaultInterest: centavos(500) };
    const rows = [{ ...ROWS[0]!, carried: { ...FIRST, ...left } }, ROWS[1]!];
    const loan = withActions(small, agreement({ base: { ...BASE, ...left }, rows }));
    const payments = [paid('2026-02-11', 500), paid('2026-02-20', 250), paid('2026-02-21', 460)];
    expect(pointsUntil('2026-02-28', loan, payments).filter((point) => / default/.test(point))).toEqual([
      '2026-02-11 1 default-interest 500 105',
      '2026-02-20 4 default-interest 250 53',
      '2026-02-21 4 default-interest 250 52',
    ]);
  });

  it('of default interest leave out tax that is waived', () => {
    const waive = (component: 'defaultInterest' | 'defaultInterestTax') =>
      withActions(
        small,
        act('2026-02-12', { kind: 'waive', amount: centavos(9000), instalment: 1, component }),
      );
    // Eleven days late: 11,00 and 2,31.
    const half = [paid('2026-02-12', 550)];
    expect(pointsUntil('2026-02-28', waive('defaultInterestTax'), half).slice(1)).toEqual([
      '2026-02-12 1 default-interest 550 0',
    ]);
    expect(pointsUntil('2026-02-28', waive('defaultInterest'), half).slice(1)).toEqual([
      '2026-02-12 1 default-interest 550 116',
    ]);
    expect(
      pointsUntil('2026-02-13', waive('defaultInterest'), [...half, paid('2026-02-13', 231)]).slice(1),
    ).toEqual(['2026-02-12 1 default-interest 550 116', '2026-02-13 1 default-interest 100 21']);
  });

  it('take back what is waived of carried amounts, before the due date too', () => {
    const waiver = act('2026-02-12', { kind: 'waive', amount: centavos(900), component: 'interest' });
    const loan = withActions(small, agreement(), waiver);
    expect(pointsUntil('2026-03-11', loan).slice(2)).toEqual([
      '2026-02-12 4 interest -900 0',
      '2026-03-11 4 interest 500 105',
    ]);
    // 15,71 of the 20,71 carried are paid first, so 5,00 of the waived 9,00 are of carried amounts.
    const late = act('2026-03-01', {
      kind: 'waive',
      amount: centavos(900),
      component: 'interest',
      instalment: 4,
    });
    const payments = [paid('2026-02-20', 1210 + 1571)];
    expect(pointsUntil('2026-03-10', withActions(small, agreement(), late), payments).slice(2)).toEqual([
      '2026-02-20 4 default-interest 1000 210',
      '2026-03-01 4 interest -500 0',
    ]);
  });

  it('of an agreement that waives interest take it back', () => {
    const waived = dues({ interest: 1000, tax: 210 });
    const rows = [
      { ...ROWS[0]!, carried: { ...FIRST, interest: centavos(1071), tax: centavos(245) } },
      { ...ROWS[1]!, carried: SECOND },
    ];
    const loan = withActions(small, agreement({ waived, rows }));
    expect(pointsUntil('2026-02-28', loan)).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-11 1 interest -1000 -210',
      '2026-02-11 2 interest 1071 225',
    ]);
  });
});

describe('the next day that changes what is taxed', () => {
  const next = (after: string, loan = small, payments: readonly Payment[] = []) =>
    nextTaxDay(loanStanding(loan, payments, day(after)), day(after));
  it('is the next due date of what is not paid', () => {
    expect(next('2026-01-05')).toBe('2026-02-01');
    expect(next('2026-02-01')).toBe('2026-03-01');
    expect(next('2026-04-01')).toBeNull();
    expect(next('2026-01-05', small, [paid('2026-01-05', 13_630)])).toBe('2026-03-01');
    expect(next('2026-02-12', agreed)).toBe('2026-03-11');
  });
});

const lifeOf = ({ terms, payments, actions }: Life) => ({
  terms: termsOf(engineLoan(terms, actions), {
    originationFee: { net: centavos(1000), tax: centavos(220) },
  }),
  events: eventsOf(enginePayments(payments), { deliveredOn: terms.from }),
});

const totalTax = (parts: readonly { readonly tax: Centavos }[]) => sum(parts.map(({ tax }) => tax));
const upTo = (points: readonly TaxPoint[], until: CalendarDate) =>
  sumTaxed(points.filter(({ day: on }) => on <= until));
describe('over any life in both countries', () => {
  it('the points up to a day add up to what is taxed on it, however the days are split', () => {
    fc.assert(
      fc.property(anyChangedLife, fc.array(fc.nat(400), { minLength: 4, maxLength: 4 }), (life, offsets) => {
        const { terms, events } = lifeOf(life);
        const points = taxPoints(terms, events, BEGINNING, FOREVER);
        const days = [life.on, ...offsets.map((offset) => addDays(life.terms.from, offset))].toSorted();
        for (const until of days)
          expect(upTo(points, until)).toEqual(sumTaxed(taxedOn(terms, events, until)));
        const [first = life.on, , , last = life.on] = days;
        expect([
          ...taxPoints(terms, events, BEGINNING, first),
          ...taxPoints(terms, events, addDays(first, 1), last),
          ...taxPoints(terms, events, addDays(last, 1), FOREVER),
        ]).toEqual(points);
      }),
      { numRuns: LIFE_RUNS },
    );
  });

  it('no more is taxed than charged, and of a finished loan what was paid', () => {
    fc.assert(
      fc.property(anyChangedLife, (life) => {
        const { terms, events } = lifeOf(life);
        const { conditions } = terms;
        const { instalments, isSettled } = loanStanding(conditions, events.payments, life.on);
        const taxOf = (of: 'charged' | 'paid') =>
          sum(instalments.map((row) => sum([row[of].tax, row[of].feeTax, row[of].defaultInterestTax])));
        const carried = sum(
          instalments.map((row) =>
            sum([row.carried.tax, row.carried.feeTax, row.carried.defaultInterestTax]),
          ),
        );
        const taxed = totalTax(taxedOn(terms, events, life.on)) - terms.originationFee.tax;
        expect(taxed).toBeLessThanOrEqual(taxOf('charged') - carried);
        expect(taxed).toBeGreaterThanOrEqual(taxOf('paid') - carried);
        // Rows of agreements carry what earlier rows moved, which is paid with them.
        expect(isSettled ? taxed : taxOf('paid')).toBe(taxOf('paid'));
        const atPayment = taxedOn({ ...terms, rule: 'payment', isProRata: false }, events, life.on);
        expect(totalTax(atPayment) - terms.originationFee.tax).toBe(taxOf('paid'));
        const undone = { ...events, undoneOn: life.on };
        expect(sumTaxed(taxPoints(terms, undone, BEGINNING, FOREVER))).toEqual([]);
      }),
      { numRuns: LIFE_RUNS },
    );
  });

  it('booked after each report, in any order and on any day, they are those of the whole life', () => {
    fc.assert(
      fc.property(anyChangedLife, fc.infiniteStream(fc.nat(60)), (life, waits) => {
        const { terms, events } = lifeOf(life);
        const actions = terms.conditions.actions ?? [];
        const draws = waits.take(events.payments.length + 2);
        const reported = events.payments
          .map((payment) => ({ payment, on: addDays(payment.valueDate, draws.next().value ?? 0) }))
          .toSorted((a, b) => (a.on < b.on ? -1 : 1));
        const end = reported.reduce((last, { on }) => (on > last ? on : last), life.on);
        let state: BookedTax | null = null;
        const booked: TaxPoint[] = [];
        let known: readonly Payment[] = [];
        for (const { payment, on } of [...reported, { payment: undefined, on: end }]) {
          if (payment !== undefined)
            known = events.payments.filter((each) => each === payment || known.includes(each));
          // Actions stay among the payments that had been booked before them.
          const kept = actions
            .filter((action) => action.on <= on)
            .map((action) => ({
              ...action,
              after: known.filter((each) => events.payments.indexOf(each) < action.after).length,
            }));
          const next = stateOf(
            termsOf(
              { ...terms.conditions, actions: kept },
              terms.originationFee === undefined ? {} : { originationFee: terms.originationFee },
            ),
            { ...events, payments: known },
            on,
          );
          booked.push(...pointsToBook(state, next, on));
          state = next;
        }
        const whole = stateOf(terms, events, end);
        expect(byDay(booked)).toEqual(byDay(pointsToBook(null, whole, end)));
        expect(upTo(booked, FOREVER)).toEqual(sumTaxed(whole.taxed));
      }),
      { numRuns: LIFE_RUNS },
    );
  });
});

/** State booked on a day, with everything that fell due until then. */
function stateOf(terms: TaxTerms, events: TaxEvents, on: CalendarDate): BookedTax {
  const until = events.payments.reduce((last, { valueDate }) => (valueDate > last ? valueDate : last), on);
  const next = nextTaxDay(loanStanding(terms.conditions, events.payments, until), on);
  const dueUntil = next === null ? null : addDays(next, -1);
  const taxed = taxedOn(terms, events, until, dueUntil === null || until < dueUntil ? until : dueUntil);
  return { terms, events, until, dueUntil, taxed };
}

function byDay(points: readonly TaxPoint[]): string[] {
  const days = [...new Set(points.map(({ day: on }) => on))].toSorted();
  return days.flatMap((on) =>
    sumTaxed(points.filter((point) => point.day === on)).map(
      ({ instalment, kind, base, tax }) => `${on} ${instalment} ${kind} ${base} ${tax}`,
    ),
  );
}

describe('points to book', () => {
  const events = (payments: readonly Payment[], more: Partial<TaxEvents> = {}) => eventsOf(payments, more);
  const state = (payments: readonly Payment[], on: string, more: Partial<TaxTerms & TaxEvents> = {}) =>
    stateOf(termsOf(small, more), events(payments, more), day(on));
  const text = (points: readonly TaxPoint[]) =>
    points.map(({ day: on, instalment, kind, base, tax }) => `${on} ${instalment} ${kind} ${base} ${tax}`);

  it('keep the tax date of a day that is reported later', () => {
    const late = [paid('2026-01-20', 1000)];
    const points = pointsToBook(state([], '2026-02-10'), state(late, '2026-02-10'), day('2026-02-10'));
    expect(text(points)).toEqual(['2026-01-20 1 interest 1000 210', '2026-02-01 1 interest -1000 -210']);
  });

  it('leave those that tax what the money reached, and tax the rest at the rate', () => {
    const payments = [paid('2026-01-20', 1000)];
    const old = state(payments, '2026-01-25', { isProRata: false });
    const today = day('2026-01-25');
    const more = [...payments, paid('2026-01-25', 500)];
    // 1000 of base had no tax: 2,10, and 1,05 of the new part.
    expect(text(pointsToBook(old, state(more, '2026-01-25'), today))).toEqual([
      '2026-01-25 1 interest 500 315',
    ]);
    expect(text(pointsToBook(old, state(payments, '2026-01-25'), today))).toEqual([
      '2026-01-25 1 interest 0 210',
    ]);
    const due = day('2026-02-01');
    const terms = termsOf(small, { isProRata: false });
    const dueUntil = day('2026-01-31');
    const unbooked = { ...old, until: due, dueUntil, taxed: taxedOn(terms, events(payments), due, dueUntil) };
    expect(text(pointsToBook(unbooked, state(payments, due), due))).toEqual([
      '2026-02-01 1 interest 2000 630',
    ]);
    // Of an instalment that is due nothing changes, whatever day its points have.
    const past = state(payments, '2026-02-10', { isProRata: false });
    expect(pointsToBook(past, state(payments, '2026-02-10'), day('2026-02-10'))).toEqual([]);
    const booked = [
      { instalment: 1, kind: 'interest', base: centavos(1000), tax: ZERO, day: day('2026-01-20') },
      { instalment: 1, kind: 'interest', base: centavos(2000), tax: centavos(630), day: day('2026-02-01') },
    ] as const;
    expect(missingPoints(booked, state(payments, '2026-02-10'), day('2026-02-10'))).toEqual([]);
  });

  it('are none where nothing changed, and those of all days where the rule or the terms did', () => {
    const now = state([], '2026-03-10');
    expect(pointsToBook(now, state([], '2026-03-10'), day('2026-03-10'))).toEqual([]);
    const copied = { ...now, terms: structuredClone(now.terms) };
    expect(pointsToBook(now, copied, day('2026-03-10'))).toEqual([]);
    const before = state([], '2026-03-10', { rule: 'payment' });
    expect(text(pointsToBook(before, now, day('2026-03-10')))).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-03-01 2 interest 3000 630',
    ]);
    const other = stateOf(termsOf(charged), events([]), day('2026-03-10'));
    expect(text(pointsToBook(now, other, day('2026-03-10')))).toEqual([
      '2026-02-01 1 fee 1000 210',
      '2026-03-01 2 fee 1000 210',
    ]);
  });

  it('are of the day of booking for a loan that is undone, and undone no more', () => {
    const [alive, undone] = [
      state([], '2026-02-10'),
      state([], '2026-02-10', { undoneOn: day('2026-01-01') }),
    ];
    expect(text(pointsToBook(alive, undone, day('2026-02-10')))).toEqual([
      '2026-02-10 1 interest -3000 -630',
    ]);
    expect(text(pointsToBook(undone, alive, day('2026-02-12')))).toEqual(['2026-02-12 1 interest 3000 630']);
  });

  it('are of the charge at origination once the money is delivered', () => {
    const originationFee = { net: centavos(5000), tax: ZERO };
    const before = state([], '2026-01-05', { originationFee, deliveredOn: null });
    const after = state([], '2026-01-05', { originationFee, deliveredOn: day('2026-01-04') });
    expect(text(pointsToBook(before, after, day('2026-01-05')))).toEqual(['2026-01-04 0 origination 5000 0']);
  });

  it('are, of booked ones that differ, what is missing of each day', () => {
    const now = state([], '2026-03-10');
    const booked = [
      { instalment: 1, kind: 'interest', base: centavos(3000), tax: centavos(600), day: day('2026-02-01') },
      { instalment: 3, kind: 'fee', base: centavos(10), tax: ZERO, day: day('2026-02-07') },
    ] as const;
    expect(text(missingPoints(booked, now, day('2026-03-10')))).toEqual([
      '2026-02-01 1 interest 0 30',
      '2026-02-07 3 fee -10 0',
      '2026-03-01 2 interest 3000 630',
    ]);
    const undone = state([], '2026-03-10', { undoneOn: day('2026-01-01') });
    expect(text(missingPoints(booked, undone, day('2026-03-10')))).toEqual([
      '2026-03-10 1 interest -3000 -600',
      '2026-03-10 3 fee -10 0',
    ]);
  });
});
