import { describe, expect, it } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { cfteaActual365, cfteaPeriodic12, cftnaWithoutCharges, irrPerPeriod, tea } from './effective-cost.ts';
import { type Centavos, type Rounding, formatMoney, fromUnits, sum, roundingOf } from './money.ts';
import type { RateTerms } from './period-rate.ts';
import { type FeeTerms, type PriceTerms, pricePlan } from './pricing.ts';
import { buildSchedule } from './schedule.ts';
import golden from './testdata/golden-schedules.json' with { type: 'json' };

// The vectors were computed outside this code base with exact fractions and checked with 80-digit decimals.

type Golden = (typeof golden.schedules)[number];

function rateOf(vector: Golden): RateTerms {
  switch (vector.basis) {
    case 'monthly':
    case 'actual':
      return { basis: vector.basis, tna: vector.tna ?? '' };
    case 'fixed':
      return { basis: 'fixed', tna: vector.tna ?? '', basisDays: vector.basisDays ?? '' };
    default:
      return { basis: 'tea', tea: vector.teaInput ?? '' };
  }
}

function scheduleOf(vector: Golden) {
  return buildSchedule({
    principal: fromUnits(vector.principal),
    instalments: vector.n,
    rate: rateOf(vector),
    taxRate: vector.iva,
    rounding: roundingOf('ARS', vector.rounding as Rounding),
    payoutDate: calendarDate(vector.disbursement),
    firstDueDate: calendarDate(vector.firstDue),
  });
}

/** Undoes the exponent with which the vectors write a zero (`0E-10`). */
const decimals = (text: string, digits: number) => Number(text).toFixed(digits);

describe.each(golden.schedules.map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
  const schedule = scheduleOf(vector);
  const originationFee = fromUnits(vector.fees?.origination ?? 0);
  const instalmentFee = fromUnits(vector.fees?.perInstalment ?? 0);
  const received = (fromUnits(vector.principal) - originationFee) as Centavos;
  const paid = schedule.rows.map(({ amount }) => (amount + instalmentFee) as Centavos);

  it('has every row and total of the vector', () => {
    const rows = schedule.rows.map((row) => ({
      n: row.number,
      due: row.dueDate,
      days: row.days,
      capital: row.principal,
      interest: row.interest,
      iva: row.tax,
      payment: row.amount,
      balance: row.balance,
    }));
    expect(rows).toEqual(
      vector.rows.map((row) => ({
        n: row.n,
        due: row.due,
        days: row.days,
        capital: fromUnits(row.capital),
        interest: fromUnits(row.interest),
        iva: fromUnits(row.iva),
        payment: fromUnits(row.payment),
        balance: fromUnits(row.balance),
      })),
    );
    expect(schedule.instalment).toBe(fromUnits(vector.instalment));
    expect(sum(schedule.rows.map(({ amount }) => amount))).toBe(fromUnits(vector.totals.payment));
  });

  it('has the effective rates of the vector to the tenth decimal', () => {
    const dated = schedule.rows.map(({ dueDate }, index) => ({
      date: dueDate,
      amount: paid[index] as Centavos,
    }));
    expect(tea(rateOf(vector)).toFixed(10)).toBe(decimals(vector.teaMonthly12, 10));
    expect(irrPerPeriod(received, paid).toFixed(12)).toBe(decimals(vector.irrPerPeriod, 12));
    expect(cfteaPeriodic12(received, paid).toFixed(10)).toBe(decimals(vector.cfteaPeriodic12, 10));
    expect(cfteaActual365(received, schedule.payoutDate, dated).toFixed(10)).toBe(
      decimals(vector.cfteaActual365, 10),
    );
  });
});

const withCftna = golden.schedules.flatMap((vector) =>
  vector.cftna === undefined ? [] : [[vector.id, rateOf(vector), vector.iva, vector.cftna] as const],
);

it.each(withCftna)('%s has the CFTNA of the vector', (_, rate, taxRate, cftna) => {
  expect(cftnaWithoutCharges(rate, taxRate).toFixed(10)).toBe(decimals(cftna, 10));
});

describe('a plan with charges in index units', () => {
  const vector = golden.schedules.find(({ id }) => id === 'uy-tea70-6-fees') as Golden;
  const given = vector.fees as NonNullable<Golden['fees']>;
  const fees: FeeTerms = {
    unitValue: given.uiValue,
    originationUnits: given.originationUI,
    instalmentUnits: given.perInstalmentUI,
    maxInstalmentUnits: '80',
    taxRate: given.iva,
  };
  const terms: PriceTerms = {
    currency: 'UYU',
    rate: rateOf(vector),
    taxRate: vector.iva,
    rounding: 'half-up',
    instalmentCounts: [6],
    fees,
  };
  const plan = pricePlan(terms, fromUnits(vector.principal), vector.n, {
    payoutDate: calendarDate(vector.disbursement),
    firstDueDate: calendarDate(vector.firstDue),
  });

  it('delivers the principal without the origination charge and collects the rest on top', () => {
    expect(formatMoney(plan.amountDelivered, 'ARS')).toBe('$24.683,72');
    expect(plan.payment).toBe(fromUnits('5006.98') + fromUnits(given.perInstalment));
    expect(plan.finalAmount).toBe(fromUnits(vector.totals.payment) + 6 * fromUnits(given.perInstalment));
    expect(plan.rates.cfteaPeriodic12.toFixed(10)).toBe(vector.cfteaPeriodic12);
    expect(plan.rates.cfteaActual365.toFixed(10)).toBe(vector.cfteaActual365);
    expect(plan.rates.cftna).toBeCloseTo(12 * Number(vector.irrPerPeriod), 9);
  });
});
