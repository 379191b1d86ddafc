import fc from 'fast-check';
import { type CalendarDate, addDays, addMonthsAnchored, calendarDate, dayOfMonth } from '../calendar-date.ts';
import { type Centavos, type MoneyRounding, centavos } from '../money.ts';
import type { RateTerms } from '../period-rate.ts';
import { buildSchedule } from '../schedule.ts';
import { defaultAnnualRate } from '../standing/default-interest.ts';
import { oracleStanding } from './oracle/oracle.ts';
import type { OracleAction, OraclePayment, OracleTerms } from './oracle/terms.ts';

/** A loan, what came for it and a day, for the engine and for the oracle. */
export type Life = {
  readonly terms: OracleTerms;
  readonly payments: readonly OraclePayment[];
  readonly actions?: readonly OracleAction[];
  readonly on: CalendarDate;
};

const FROM = calendarDate('2026-01-15');

type Country = { readonly rate: RateTerms; readonly taxRate: string; readonly defaultMonths?: number };

const anyCountry: fc.Arbitrary<Country> = fc.oneof(
  fc.constant({ rate: { basis: 'fixed' as const, tna: '2.60', basisDays: '28.5' }, taxRate: '0.21' }),
  fc.integer({ min: 0, max: 150 }).map((points) => ({
    rate: { basis: 'tea' as const, tea: (points / 100).toFixed(2) },
    taxRate: '0.22',
    defaultMonths: 24,
  })),
);

const anyRounding: fc.Arbitrary<MoneyRounding> = fc.record({
  half: fc.constantFrom('half-up', 'half-even'),
  step: fc.constantFrom(1, 1, 100),
});

/** Agreed terms of both countries' kinds; amounts are whole steps. */
export const anyTerms: fc.Arbitrary<OracleTerms> = fc
  .record({
    country: anyCountry,
    rounding: anyRounding,
    units: fc.integer({ min: 500, max: 30_000 }),
    instalments: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 24 })),
    firstPeriod: fc.integer({ min: 27, max: 31 }),
    fee: fc.constantFrom(0, 5323),
    shifts: fc.array(fc.constantFrom(0, 0, 0, 1, 2, 4), { minLength: 24, maxLength: 24 }),
  })
  .map(({ country, units, ...plan }) => termsOf(country, { ...plan, principal: centavos(units * 100) }));

type PlanFacts = {
  readonly principal: Centavos;
  readonly instalments: number;
  readonly rounding: MoneyRounding;
  /** Days to the first due date. */
  readonly firstPeriod?: number;
  /** Of each instalment, of a country that has them. */
  readonly fee?: number;
  /** Days by which each instalment can be paid later without surcharge. */
  readonly shifts?: readonly number[];
};

/** A plan of a country's kind that begins on 15 January 2026. */
export function termsOf(
  { rate, taxRate, defaultMonths }: Country,
  { principal, instalments, rounding, firstPeriod = 27, fee = 0, shifts = [] }: PlanFacts,
): OracleTerms {
  const { step, half } = rounding;
  const net = rate.basis === 'tea' ? Math.floor(fee / step) * step : 0;
  const tax = Math.round((net * 0.22) / step) * step;
  const { rows } = buildSchedule({
    principal,
    instalments,
    rate,
    taxRate,
    rounding,
    payoutDate: FROM,
    firstDueDate: addDays(FROM, firstPeriod),
    instalmentFees: Array.from({ length: instalments }, () => ({ net: centavos(net), tax: centavos(tax) })),
  });
  return {
    principal: BigInt(principal),
    rows: rows.map((row, index) => ({
      number: row.number,
      dueDate: row.dueDate,
      payableUntil: addDays(row.dueDate, shifts[index] ?? 0),
      principal: BigInt(row.principal),
      interest: BigInt(row.interest),
      tax: BigInt(row.tax),
      fee: BigInt(row.fee),
      feeTax: BigInt(row.feeTax),
    })),
    from: FROM,
    taxRate,
    step: BigInt(step),
    half,
    defaultRate: defaultAnnualRate(rate),
    defaultTaxRate: taxRate,
    ...(defaultMonths === undefined ? {} : { defaultMonths }),
  };
}

/**
 * Generator of amounts: thousandths of an instalment, or exactly what the purpose owes.
 */
const anySize = fc.oneof(
  fc.record({ thousandths: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({ short: fc.constantFrom(0, 0, 0, 1, 2, 5, -1, -500) }),
);

const anyPurpose = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.record({
      chosen: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 0, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ prepayment: fc.constantFrom('smaller' as const, 'fewer' as const) }) },
  { weight: 1, arbitrary: fc.constant({ isPayoff: true }) },
  { weight: 1, arbitrary: fc.record({ owedAfter: fc.integer({ min: 0, max: 40 }), isFirst: fc.boolean() }) },
);

