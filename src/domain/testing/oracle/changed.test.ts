import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../calendar-date.ts';
import { evenTerms } from './even-terms.ts';
import { oracleStanding } from './oracle.ts';
import {
  type OracleAction,
  type OracleAgreedRow,
  type OraclePayment,
  type OracleStanding,
  type Parts,
  noParts,
} from './terms.ts';

const day = calendarDate;

const terms = evenTerms('2026-02-02');

type Event = Omit<OraclePayment, 'id'> | Undated;
type Undated = OracleAction extends infer T ? (T extends unknown ? Omit<T, 'id' | 'after'> : never) : never;

/** Standing after events in order of booking. */
function on(date: string, ...events: Event[]): OracleStanding {
  const payments: OraclePayment[] = [];
  const actions: OracleAction[] = [];
  for (const event of events) {
    if ('kind' in event) actions.push({ ...event, id: `action ${actions.length}`, after: payments.length });
    else payments.push({ ...event, id: `payment ${payments.length}` });
  }
  return oracleStanding(terms, payments, day(date), actions);
}

const paid = (date: string, amount: bigint, more: Partial<OraclePayment> = {}) => ({
  day: day(date),
  amount,
  ...more,
});

const parts = (some: Partial<Parts>): Parts => ({ ...noParts(), ...some });

const overdueOn = (date: string, ...events: Event[]) => on(date, ...events).overdue;

describe('pause', () => {
  const pause = (from: string, to: string) =>
    ({ kind: 'pause', on: day('2026-02-03'), from: day(from), to: day(to) }) as const;

  it('adds no default interest on its days, both included', () => {
    // From 3 to 6 February only the 3rd and the 6th count: 2 × 121.
    expect(overdueOn('2026-02-06', pause('2026-02-04', '2026-02-05'))).toBe(13_630n + 242n);
    expect(on('2026-02-06', pause('2026-02-04', '2026-02-05')).daysLate).toBe(4);
  });

  it('may overlap another', () => {
    const both = [pause('2026-02-04', '2026-02-05'), pause('2026-02-05', '2026-02-06')];
    expect(overdueOn('2026-02-06', ...both)).toBe(13_630n + 121n);
  });
});

describe('waiver', () => {
  const waive = (date: string, amount: bigint, more: { instalment?: number; part?: 'principal' } = {}) =>
    ({ kind: 'waive', on: day(date), amount, ...more }) as const;

  it('lets off the oldest in the order in which money pays it', () => {
    // Two days late: default interest 200 and its tax 42, and 58 of the interest.
    const { instalments, overdue } = on('2026-02-04', waive('2026-02-04', 300n));
    expect(instalments[0]?.waived).toEqual(parts({ default: 200n, defaultTax: 42n, interest: 58n }));
    expect(overdue).toBe(13_630n - 58n);
  });

  it('changes nothing on the days before', () => {
    expect(on('2026-02-03', waive('2026-02-04', 300n))).toEqual(on('2026-02-03'));
  });

  it('ends default interest on the capital that it lets off', () => {
    // (2 × 10.000 + 6000) × 3,65 / 365 = 260, and 55 of tax.
    const capital = waive('2026-02-04', 4000n, { instalment: 1, part: 'principal' });
    expect(overdueOn('2026-02-05', capital)).toBe(3630n + 6000n + 260n + 55n);
  });

  it('lets off of an instalment to come its capital and the interest accrued', () => {
    // The second period begins on 1 February: 3 of its 28 days are 321 of interest and 67 of tax.
    const { instalments } = on('2026-02-04', waive('2026-02-04', 15_000n, { instalment: 2 }));
    expect(instalments[1]?.waived).toEqual(parts({ interest: 321n, tax: 67n, principal: 10_000n }));
    expect(instalments[1]?.owed).toEqual(parts({ interest: 2679n, tax: 563n }));
  });

  it('closes the loan of which nothing is left to close', () => {
    expect(on('2026-01-11', waive('2026-01-11', 31_170n)).payoff).toBe(1n);
    expect(on('2026-01-11', waive('2026-01-11', 50_000n)).owed).toBe(0n);
  });

  it('gives no money back for what exceeds the debt', () => {
    const favour = paid('2026-01-11', 1000n, { chosen: [] });
    const { owed, inFavour, instalments } = on('2026-01-11', favour, waive('2026-01-11', 50_000n));
    expect({ owed, inFavour }).toEqual({ owed: 0n, inFavour: 0n });
    // Row 1 with 1171 and row 2 are let off whole, of row 3 all but the 1000 in favour.
    expect(instalments[2]).toMatchObject({ paid: { principal: 1000n }, waived: { principal: 9000n } });
  });

  it('does not let off a shortfall', () => {
    const { payoff, shortfalls } = on('2026-01-21', paid('2026-01-20', -500n), waive('2026-01-21', 29_000n));
    expect(shortfalls[0]?.owed.principal).toBe(500n);
    // Closing costs 500 and a day of default interest, 5 and 1; 30.000; and 20 of 31 days: 1935 and 406.
    expect(payoff).toBe(506n + 30_000n + 1935n + 406n - 29_000n);
  });

  it('counts after a payment of the day that was booked before, and before one booked after', () => {
    const money = paid('2026-02-04', 242n);
    const interest = { default: 242n - 42n, defaultTax: 42n };
    const before = on('2026-02-04', money, waive('2026-02-04', 242n)).instalments[0];
    expect(before).toMatchObject({ paid: interest, waived: { interest: 242n } });
    const after = on('2026-02-04', waive('2026-02-04', 242n), money).instalments[0];
    expect(after).toMatchObject({ paid: { interest: 242n }, waived: interest });
  });
});

