import { describe, expect, it } from 'vitest';
import { offerDueDayChange, offerPlan, ownAnnualRate } from './agreement.ts';
import { NO_DUES } from './allocation.ts';
import { calendarDate } from '../calendar-date.ts';
import { centavos } from '../money.ts';
import type { Payment } from './payment.ts';
import {
  BASE,
  FIRST,
  ROWS,
  SECOND,
  act,
  agreed,
  agreedRow,
  agreement,
  charged,
  dues,
  paid,
  small,
  withActions,
} from '../testing/small-loan.ts';

const day = calendarDate;

describe('a plan on offer', () => {
  const terms = {
    loan: small,
    payments: [] as Payment[],
    date: day('2026-02-11'),
    count: 3,
    firstDueDate: day('2026-03-11'),
    annualRate: '0',
    waived: NO_DUES,
    payableUntil: (dueDate: string) => (dueDate === '2026-04-11' ? day('2026-04-13') : day(dueDate)),
  };

  it('spreads capital and what is carried in equal parts, the first taking the rest', () => {
    const offer = offerPlan({ ...terms, count: 7 });
    expect(offer).toMatchObject({ isOffered: true, today: 36_136, total: 36_136, cost: 0 });
    const { agreement: plan } = offer as Extract<typeof offer, { isOffered: true }>;
    expect(plan).toMatchObject({ base: BASE, waived: NO_DUES, isRefinancing: true });
    expect(
      plan.rows.map(({ number, dueDate, payableUntil }) => [number, dueDate, payableUntil]).slice(0, 3),
    ).toEqual([
      [4, '2026-03-11', '2026-03-11'],
      [5, '2026-04-11', '2026-04-13'],
      [6, '2026-05-11', '2026-05-11'],
    ]);
    expect(plan.rows.map(({ principal }) => principal)).toEqual([4286, 4286, 4286, 4286, 4286, 4285, 4285]);
    expect(plan.rows.map(({ carried }) => carried.interest)).toEqual([582, 582, 582, 582, 581, 581, 581]);
    expect(plan.rows.every(({ interest, tax, fee, feeTax }) => interest + tax + fee + feeTax === 0)).toBe(
      true,
    );
  });

  it('keeps to whole steps of the currency', () => {
    const whole = { ...small, rounding: { half: 'half-up', step: 100 } } as const;
    const offer = offerPlan({
      ...terms,
      loan: whole,
      date: day('2026-02-01'),
      firstDueDate: day('2026-03-01'),
    });
    const { agreement: plan } = offer as Extract<typeof offer, { isOffered: true }>;
    expect(plan.base).toEqual(dues({ interest: 3000, tax: 630, principal: 30_000 }));
    // 6,30 are no whole steps: the first row takes the 30 centavos too.
    expect(plan.rows.map(({ carried }) => carried.tax)).toEqual([230, 200, 200]);
  });

  it('asks interest on the capital alone, by days, with its tax', () => {
    const offer = offerPlan({ ...terms, annualRate: '0.365' });
    const { agreement: plan, cost } = offer as Extract<typeof offer, { isOffered: true }>;
    // 0,1 % a day: 28 days on 300,00, then 31 on the remainder.
    expect(plan.rows[0]).toMatchObject({ interest: 840, tax: 176 });
    expect(plan.rows[1]?.interest).toBe(Math.round((30_000 - (plan.rows[0]?.principal ?? 0)) * 0.031));
    expect(cost).toBe(plan.rows.reduce((all, { interest, tax }) => all + interest + tax, 0));
  });

  it('shows what is waived as less than paying today', () => {
    const waived = dues({ defaultInterest: 1000, defaultInterestTax: 210, principal: 5000 });
    expect(offerPlan({ ...terms, waived })).toMatchObject({ today: 36_136, total: 29_926, cost: -6210 });
  });

  it('numbers its rows above all that the loan has had', () => {
    const undone = offerPlan({
      ...terms,
      loan: agreed,
      date: day('2026-03-12'),
      firstDueDate: day('2026-04-12'),
    });
    expect(undone).toMatchObject({ agreement: { rows: [{ number: 6 }, { number: 7 }, { number: 8 }] } });
  });

  it('is refused beyond its limits', () => {
    const refusal = (change: Partial<Parameters<typeof offerPlan>[0]>) => offerPlan({ ...terms, ...change });
    const because = (reason: string) => ({ isOffered: false, reason });
    expect(refusal({ firstDueDate: day('2026-02-11') })).toEqual(because('first-due-date'));
    expect(refusal({ firstDueDate: day('2026-02-12') })).toMatchObject({ isOffered: true });
    expect(refusal({ firstDueDate: day('2026-03-28') })).toMatchObject({ isOffered: true });
    expect(refusal({ firstDueDate: day('2026-03-29') })).toEqual(because('first-due-date'));
    expect(ownAnnualRate(small)).toBe('1.825000');
    expect(refusal({ annualRate: '1.825000' })).toMatchObject({ isOffered: true });
    expect(refusal({ annualRate: '1.825001' })).toEqual(because('rate'));
    expect(refusal({ annualRate: '-0.1' })).toEqual(because('rate'));
    for (const count of [0, -1, 1.5, Number.NaN]) expect(refusal({ count })).toEqual(because('count'));
    // A row would ask for nothing.
    expect(refusal({ count: 40_000 })).toEqual(because('count'));
    expect(refusal({ waived: dues({ fee: 1 }) })).toEqual(because('waived'));
    expect(refusal({ waived: dues({ interest: -1 }) })).toEqual(because('waived'));
    expect(refusal({ waived: BASE })).toEqual(because('waived'));
    expect(refusal({ payments: [{ ...paid('2026-02-10', 90_000), isPayoff: true }] })).toEqual(
      because('nothing-owed'),
    );
  });
});

