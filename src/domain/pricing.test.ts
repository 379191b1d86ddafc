import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { internalRate } from './effective-cost.ts';
import { centavos, formatMoney, fromUnits, sum, roundingOf } from './money.ts';
import {
  type FeeTerms,
  type PriceTerms,
  instalmentCharges,
  originationCharge,
  pricePlan,
  priceVariant,
} from './pricing.ts';
import { formatPercentRounded } from './rate.ts';
import { runs } from './testing/runs.ts';

const argentine: PriceTerms = {
  currency: 'ARS',
  rate: { basis: 'fixed', tna: '2.60', basisDays: '28.5' },
  taxRate: '0.21',
  rounding: 'half-up',
  instalmentCounts: [1, 3, 6, 12],
};

const dates = { payoutDate: calendarDate('2026-03-09'), firstDueDate: calendarDate('2026-04-09') };

const uruguayanFees: FeeTerms = {
  unitValue: '6.4811',
  originationUnits: '40',
  instalmentUnits: '8',
  maxInstalmentUnits: '80',
  taxRate: '0.22',
};

describe('a plan', () => {
  it('reproduces the reference example', () => {
    const plan = pricePlan(argentine, fromUnits(290_000), 12, dates);
    expect(formatMoney(plan.payment, 'ARS')).toBe('$76.736,24');
    expect(formatMoney(plan.finalAmount, 'ARS')).toBe('$920.834,60');
    const { tna, tea, cftna, cfteaPeriodic12 } = plan.rates;
    expect([tna, tea, cftna, cfteaPeriodic12].map(formatPercentRounded)).toEqual([
      '260%',
      '952%',
      '315%',
      '1.296%',
    ]);
    expect(plan.amountDelivered).toBe(fromUnits(290_000));
  });

  it('is priced for every number of instalments on the list, in its order', () => {
    const plans = priceVariant(argentine, fromUnits(50_000), dates);
    expect(plans.map(({ instalments }) => instalments)).toEqual([1, 3, 6, 12]);
    for (const plan of plans) {
      expect(plan).toEqual(pricePlan(argentine, fromUnits(50_000), plan.instalments, dates));
      expect(plan.finalAmount).toBe(sum(plan.schedule.rows.map(({ amount }) => amount)));
    }
  });

  it('of one instalment asks for the instalment that falls due, to the centavo', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 1_000 }), (thousands) => {
        const plan = pricePlan(argentine, fromUnits(thousands * 1_000), 1, dates);
        expect(plan.payment).toBe(plan.finalAmount);
      }),
      { numRuns: runs(100) },
    );
  });

  it('costs exactly what its effective rate says: the payments discounted with it give what was delivered', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3000, max: 999_000 }),
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(1, 2, 6, 12),
        (units, points, count) => {
          const rate = { basis: 'monthly', tna: (points / 100).toFixed(2) } as const;
          const plan = pricePlan({ ...argentine, rate }, fromUnits(units), count, dates);
          const discounted = plan.schedule.rows.reduce(
            (total, { amount, number }) => total + amount / (1 + plan.rates.cfteaPeriodic12) ** (number / 12),
            0,
          );
          expect(Math.abs(discounted / plan.amountDelivered - 1)).toBeLessThan(1e-8);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('cannot be priced when the charges eat up what is lent', () => {
    expect(() => pricePlan({ ...argentine, fees: uruguayanFees }, fromUnits(316), 1, dates)).toThrow(
      RangeError,
    );
  });
});

describe('charges in index units', () => {
  it('are rounded to centésimos, net and tax adding up to the rounded whole', () => {
    expect(originationCharge(uruguayanFees, roundingOf('UYU', 'half-up'))).toEqual({
      net: fromUnits('259.24'),
      tax: fromUnits('57.04'),
    });
    const [each] = instalmentCharges(uruguayanFees, 6, roundingOf('UYU', 'half-up'));
    expect(each).toEqual({ net: fromUnits('51.85'), tax: fromUnits('11.41') });
  });

  it.each([
    [9, '466.65', ['51.85', '11.41'], ['51.85', '11.41']],
    [10, '518.48', ['51.85', '11.41'], ['51.84', '11.40']],
    [11, '518.48', ['47.14', '10.37'], ['47.13', '10.37']],
    [12, '518.48', ['43.21', '9.51'], ['43.20', '9.50']],
  ])('of %i instalments share what the cap of all leaves, the rest first', (count, total, first, last) => {
    const charges = instalmentCharges(uruguayanFees, count, roundingOf('UYU', 'half-up'));
    expect(charges).toHaveLength(count);
    expect(sum(charges.map(({ net }) => net))).toBe(fromUnits(total));
    const [net = '', tax = ''] = first;
    expect(charges[0]).toEqual({ net: fromUnits(net), tax: fromUnits(tax) });
    const [lastNet = '', lastTax = ''] = last;
    expect(charges.at(-1)).toEqual({ net: fromUnits(lastNet), tax: fromUnits(lastTax) });
  });

  it('never exceed the cap, nor the charge of an instalment, at any value of the unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 1, max: 24 }),
        fc.constantFrom('UYU', 'ARS'),
        (value, count, currency) => {
          const fees = { ...uruguayanFees, unitValue: (value / 10_000).toFixed(4) };
          const charges = instalmentCharges(fees, count, roundingOf(currency, 'half-up'));
          expect(sum(charges.map(({ net }) => net)) * 100).toBeLessThanOrEqual(80 * value);
          for (const { net, tax } of charges) {
            expect(Math.abs(tax - net * 0.22)).toBeLessThanOrEqual(0.5);
            expect(net).toBeLessThanOrEqual(Math.round((8 * value) / 100));
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('stand in the rows of the plan, whose payment is the first of them', () => {
    const terms: PriceTerms = {
      currency: 'UYU',
      rate: { basis: 'tea', tea: '1.17' },
      taxRate: '0.22',
      rounding: 'half-up',
      instalmentCounts: [12],
      fees: uruguayanFees,
    };
    const { schedule, payment, finalAmount } = pricePlan(terms, fromUnits(20_000), 12, dates);
    expect(sum(schedule.rows.map(({ fee }) => fee))).toBe(fromUnits('518.48'));
    expect(payment).toBe(schedule.rows[0]?.amount);
    expect(finalAmount).toBe(sum(schedule.rows.map(({ amount }) => amount)));
  });
});

describe('an internal rate', () => {
  it('is negative when less comes back than was received', () => {
    expect(internalRate(centavos(200), [{ time: 1, amount: centavos(100) }])).toBeCloseTo(-0.5, 12);
  });

  it('is found for a week at ruinous cost', () => {
    expect(
      internalRate(centavos(100), [{ time: 7 / 365, amount: centavos(200) }]) / 2 ** (365 / 7),
    ).toBeCloseTo(1, 9);
  });

  it('does not exist without money in both directions', () => {
    expect(() => internalRate(centavos(0), [{ time: 1, amount: centavos(1) }])).toThrow(RangeError);
    expect(() => internalRate(centavos(1), [])).toThrow(RangeError);
    expect(() => internalRate(centavos(1), [{ time: 0, amount: centavos(1) }])).toThrow(RangeError);
  });
});