describe('settlement offer', () => {
  const offer = {
    kind: 'settlement-offer',
    on: day('2026-01-11'),
    amount: 20_000n,
    until: day('2026-01-31'),
  } as const;
  const named = (date: string, amount: bigint) => paid(date, amount, { offer: 'action 0' });

  it('ends the debt with the payment that completes it', () => {
    const events = [offer, named('2026-01-15', 12_000n), named('2026-01-20', 9000n)];
    const { owed, inFavour, instalments } = on('2026-01-20', ...events);
    expect({ owed, inFavour }).toEqual({ owed: 0n, inFavour: 1000n });
    // 13.630 pay the first row and 6370 of the second. 19 of 31 days are 1839 and 386, so 1405 and 3630 were paid
    // ahead: they pay capital of the second, 2740 + 5035.
    expect(instalments.map((row) => row.paid)).toEqual([
      parts({ interest: 1839n, tax: 386n, principal: 10_000n }),
      parts({ principal: 7775n }),
      parts({}),
    ]);
    expect(instalments.map(({ waived }) => waived.principal)).toEqual([0n, 2225n, 10_000n]);
  });

  it('leaves what was in favour before, and all that comes later', () => {
    const events = [offer, paid('2026-01-12', 700n, { chosen: [] }), named('2026-01-20', 20_000n)];
    expect(on('2026-01-21', ...events, paid('2026-01-21', 50n)).inFavour).toBe(750n);
  });

  it('has no effect if it is not completed by its last day', () => {
    const events = [named('2026-01-15', 12_000n), named('2026-02-01', 8000n)];
    const ordinary = events.map((each) => ({ ...each, offer: undefined }));
    expect(on('2026-02-05', offer, ...events)).toEqual(on('2026-02-05', ...ordinary));
    expect(on('2026-01-31', offer, named('2026-01-15', 12_000n), named('2026-01-31', 8000n)).owed).toBe(0n);
  });

  it('is completed by a late report', () => {
    const short = [offer, named('2026-01-15', 12_000n), paid('2026-02-03', 500n)];
    expect(on('2026-02-03', ...short).owed).toBeGreaterThan(0n);
    expect(on('2026-02-03', ...short, named('2026-01-30', 8000n))).toMatchObject({
      owed: 0n,
      inFavour: 500n,
    });
  });

  it('counts what names it before the other payments of the day', () => {
    const both = [paid('2026-01-20', 3000n), named('2026-01-20', 20_000n)];
    expect(on('2026-01-20', offer, ...both).inFavour).toBe(3000n);
  });

  it('ends a shortfall too', () => {
    const short = paid('2026-01-12', -500n);
    const { shortfalls } = on('2026-01-20', offer, short, named('2026-01-20', 20_000n));
    // The shortfall is due, so it is paid before the instalments to come: nothing of it is waived.
    expect(shortfalls[0]?.paid.principal).toBe(500n);
    const small = { ...offer, amount: 300n };
    expect(on('2026-01-20', small, short, named('2026-01-20', 300n)).shortfalls[0]).toMatchObject({
      paid: { default: 40n, defaultTax: 8n, principal: 252n },
      waived: { principal: 248n },
    });
  });
});

