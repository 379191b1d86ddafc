import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoanAction } from './actions.ts';
import { COMPONENTS, addDues, sumDues, totalDues } from './allocation.ts';
import { agreementBase, offerDueDayChange, offerPlan, ownAnnualRate } from './agreement.ts';
import { addDays, type CalendarDate, daysBetween } from '../calendar-date.ts';
import { type Centavos, ZERO, add, centavos, smaller, subtract, sum } from '../money.ts';
import type { Payment } from './payment.ts';
import type { LoanConditions } from './position.ts';
import { parseRational, toNumber } from '../rate.ts';
import { type LoanStanding, loanStanding, payoffToPay } from './standing.ts';
import { actionsOf, anyDrawn } from '../testing/any-actions.ts';
import { anyDate, anyLoan, anyPayments, paidOutOn } from '../testing/any-loan.ts';
import { RUNS } from '../testing/runs.ts';

const named = (payments: readonly Payment[]): Payment[] =>
  payments.map((each, index) => ({ ...each, id: `${index}` }));

const anyPaid = anyPayments.map(named);

const anyDay = fc.integer({ min: 1, max: 450 }).map((days) => addDays(paidOutOn, days));

/** Rows and credit as the borrower sees them, without the allocation of payments. */
const shown = ({ instalments, payoff, outstanding, credit, shortfall, offers }: LoanStanding) => ({
  instalments,
  payoff,
  outstanding,
  credit,
  shortfall,
  offers: offers.map(({ paid, completedOn }) => ({ paid, completedOn })),
});

const withOffer = (loan: LoanConditions, on: CalendarDate, amount: Centavos, until: CalendarDate) => ({
  ...loan,
  actions: [{ kind: 'settlement-offer', id: 'offer', on, after: 0, amount, until } as const],
});