type Purpose = {
  readonly chosen?: readonly number[];
  readonly prepayment?: 'smaller' | 'fewer';
  readonly isPayoff?: boolean;
  readonly owedAfter?: number;
  readonly isFirst?: boolean;
};

export type Command = {
  readonly month: number;
  readonly offset: number;
  readonly purpose: Purpose;
  readonly size: { readonly thousandths?: number; readonly short?: number };
  readonly pricedBefore: number;
};

export const anyCommand: fc.Arbitrary<Command> = fc.record({
  month: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 26 })),
  // Many on due dates and few days about them, so that several come on one day.
  offset: fc.oneof(fc.constantFrom(-1, 0, 0, 1, 3), fc.integer({ min: 0, max: 28 })),
  purpose: anyPurpose,
  size: anySize,
  pricedBefore: fc.constantFrom(0, 0, 1, 3),
});

/** A loan's life: money of every kind and size, early, late and short, and a day to look at it. */
export const anyLife: fc.Arbitrary<Life> = fc
  .record({
    terms: anyTerms,
    commands: fc.array(anyCommand, { minLength: 1, maxLength: 7, size: 'max' }),
    after: fc.oneof(
      fc.integer({ min: 0, max: 70 }),
      fc.integer({ min: 0, max: 70 }),
      fc.constantFrom(0, 760),
    ),
  })
  .map(({ terms, commands, after }) => {
    const payments = paymentsOf(terms, commands);
    const last = payments.reduce((latest, { day }) => (day > latest ? day : latest), terms.from);
    return { terms, payments, on: addDays(last, after) };
  });

function paymentsOf(terms: OracleTerms, commands: readonly Command[]): OraclePayment[] {
  const dated = commands
    .map((command) => ({ command, day: dayOf(terms, command) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const payments: OraclePayment[] = [];
  for (const [index, { command, day }] of dated.entries()) {
    const payment = paymentOf(terms, payments, command, day);
    if (payment !== undefined) payments.push({ id: `payment ${index}`, ...payment });
  }
  return payments;
}

export function dayOf(
  { rows, from }: OracleTerms,
  { month, offset }: Pick<Command, 'month' | 'offset'>,
): CalendarDate {
  const due =
    month === 0 ? from : (rows[month - 1]?.dueDate ?? addMonthsAnchored(from, month, dayOfMonth(from)));
  const day = addDays(due, offset);
  return day < from ? from : day;
}

/** Payment of a command on a day, given earlier payments and decisions. */
export function paymentOf(
  terms: OracleTerms,
  before: readonly OraclePayment[],
  { purpose, size, pricedBefore }: Pick<Command, 'purpose' | 'size' | 'pricedBefore'>,
  day: CalendarDate,
  actions: readonly OracleAction[] = [],
): Omit<OraclePayment, 'id'> | undefined {
  const { owedAfter, isFirst, ...meant } = purpose;
  // A price does not reach back behind a day on which money in favour left (decision 0049).
  const on = before
    .filter((each) => each.amount < 0n)
    .reduce((latest, each) => (each.day > latest ? each.day : latest), addDays(day, -pricedBefore));
  const isPriced = on < day && on >= terms.from && owedAfter === undefined;
  const isExact = isPriced || size.short !== undefined;
  const asked = isExact
    ? askedFor({ terms, payments: before, actions, on: isPriced ? on : day }, purpose)
    : 0n;
  const instalment = terms.rows.reduce(
    (sum, row) => sum + row.principal + row.interest + row.tax + row.fee,
    0n,
  );
  const share = (instalment * BigInt(size.thousandths ?? 0)) / BigInt(terms.rows.length * 1000);
  const drawn = size.short === undefined ? share : asked - BigInt(size.short) * terms.step;
  const amount = (drawn / terms.step) * terms.step;
  if (owedAfter !== undefined) {
    const owedFrom = addDays(day, owedAfter);
    return amount > 0n ? { day, amount: -amount, isFirst, owedFrom } : undefined;
  }
  if (amount < 0n || (amount === 0n && purpose.isPayoff !== true)) return undefined;
  return { day, amount, ...meant, ...(isPriced && asked > 0n ? { priced: { on, amount: asked } } : {}) };
}

function askedFor(
  { terms, payments, actions, on }: Life,
  { chosen, owedAfter, prepayment }: Purpose,
): bigint {
  const { instalments, payoff, inFavour, due } = oracleStanding(terms, payments, on, actions);
  if (owedAfter !== undefined) return inFavour;
  if (prepayment !== undefined) return due + payoff / 3n;
  if (chosen === undefined) return payoff;
  return instalments
    .filter(({ number }) => chosen.includes(number))
    .flatMap(({ owed }) => Object.values(owed))
    .reduce((sum, part) => sum + part, 0n);
}