describe('agreement', () => {
  /** Owed on 4 February: two days late, and 3 of 28 days of the second period. */
  const base = parts({ default: 200n, defaultTax: 42n, interest: 3321n, tax: 697n, principal: 30_000n });
  const carried = parts({ default: 100n, defaultTax: 21n, interest: 1661n, tax: 349n });
  const row = (number: number, dueDate: string, more: Partial<OracleAgreedRow> = {}): OracleAgreedRow => ({
    number,
    dueDate: day(dueDate),
    payableUntil: day(dueDate),
    principal: 15_000n,
    interest: 280n,
    tax: 59n,
    fee: 0n,
    feeTax: 0n,
    carried,
    ...more,
  });
  const rest = parts({ default: 100n, defaultTax: 21n, interest: 1660n, tax: 348n });
  const rows = [row(4, '2026-03-04'), row(5, '2026-04-04', { carried: rest })];
  const agreed = {
    kind: 'agreement',
    on: day('2026-02-04'),
    base,
    waived: noParts(),
    rows,
    isRefinancing: true,
  } as const;

  it('moves what has accrued of the open rows into its own', () => {
    const { instalments, owed, due, overdue, daysLate } = on('2026-02-04', agreed);
    expect(instalments.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(instalments.map(({ moved }) => moved)).toEqual([
      parts({ default: 200n, defaultTax: 42n, interest: 3000n, tax: 630n, principal: 10_000n }),
      parts({ interest: 321n, tax: 67n, principal: 10_000n }),
      parts({ principal: 10_000n }),
      noParts(),
      noParts(),
    ]);
    expect(instalments[1]?.charged).toEqual(instalments[1]?.moved);
    expect(owed).toBe(34_260n + 2n * 339n);
    expect({ due, overdue, daysLate }).toEqual({ due: 0n, overdue: 0n, daysLate: 0 });
  });

  it('accrues the new interest evenly, and the carried amounts from the beginning', () => {
    expect(on('2026-02-04', agreed).payoff).toBe(34_260n);
    // 7 of the 28 days to 4 March: 70 of interest and 15 of tax.
    expect(on('2026-02-11', agreed).payoff).toBe(34_260n + 70n + 15n);
    // The whole first row, and 1 of the 31 days of the second: 9 and 2. Its capital is late a day: 150 and 32.
    expect(on('2026-03-05', agreed).payoff).toBe(34_260n + 339n + 11n + 182n);
  });

  it('ends a settlement offer, unless it only moves the due dates', () => {
    const offer = {
      kind: 'settlement-offer',
      on: day('2026-02-03'),
      amount: 5000n,
      until: day('2026-02-20'),
    } as const;
    const named = paid('2026-02-06', 5000n, { offer: 'action 0' });
    expect(on('2026-02-06', offer, agreed, named).owed).toBe(34_260n + 2n * 339n - 5000n);
    expect(on('2026-02-06', offer, { ...agreed, isRefinancing: false }, named).owed).toBe(0n);
  });

  it('uses money paid ahead and in favour first', () => {
    const ahead = paid('2026-01-05', 13_630n, { chosen: [3] });
    const favour = paid('2026-01-05', 1000n, { chosen: [] });
    const { instalments, inFavour } = on('2026-02-04', ahead, favour, { ...agreed, on: day('2026-01-11') });
    // 968 and 203 have accrued. The 3630 paid ahead and the 1000 pay them and 3459 of capital.
    expect(inFavour).toBe(0n);
    expect(instalments[0]).toMatchObject({
      paid: { interest: 968n, tax: 203n, principal: 3459n },
      moved: { principal: 6541n },
    });
    expect(instalments[2]).toMatchObject({ charged: { interest: 0n }, paid: { principal: 10_000n } });
  });

  it('has no rows if nothing is left', () => {
    const all = paid('2026-02-04', 34_260n, { chosen: [] });
    const { instalments, owed, inFavour } = on('2026-02-04', all, agreed);
    expect(instalments).toHaveLength(3);
    expect({ owed, inFavour }).toEqual({ owed: 0n, inFavour: 0n });
  });

  it('waives what it says, component by component', () => {
    const less = rows.map((each) => ({ ...each, carried: { ...each.carried, default: 0n, defaultTax: 0n } }));
    const waived = parts({ default: 200n, defaultTax: 42n });
    const { instalments, payoff } = on('2026-02-04', { ...agreed, waived, rows: less });
    expect(instalments[0]).toMatchObject({ waived, moved: { default: 0n, principal: 10_000n } });
    expect(payoff).toBe(34_260n - 242n);
  });

  it('asks what it finds more in a row of its own, due on its day', () => {
    // A payment of 5000 counted at the acceptance and was taken back: it had paid 3000, 630 and 1370.
    const counted = { ...base, interest: 321n, tax: 67n, principal: 28_630n };
    const fewer = [row(4, '2026-03-04', { principal: 13_630n, carried: parts({ default: 200n }) })];
    const more = { ...agreed, base: counted, rows: [...fewer, row(5, '2026-04-04', { carried: noParts() })] };
    const { instalments, overdue, daysLate } = on('2026-02-05', more);
    expect(instalments[3]).toMatchObject({ number: 6, dueDate: '2026-02-04', state: 'delayed', daysLate: 1 });
    // A day late on 1370 of capital: 14 and 3.
    expect(instalments[3]?.owed).toEqual(
      parts({ default: 14n, defaultTax: 3n, interest: 3000n, tax: 630n, principal: 1370n }),
    );
    expect({ overdue, daysLate }).toEqual({ overdue: 5017n, daysLate: 1 });
  });

  it('takes what it finds less off the first rows', () => {
    // 20.000 of 3 February, reported after the agreement: a day of default interest (121) and the first row, and
    // 6249 of the second, of which 3630 were paid ahead. All of it has paid 121, 3630, 388 and 15.861 of capital.
    const { instalments } = on('2026-02-04', agreed, paid('2026-02-03', 20_000n));
    expect(instalments[3]).toMatchObject({
      charged: { interest: 280n, tax: 59n, principal: 0n, default: 0n },
      state: 'pending',
    });
    expect(instalments[4]).toMatchObject({
      charged: { interest: 280n, tax: 59n, principal: 14_139n },
    });
    expect(on('2026-02-04', agreed, paid('2026-02-03', 20_000n)).payoff).toBe(14_139n);
  });

  it('ends a shortfall, and is replaced by the next', () => {
    const short = [paid('2026-01-20', -500n, { owedFrom: day('2026-02-04') }), agreed];
    const { shortfalls, instalments } = on('2026-02-04', ...short);
    expect(shortfalls[0]).toMatchObject({ number: 6, moved: { principal: 500n }, owed: { principal: 0n } });
    expect(instalments[3]).toMatchObject({ number: 7, owed: { principal: 500n } });
    const again = { ...agreed, on: day('2026-02-05'), base: { ...base, principal: 30_000n }, rows: [] };
    const next = on('2026-02-05', agreed, { ...again, base: noParts() });
    expect(next.instalments.slice(0, 5).every(({ owed }) => owed.principal === 0n)).toBe(true);
    // A day of the 28 is 10 of interest and 2 of tax.
    expect(next.instalments[5]?.owed).toEqual({ ...base, interest: 3331n, tax: 699n });
  });

  it('is the plan that a prepayment plans again, after all that is carried', () => {
    // 4260 are carried, 15.000 lower the capital; the rest is planned at 280 / 30.000 and 280 / 15.000.
    const { instalments, payoff } = on(
      '2026-02-04',
      agreed,
      paid('2026-02-04', 19_260n, { prepayment: 'smaller' }),
    );
    expect(payoff).toBe(15_000n);
    // 15.000 over 1 / 1,011293 + 1 / (1,011293 × 1,022587) is 7669, of which 140 are interest and 29 tax.
    expect(instalments.slice(3).map(({ owed }) => owed)).toEqual([
      parts({ interest: 140n, tax: 29n, principal: 7500n }),
      parts({ interest: 140n, tax: 29n, principal: 7500n }),
    ]);
  });
});

describe('acceleration', () => {
  const accelerate = { kind: 'accelerate', on: day('2026-01-11') } as const;

  it('makes the whole loan due for what closes it', () => {
    expect(on('2026-01-11', accelerate)).toMatchObject({ due: 31_171n, overdue: 31_171n, daysLate: 0 });
    expect(on('2026-01-12', accelerate)).toMatchObject({ overdue: on('2026-01-12').payoff, daysLate: 1 });
    const late = { ...accelerate, on: day('2026-02-05') };
    expect(on('2026-02-06', late).daysLate).toBe(4);
  });

  it('does not change what accrues', () => {
    for (const date of ['2026-02-02', '2026-02-04', '2026-03-15'])
      expect(on(date, accelerate).payoff).toBe(on(date).payoff);
  });

  it('costs no interest on capital that is paid', () => {
    // 5000 pay the accrued 968 and 203, and 3829 of capital. First row, on 26.171: 10 % for 21 of 31 days, 1773 and
    // 372 of tax; the others as agreed.
    const { instalments, payoff } = on('2026-02-01', accelerate, paid('2026-01-11', 5000n));
    expect(instalments.map(({ owed }) => owed)).toEqual([
      parts({ interest: 1773n, tax: 372n, principal: 6171n }),
      parts({ interest: 3000n, tax: 630n, principal: 10_000n }),
      parts({ interest: 3000n, tax: 630n, principal: 10_000n }),
    ]);
    expect(payoff).toBe(28_316n);
    const both = [paid('2026-01-11', 1500n), paid('2026-01-11', 3500n)];
    expect(on('2026-02-01', accelerate, ...both).payoff).toBe(28_316n);
  });

  it('ends a row whose capital is paid without its charge', () => {
    const rows = terms.rows.map((row) => ({ ...row, fee: 1000n, feeTax: 210n }));
    const actions = [{ ...accelerate, id: 'accelerated', after: 0 }];
    const payments = [{ id: 'payment', ...paid('2026-01-11', 13_171n) }];
    const { instalments, payoff } = oracleStanding({ ...terms, rows }, payments, day('2026-02-01'), actions);
    expect(instalments[0]).toMatchObject({
      charged: parts({ interest: 968n, tax: 203n, principal: 10_000n }),
      state: 'payed',
      settledOn: '2026-01-11',
    });
    // Second row, on 18.000: 10 % for 21 of 31 days plus 15 % for its own period, 3919 and 823 of tax.
    expect(instalments.slice(1).map(({ owed }) => owed)).toEqual([
      parts({ interest: 3919n, tax: 823n, fee: 1000n, feeTax: 210n, principal: 8000n }),
      parts({ interest: 3000n, tax: 630n, fee: 1000n, feeTax: 210n, principal: 10_000n }),
    ]);
    // The first 21 days, at 10 %.
    expect(payoff).toBe(18_000n + 1219n + 256n);
  });

  it('pays other rows with what a row paid whole has for days to come', () => {
    // 3630 pay 968, 203 and 2459 of the first row's capital. First row, on 17.541: 10 % for 21 of 31 days, 1188 and
    // 249 of tax; second row: 15 % of 10.000.
    const ahead = paid('2026-01-05', 13_630n, { chosen: [3] });
    const { instalments, payoff } = on('2026-02-01', ahead, accelerate);
    expect(instalments.map(({ owed }) => owed)).toEqual([
      parts({ interest: 1188n, tax: 249n, principal: 7541n }),
      parts({ interest: 1500n, tax: 315n, principal: 10_000n }),
      noParts(),
    ]);
    expect(payoff).toBe(18_978n);
    // A centavo less leaves one more to pay.
    const part = paid('2026-01-05', 13_629n, { chosen: [3] });
    expect(on('2026-02-01', part, accelerate).payoff).toBe(18_979n);
  });

  it('bears interest as agreed on capital that is waived', () => {
    const waive = { kind: 'waive', on: day('2026-01-11'), amount: 5000n, instalment: 2 } as const;
    expect(on('2026-02-01', accelerate, waive).payoff).toBe(13_630n + 5000n + 10_000n);
  });

  it('pays with what is in favour, and closes the loan that it covers', () => {
    const favour = (amount: bigint) => paid('2026-01-05', amount, { chosen: [] });
    expect(on('2026-01-11', favour(3000n), accelerate)).toMatchObject({ inFavour: 0n, overdue: 28_171n });
    expect(on('2026-01-11', favour(31_200n), accelerate)).toMatchObject({ inFavour: 29n, owed: 0n });
    expect(on('2026-01-12', accelerate, paid('2026-01-11', 31_171n))).toMatchObject({ owed: 0n });
  });

  it('is ended by an agreement', () => {
    const rows = [
      { ...terms.rows[2]!, number: 4, principal: 30_000n, carried: parts({ interest: 968n, tax: 203n }) },
    ];
    const base = parts({ interest: 968n, tax: 203n, principal: 30_000n });
    const agreed = {
      kind: 'agreement',
      on: day('2026-01-11'),
      base,
      waived: noParts(),
      rows,
      isRefinancing: true,
    };
    expect(on('2026-01-12', accelerate, agreed as Undated)).toMatchObject({
      due: 0n,
      overdue: 0n,
      daysLate: 0,
    });
  });
});

describe('suit', () => {
  const limited = { ...terms, defaultMonths: 1 };
  const sued = (date: string) => ({ kind: 'sued', id: 'suit', on: day(date), after: 0 }) as const;
  const defaultOn = (date: string, ...actions: OracleAction[]) =>
    oracleStanding(limited, [], day(date), actions).instalments[0]?.charged.default;

  it('keeps alive the default interest that would end later', () => {
    // The days from 3 February to 1 March are 27.
    expect(defaultOn('2026-03-05')).toBe(2700n);
    expect(defaultOn('2026-03-05', sued('2026-03-01'))).toBe(3100n);
  });

  it('leaves ended what had ended by its day', () => {
    expect(defaultOn('2026-03-05', sued('2026-03-02'))).toBe(2700n);
  });
});