describe('a settlement offer', () => {
  it('waives the rest when it is paid in time, however split, and only then', () => {
    const anyShare = fc.integer({ min: 1, max: 999 });
    fc.assert(
      fc.property(
        anyLoan,
        anyPaid,
        anyDay,
        anyShare,
        fc.nat(30),
        anyShare,
        (loan, all, on, share, days, cut) => {
          const before = all.filter(({ valueDate }) => valueDate < on);
          const { step } = loan.rounding;
          const standing = loanStanding(loan, before, on);
          const amount = centavos(Math.floor((payoffToPay(standing) * share) / (1000 * step)) * step);
          fc.pre(amount >= 2 * step);
          const until = addDays(on, days);
          const first = centavos(Math.max(1, Math.floor((amount * cut) / (1000 * step))) * step);
          const pay = (id: string, valueDate: CalendarDate, part: Centavos): Payment[] =>
            part > 0 ? [{ id, valueDate, amount: part, offer: 'offer' }] : [];
          const offered = withOffer(loan, on, amount, until);
          const later = addDays(until, 60);
          const complete = [...before, ...pay('a', on, first), ...pay('b', until, subtract(amount, first))];
          expect(loanStanding(offered, complete, later)).toMatchObject({
            isSettled: true,
            payoffTotal: ZERO,
            outstandingTotal: ZERO,
            offers: [{ paid: amount, completedOn: until }],
          });
          // The same again when the last part is reported late, or comes with more than is asked.
          const more = [
            ...pay('b', until, add(subtract(amount, first), centavos(step))),
            ...before,
            ...pay('a', on, first),
          ];
          expect(loanStanding(offered, more, later).credit).toBe(
            add(loanStanding(offered, complete, later).credit, centavos(step)),
          );
          const short = [
            ...before,
            ...pay('a', on, first),
            ...pay('b', until, subtract(subtract(amount, first), centavos(step))),
          ];
          const late = [
            ...before,
            ...pay('a', on, first),
            ...pay('b', addDays(until, 1), subtract(amount, first)),
          ];
          for (const payments of [short, late, [...before, ...pay('a', on, first)]]) {
            const { offers: _offers, ...rest } = loanStanding(offered, payments, later);
            expect(rest).toEqual({ ...loanStanding(loan, payments, later), offers: undefined });
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});

describe('an agreement', () => {
  const anyTerms = fc.record({
    count: fc.integer({ min: 1, max: 12 }),
    ahead: fc.integer({ min: 1, max: 45 }),
    hundredths: fc.integer({ min: 0, max: 100 }),
    waived: fc.integer({ min: 0, max: 100 }),
  });

  const accepted = (
    loan: LoanConditions,
    payments: readonly Payment[],
    date: CalendarDate,
    {
      count,
      ahead,
      hundredths,
      waived,
    }: { count: number; ahead: number; hundredths: number; waived: number },
  ) => {
    const base = agreementBase(loan, payments, date);
    const { step } = loan.rounding;
    const part = (amount: Centavos) => centavos(Math.floor((amount * waived) / (100 * step)) * step);
    const offer = offerPlan({
      loan,
      payments,
      date,
      count,
      firstDueDate: addDays(date, ahead),
      annualRate: ((toNumber(parseRational(ownAnnualRate(loan))) * hundredths) / 101).toFixed(6),
      waived: {
        ...base,
        principal: part(base.principal),
        interest: part(base.interest),
        fee: ZERO,
        feeTax: ZERO,
      },
      payableUntil: (due) => due,
    });
    if (!offer.isOffered) return undefined;
    const action: LoanAction = { id: 'plan', on: date, after: payments.length, ...offer.agreement };
    return { offer, action, loan: { ...loan, actions: [...(loan.actions ?? []), action] } };
  };

  it('asks exactly what was shown, and for nothing else, if nothing changes', () => {
    fc.assert(
      fc.property(
        anyLoan,
        anyPaid,
        anyDrawn(undefined, 2),
        anyDay,
        anyTerms,
        (agreed, all, drawn, date, terms) => {
          const payments = all.filter(({ valueDate }) => valueDate <= date);
          const actions = actionsOf(agreed, payments, drawn).filter(({ on }) => on <= date);
          const loan = { ...agreed, actions };
          const plan = accepted(loan, payments, date, terms);
          fc.pre(plan !== undefined);
          const { offer, action } = plan;
          const before = loanStanding(loan, payments, date);
          expect(offer.today).toBe(payoffToPay(before));
          const after = loanStanding(plan.loan, payments, date);
          const rows = after.instalments.filter(({ agreement }) => agreement === action.id);
          expect(rows.map(({ number, total }) => [number, total])).toEqual(
            offer.agreement.rows.map((row) => [
              row.number,
              sum([row.principal, row.interest, row.tax, totalDues(row.carried)]),
            ]),
          );
          expect(after.outstandingTotal).toBe(offer.total);
          expect(after.agreement).toBe('plan');
          expect(after.acceleratedOn).toBe(null);
          expect(after.plan.map(({ number }) => number)).toEqual(rows.map(({ number }) => number));
          // Closing at once costs the debt less the waived part.
          expect(payoffToPay(after)).toBe(subtract(offer.today, totalDues(offer.agreement.waived)));
          const paidUp = [
            ...payments,
            { id: 'last', valueDate: addDays(date, 1000), amount: ZERO, isPayoff: true },
          ];
          expect(loanStanding(plan.loan, paidUp, date)).toEqual(after);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('keeps accepted rows whatever is reported later, and shows what was paid before', () => {
    fc.assert(
      fc.property(
        anyLoan,
        anyPaid,
        fc.nat(6),
        anyDay,
        anyTerms,
        anyDate,
        (loan, all, known, date, terms, day) => {
          const plan = accepted(
            loan,
            all.filter((each, index) => index < known && each.valueDate <= date),
            date,
            terms,
          );
          fc.pre(plan !== undefined && day > date);
          const { action } = plan;
          const late = all.filter(({ valueDate }) => valueDate <= date);
          const reported = { ...plan.loan, actions: [{ ...action, after: late.length }] };
          const { instalments } = loanStanding(reported, late, day);
          const rows = instalments.filter(
            ({ agreement, number }) =>
              agreement === 'plan' && plan.offer.agreement.rows.some((row) => row.number === number),
          );
          const found = rows.map(({ number, dueDate, carried, paidBefore, charged }) => ({
            number,
            dueDate,
            interest: subtract(charged.interest, carried.interest),
            asked: addDues({ ...carried, principal: charged.principal }, paidBefore),
          }));
          const kept = plan.offer.agreement.rows.map(({ number, dueDate, interest, carried, principal }) => ({
            number,
            dueDate,
            interest,
            asked: { ...carried, principal },
          }));
          // No rows: nothing was left to move.
          expect(found).toEqual(rows.length === 0 ? [] : kept);
          const moved = instalments
            .filter(({ replacedBy }) => replacedBy === 'plan')
            .map((each) => each.moved);
          expect(totalDues(sumDues(moved)) === 0).toBe(rows.length === 0);
          const less = sumDues(rows.map(({ paidBefore }) => paidBefore));
          const more = sumDues(
            instalments
              .filter(({ agreement }) => agreement === 'plan')
              .filter(({ number }) => !rows.some((row) => row.number === number))
              .map(({ carried, charged }) => ({ ...carried, principal: charged.principal })),
          );
          for (const component of COMPONENTS) expect(smaller(less[component], more[component])).toBe(0);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('makes no difference to how a payment is split, nor to the order of a day', () => {
    fc.assert(
      fc.property(
        anyLoan,
        anyPaid,
        anyDay,
        anyTerms,
        anyPaid,
        fc.integer({ min: 1, max: 99 }),
        (loan, before, date, terms, after, share) => {
          const known = before.filter(({ valueDate }) => valueDate <= date);
          const plan = accepted(loan, known, date, terms);
          fc.pre(plan !== undefined);
          const { step } = loan.rounding;
          const later = after
            .map((each) => ({
              ...each,
              id: `later ${each.id}`,
              valueDate: addDays(date, Math.floor(daysBetween(paidOutOn, each.valueDate) / 20) * 10),
            }))
            .map((each) => ({ ...each, amount: centavos(Math.floor(each.amount / step) * step) }));
          const day = addDays(date, 400);
          const once = shown(loanStanding(plan.loan, [...known, ...later], day));
          const split = later.flatMap((each) => {
            const part = centavos(Math.floor((each.amount * share) / (100 * step)) * step);
            const isPlain =
              each.amount > 0 && part > 0 && each.isPayoff !== true && each.prepayment === undefined;
            return isPlain
              ? [
                  { ...each, amount: part },
                  { ...each, id: `${each.id} rest`, amount: subtract(each.amount, part) },
                ]
              : [each];
          });
          expect(shown(loanStanding(plan.loan, [...known, ...split], day))).toEqual(once);
          const plain = later.filter(
            ({ isPayoff, prepayment, amount }) => amount > 0 && isPayoff !== true && prepayment === undefined,
          );
          expect(shown(loanStanding(plan.loan, [...known, ...plain.toReversed()], day))).toEqual(
            shown(loanStanding(plan.loan, [...known, ...plain], day)),
          );
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('never asks more default interest than its capital bears since its last days', () => {
    fc.assert(
      fc.property(anyLoan, anyPaid, anyDrawn(undefined, 3), anyDate, (agreed, payments, drawn, date) => {
        const loan = { ...agreed, actions: actionsOf(agreed, payments, drawn) };
        const rate = toNumber(parseRational(loan.defaultInterest.annualRate));
        for (const { charged, carried, payableUntil } of loanStanding(loan, payments, date).instalments) {
          const own = subtract(charged.defaultInterest, carried.defaultInterest);
          const days = Math.max(0, daysBetween(payableUntil, date));
          expect(own).toBeLessThanOrEqual(
            (charged.principal * days * rate) / 365 + loan.rounding.step / 2 + 1e-3,
          );
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a change of the due day', () => {
  it('keeps capital and charges, and asks only the interest of the days between', () => {
    fc.assert(
      fc.property(anyLoan, anyPaid, anyDay, fc.integer({ min: 1, max: 31 }), (loan, all, date, day) => {
        const payments = all.filter(({ valueDate }) => valueDate <= date);
        const offer = offerDueDayChange({ loan, payments, date, day, payableUntil: (due) => due });
        fc.pre(offer.isOffered);
        const before = loanStanding(loan, payments, date);
        const action = { id: 'change', on: date, after: payments.length, ...offer.agreement };
        const after = loanStanding({ ...loan, actions: [action] }, payments, date);
        expect(after.agreement).toBe('change');
        expect(after.outstandingTotal).toBe(offer.total);
        expect(payoffToPay(after)).toBe(payoffToPay(before));
        const cost = (standing: LoanStanding) => subtract(standing.outstandingTotal, standing.credit);
        expect(cost(after)).toBeLessThanOrEqual(add(cost(before), offer.added));
      }),
      { numRuns: RUNS },
    );
  });
});
