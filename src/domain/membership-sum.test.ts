import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { cfteaWithMembership, type LoanTotals, membershipSum } from './membership.ts';
import { centavos, fromUnits } from './money.ts';
import { pricePlan, type PriceTerms } from './pricing.ts';
import { runs } from './testing/runs.ts';

const loan = (finalAmount: number, amountDelivered = 10_000): LoanTotals => ({
  finalAmount: fromUnits(finalAmount),
  amountDelivered: fromUnits(amountDelivered),
});

describe('what a loan gains or loses by the membership', () => {
  test('is what the loan costs less, without the price', () => {
    expect(membershipSum(loan(20_000), loan(30_000), fromUnits(6300))).toEqual({
      price: fromUnits(6300),
      saved: fromUnits(10_000),
      gain: fromUnits(3700),
      total: fromUnits(26_300),
    });
  });

  test('is a loss where the price is more than the savings, and where nothing is saved', () => {
    expect(membershipSum(loan(20_000), loan(20_100), fromUnits(6300)).gain).toBe(fromUnits(-6200));
    expect(membershipSum(loan(20_100), loan(20_000), fromUnits(6300))).toMatchObject({
      saved: fromUnits(-100),
      gain: fromUnits(-6400),
    });
  });

  test('counts what is received less or more, too', () => {
    expect(membershipSum(loan(20_000, 9_900), loan(21_000, 10_000), fromUnits(100)).gain).toBe(
      fromUnits(800),
    );
  });

  const amount = fc.integer({ min: 0, max: 100_000_000_00 }).map(centavos);
  const totals = fc.record({ finalAmount: amount, amountDelivered: amount });

  test('is to the centavo the difference of all that goes out and comes in', () => {
    fc.assert(
      fc.property(totals, totals, amount, (withIt, without, price) => {
        const sum = membershipSum(withIt, without, price);
        const pocketWith = withIt.amountDelivered - withIt.finalAmount - price;
        const pocketWithout = without.amountDelivered - without.finalAmount;
        expect(sum.gain).toBe(pocketWith - pocketWithout);
        expect(sum.saved - sum.price).toBe(sum.gain);
        expect(sum.total).toBe(withIt.finalAmount + price);
      }),
      { numRuns: runs(100) },
    );
  });

  test('its price counts in the yearly cost, by the day it is charged', () => {
    const dates = { payoutDate: calendarDate('2026-05-15'), firstDueDate: calendarDate('2026-06-15') };
    const terms: PriceTerms = {
      currency: 'ARS',
      rate: { basis: 'fixed', tna: '2.60', basisDays: '28.5' },
      taxRate: '0.21',
      rounding: 'half-up',
      instalmentCounts: [12],
    };
    const plan = pricePlan(terms, fromUnits(290_000), 12, dates);
    const costs = ['2026-05-20', '2026-12-20'].map((day) =>
      cfteaWithMembership(plan, { price: fromUnits(6300), on: calendarDate(day) }),
    );
    const without = plan.rates.cfteaActual365;
    expect(costs[0]).toBeGreaterThan(costs[1]!);
    expect(costs[1]).toBeGreaterThan(without);
    expect(cfteaWithMembership(plan, { price: fromUnits(0), on: calendarDate('2026-05-20') })).toBe(without);
  });

  test('of two equal plans is the price, lost', () => {
    fc.assert(
      fc.property(totals, amount, (plan, price) => {
        expect(membershipSum(plan, plan, price).gain + price).toBe(0);
      }),
      { numRuns: runs(100) },
    );
  });

  test('agrees with the schedules, instalment by instalment', () => {
    const dates = { payoutDate: calendarDate('2026-05-15'), firstDueDate: calendarDate('2026-06-15') };
    const terms = (tna: string): PriceTerms => ({
      currency: 'ARS',
      rate: { basis: 'fixed', tna, basisDays: '28.5' },
      taxRate: '0.21',
      rounding: 'half-up',
      instalmentCounts: [1],
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 2_000_000 }),
        (thousands, count, price) => {
          const principal = fromUnits(thousands * 1000);
          const member = pricePlan(terms('2.20'), principal, count, dates);
          const basic = pricePlan(terms('2.60'), principal, count, dates);
          const paid = ({ schedule }: typeof member) =>
            schedule.rows.reduce((total, { amount: each }) => total + each, 0);
          const { gain, total } = membershipSum(member, basic, centavos(price));
          expect(gain).toBe(paid(basic) - paid(member) - price);
          expect(total).toBe(paid(member) + price);
        },
      ),
      { numRuns: runs(60) },
    );
  });
});