describe('a change of the due day', () => {
  const terms = {
    loan: charged,
    payments: [paid('2026-02-01', 14_840)],
    date: day('2026-02-11'),
    day: 10,
    payableUntil: (dueDate: string) => day(dueDate),
  };
  const changed = (change: Partial<Parameters<typeof offerDueDayChange>[0]> = {}) => {
    const offer = offerDueDayChange({ ...terms, ...change });
    return offer as Extract<typeof offer, { isOffered: true }>;
  };

  it('moves all due dates, and asks the interest of the days between of the first row only', () => {
    const offer = changed();
    // Nine of 28 days of 30,00 are 9,64.
    expect(offer).toMatchObject({
      isOffered: true,
      added: 964 + 202,
      agreement: { isRefinancing: false, waived: NO_DUES },
    });
    expect(offer.agreement.rows).toEqual([
      {
        ...agreedRow(
          4,
          '2026-03-10',
          { principal: 10_000, interest: 3000 - 1071 + 964, tax: 630 - 225 + 202 },
          dues({ interest: 1071, tax: 225 }),
        ),
        fee: 1000,
        feeTax: 210,
      },
      {
        ...agreedRow(5, '2026-04-10', { principal: 10_000, interest: 3000, tax: 630 }),
        fee: 1000,
        feeTax: 210,
      },
    ]);
    expect(offer.total).toBe(2 * 14_840 + 964 + 202);
  });

  it('goes to the next month for a day that has passed, and to the last day of a short one', () => {
    const dates = (offer: ReturnType<typeof changed>) => offer.agreement.rows.map(({ dueDate }) => dueDate);
    expect(dates(changed({ day: 31 }))).toEqual(['2026-03-31', '2026-04-30']);
    const late = {
      ...charged,
      schedule: {
        ...charged.schedule,
        rows: charged.schedule.rows.map((each) => ({
          ...each,
          dueDate: day(`${each.dueDate.slice(0, 8)}20`),
          payableUntil: day(`${each.dueDate.slice(0, 8)}20`),
        })),
      },
    };
    expect(dates(changed({ loan: late, payments: [] }))).toEqual(['2026-03-10', '2026-04-10', '2026-05-10']);
  });

  it('moves a row that can still be paid, whose interest has accrued', () => {
    const weekend = {
      ...small,
      schedule: {
        ...small.schedule,
        rows: small.schedule.rows.map((each, index) =>
          index === 1 ? { ...each, payableUntil: day('2026-03-02') } : each,
        ),
      },
    };
    const offer = changed({ loan: weekend, payments: [paid('2026-02-01', 13_630)], date: day('2026-03-02') });
    // Eight days from 2 March, after 28 days of 30,00.
    expect(offer.agreement.rows[0]).toMatchObject({
      interest: 857,
      tax: 180,
      carried: { interest: 3000, tax: 630 },
    });
  });

  it('adds the interest of a row paid whole ahead to the next', () => {
    const payments = [paid('2026-02-01', 14_840), paid('2026-02-02', 14_840, { instalments: [2] })];
    const offer = changed({ payments });
    // Row 2's 20,40 of days to come are free again and have paid capital of row 3.
    expect(offer.agreement.rows).toHaveLength(1);
    expect(offer.agreement.rows[0]).toMatchObject({
      dueDate: '2026-04-10',
      interest: 3000 + 1929 + 871,
      fee: 1000,
    });
    expect(offer.agreement.base.principal).toBe(10_000 - (1929 + 405 + 1210));
  });

  it('drops a row for which nothing is left to ask, and asks no interest of a loan without any', () => {
    const free = {
      ...small,
      schedule: {
        ...small.schedule,
        rows: small.schedule.rows.map((each) => ({
          ...each,
          interest: centavos(0),
          tax: centavos(0),
          amount: each.principal,
        })),
      },
    };
    const offer = changed({
      loan: free,
      payments: [paid('2026-01-20', 10_000, { instalments: [] })],
      date: day('2026-01-20'),
      day: 5,
    });
    expect(offer).toMatchObject({ added: 0, total: 20_000 });
    expect(offer.agreement.rows.map(({ dueDate, number }) => [dueDate, number])).toEqual([
      ['2026-03-05', 5],
      ['2026-04-05', 6],
    ]);
  });

  it('keeps rows that an agreement accepted, with what they carry, and skips those that ended', () => {
    const offer = changed({ loan: agreed, payments: [], day: 15 });
    expect(offer.agreement.rows).toEqual([
      {
        ...ROWS[0],
        number: 6,
        dueDate: '2026-03-15',
        payableUntil: '2026-03-15',
        interest: 500 + 71,
        tax: 105 + 15,
      },
      { ...ROWS[1], number: 7, dueDate: '2026-04-15', payableUntil: '2026-04-15' },
    ]);
  });

  it('is refused where it cannot be', () => {
    const refusal = (change: Partial<Parameters<typeof offerDueDayChange>[0]>) =>
      offerDueDayChange({ ...terms, ...change });
    const because = (reason: string) => ({ isOffered: false, reason });
    for (const other of [0, 32, 1.5]) expect(refusal({ day: other })).toEqual(because('day'));
    expect(refusal({ day: 1 })).toEqual(because('day'));
    expect(refusal({ payments: [] })).toEqual(because('overdue'));
    expect(
      refusal({ payments: [paid('2026-02-01', 14_840), paid('2026-02-11', -500, { id: 'gone' })] }),
    ).toEqual(because('overdue'));
    const accelerated = withActions(charged, act('2026-02-11', { kind: 'accelerate' }));
    expect(refusal({ loan: accelerated })).toEqual(because('overdue'));
    expect(refusal({ payments: [{ ...paid('2026-02-01', 90_000), isPayoff: true }] })).toEqual(
      because('nothing-owed'),
    );
    // Two rows of one month cannot both fall on one day.
    const rows = [
      agreedRow(4, '2026-03-02', { principal: 15_000 }, FIRST),
      agreedRow(5, '2026-03-30', { principal: 15_000 }, SECOND),
    ];
    expect(refusal({ loan: withActions(small, agreement({ rows })), payments: [], day: 10 })).toEqual(
      because('day'),
    );
  });
});
