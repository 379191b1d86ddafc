import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate, calendarDate } from './calendar-date.ts';
import { type Centavos, ZERO, centavos, sum } from './money.ts';
import type { Payment } from './standing/payment.ts';
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
import { charged, eventsOf, paid, small, termsOf } from './testing/small-loan.ts';

const day = calendarDate;
/** Lives are slow to draw. For a longer search raise it to 5,000. */
const LIFE_RUNS = runs(100);

const FOREVER = day('2040-01-01');
const BEGINNING = day('2025-01-01');

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
    // A due instalment stays unchanged, whatever the dates of its points.
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
