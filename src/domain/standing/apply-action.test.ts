import { describe, expect, it } from 'vitest';
import { agreementBase } from './agreement.ts';
import { NO_DUES, totalDues } from './allocation.ts';
import { auditStanding } from './audit.ts';
import { calendarDate } from '../calendar-date.ts';
import { centavos } from '../money.ts';
import type { Payment } from './payment.ts';
import { prepaymentQuote, settlementQuote } from './early-payment.ts';
import { type LoanStanding, loanStanding, payoffToPay } from './standing.ts';
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

const on = (date: string, payments: Payment[] = [], loan = agreed): LoanStanding => {
  const standing = loanStanding(loan, payments, day(date));
  expect(auditStanding(loan, payments, standing)).toEqual([]);
  return standing;
};

const row = ({ instalments }: LoanStanding, number: number) =>
  instalments.find((each) => each.number === number);

describe('an agreement', () => {
  it('ends every open row, which is charged what had accrued and owes nothing', () => {
    const standing = on('2026-02-11');
    expect(row(standing, 1)).toMatchObject({
      isReplaced: true,
      replacedBy: 'agreement',
      agreement: null,
      settledOn: '2026-02-11',
      total: 0,
      moved: { defaultInterest: 1000, defaultInterestTax: 210, interest: 3000, tax: 630, principal: 10_000 },
    });
    expect(row(standing, 2)?.moved).toMatchObject({ interest: 1071, tax: 225, principal: 10_000 });
    expect(row(standing, 3)).toMatchObject({ moved: { interest: 0, tax: 0, principal: 10_000 }, total: 0 });
    expect(row(standing, 3)?.charged.interest).toBe(0);
  });

  it('puts its rows in force', () => {
    const standing = on('2026-02-11');
    expect(standing).toMatchObject({
      agreement: 'agreement',
      daysLate: 0,
      overdue: 0,
      nextDueDate: '2026-03-11',
    });
    expect(standing.plan.map(({ number, days, amount }) => [number, days, amount])).toEqual([
      [4, 28, 15_000 + 605 + 3736],
      [5, 31, 15_000 + 303 + 2400],
    ]);
    expect(row(standing, 4)).toMatchObject({ isReplaced: false, agreement: 'agreement', carried: FIRST });
  });

  it('accrues new interest evenly over the period, and carried amounts from the beginning', () => {
    expect(on('2026-02-11').payoff).toEqual(BASE);
    // 14 of 28 days.
    expect(on('2026-02-25').payoff).toEqual({ ...BASE, interest: 4071 + 250, tax: 855 + 53 });
    const closed = on('2026-02-25', [{ ...paid('2026-02-25', 60_000), isPayoff: true }]);
    expect(closed).toMatchObject({ isSettled: true, credit: 60_000 - totalDues(BASE) - 303 });
  });

  it('adds default interest only on the capital of its own rows', () => {
    const late = on('2026-03-16');
    expect(late).toMatchObject({ daysLate: 5, overdue: 15_000 + 605 + 3736 + 750 + 158 });
    expect(row(late, 4)?.charged.defaultInterest).toBe(1000 + 750);
    expect(row(late, 1)?.charged.defaultInterest).toBe(1000);
  });

  it('accrues a new charge on the due date, and a carried one from the beginning', () => {
    const base = { ...BASE, fee: centavos(1000), feeTax: centavos(210) };
    const rows = [
      {
        ...agreedRow(4, '2026-03-11', { principal: 30_000 }, { ...base, principal: centavos(0) }),
        fee: centavos(400),
        feeTax: centavos(84),
      },
    ];
    const loan = withActions(charged, agreement({ base, rows }));
    expect(on('2026-03-10', [], loan).payoff).toEqual(base);
    expect(on('2026-03-11', [], loan).payoff).toEqual({ ...base, fee: 1400, feeTax: 294 });
    // A charge paid ahead is given back on closing, the carried one is not.
    const payments = [paid('2026-03-01', 7830, { instalments: [4] })];
    expect(on('2026-03-02', payments, loan).paidForDaysToCome.onClosing).toBe(484);
  });

  it('is paid before with what was paid ahead and with money in favour', () => {
    const payments = [paid('2026-02-01', 13_630), paid('2026-02-05', 13_630, { instalments: [3] })];
    const inFavour = [...payments, paid('2026-02-06', 700, { instalments: [] })];
    const base = agreementBase(small, inFavour, day('2026-02-11'));
    expect(base).toEqual(dues({ principal: 10_000 + 1296 - 3630 - 700 }));
    const rows = [agreedRow(4, '2026-03-11', { principal: base.principal })];
    const standing = on('2026-02-11', inFavour, withActions(small, agreement({ base, rows })));
    expect(standing).toMatchObject({ credit: 0, payoffTotal: base.principal });
    // Row 3 keeps its capital paid, and is charged no interest of days to come.
    expect(row(standing, 3)).toMatchObject({ isReplaced: false, total: 0, settledOn: '2026-02-05' });
    expect(row(standing, 3)?.charged).toEqual(dues({ principal: 10_000 }));
    expect(on('2026-06-11', inFavour, withActions(small, agreement({ base, rows }))).payoff.interest).toBe(0);
  });

  it('has no rows if nothing is left to pay', () => {
    const closing = { ...paid('2026-02-10', 50_000), isPayoff: true };
    expect(on('2026-02-11', [closing])).toMatchObject({ isSettled: true, agreement: null });
    // Paid ahead it costs nothing to close.
    const ahead = [paid('2026-01-02', 39_000, { instalments: [1, 2, 3] })];
    expect(on('2026-02-11', ahead)).toMatchObject({ isSettled: true, agreement: null, outstandingTotal: 0 });
    expect(agreementBase(small, ahead, day('2026-02-11'))).toEqual(NO_DUES);
  });

  it('waives by component, from the oldest row', () => {
    const waived = dues({ defaultInterest: 1000, defaultInterestTax: 210, principal: 12_000 });
    const rows = [agreedRow(4, '2026-03-11', { principal: 18_000 }, dues({ interest: 4071, tax: 855 }))];
    const standing = on('2026-02-11', [], withActions(small, agreement({ waived, rows })));
    expect(row(standing, 1)?.waived).toMatchObject({ defaultInterest: 1000, principal: 10_000 });
    expect(row(standing, 2)?.waived).toMatchObject({ principal: 2000 });
    expect(standing).toMatchObject({ principalWaived: 12_000, payoffTotal: 18_000 + 4071 + 855 });
  });

  it('without rows waives all, and a difference is due at once', () => {
    const all = withActions(small, agreement({ waived: BASE, rows: [] }));
    expect(on('2026-02-11', [], all)).toMatchObject({
      isSettled: true,
      principalWaived: 30_000,
      agreement: null,
    });
    const known = agreementBase(small, [paid('2026-02-05', 5000)], day('2026-02-11'));
    const back = withActions(small, agreement({ base: known, waived: known, rows: [] }));
    expect(on('2026-02-12', [], back)).toMatchObject({ isSettled: false, daysLate: 1 });
    expect(row(on('2026-02-12', [], back), 4)).toMatchObject({
      dueDate: '2026-02-11',
      agreement: 'agreement',
    });
  });

  it('moves a shortfall too, unless it is owed later', () => {
    const gone = (from: string) => ({ ...paid('2026-01-05', -500), owedFrom: day(from) });
    const base = { ...BASE, ...agreementBase(small, [gone('2026-02-11')], day('2026-02-11')) };
    expect(base.principal).toBe(30_500);
    const rows = [agreedRow(5, '2026-03-11', { principal: 30_500 }, { ...base, principal: centavos(0) })];
    const moved = on('2026-02-11', [gone('2026-02-11')], withActions(small, agreement({ base, rows })));
    expect(row(moved, 4)).toMatchObject({ isShortfall: true, isReplaced: true, moved: { principal: 500 } });
    expect(moved).toMatchObject({ shortfall: 0, shortfallEnded: 500 });
    // A later shortfall takes a number after the accepted ones.
    const later = on('2026-03-02', [gone('2026-03-01')], agreed);
    expect(later).toMatchObject({ shortfall: 500, shortfallEnded: 0, agreement: 'agreement' });
    expect(row(later, 6)).toMatchObject({ isShortfall: true, isReplaced: false });
  });

  it('lowers no default interest that a replaced row had', () => {
    expect(row(on('2026-08-11'), 1)?.charged).toEqual(row(on('2026-02-11'), 1)?.charged);
  });

  it('can be followed by another', () => {
    const found = agreementBase(agreed, [], day('2026-03-16'));
    const rows = [
      agreedRow(6, '2026-04-16', { principal: found.principal }, { ...found, principal: centavos(0) }),
    ];
    const second = { ...agreement({ base: found, rows }, '2026-03-16'), id: 'second' };
    const standing = on('2026-03-16', [], withActions(small, agreement(), second));
    expect(standing).toMatchObject({ agreement: 'second', daysLate: 0 });
    expect(row(standing, 4)).toMatchObject({
      isReplaced: true,
      replacedBy: 'second',
      agreement: 'agreement',
    });
    expect(standing.plan.map(({ number }) => number)).toEqual([6]);
  });

  it('ends an acceleration', () => {
    const loan = withActions(small, act('2026-02-05', { kind: 'accelerate' }), agreement());
    expect(on('2026-02-10', [], loan).acceleratedOn).toBe('2026-02-05');
    expect(on('2026-02-11', [], loan)).toMatchObject({ acceleratedOn: null, overdue: 0 });
  });

  it('comes after the payments booked before it and before the others of its day', () => {
    const payments = [paid('2026-02-11', 5000)];
    // Known before, it is found to have been paid; afterwards it pays the first new row.
    expect(row(on('2026-02-11', payments), 4)?.paidBefore).toMatchObject({
      defaultInterest: 1000,
      interest: 2071,
    });
    const first = withActions(small, { ...agreement(), after: 0 });
    expect(row(on('2026-02-11', payments, first), 4)).toMatchObject({ paid: { defaultInterest: 1000 } });
  });

  it('leaves money alone that came and left before it', () => {
    const known = [paid('2026-02-01', 13_630)];
    const base = agreementBase(small, known, day('2026-02-11'));
    const rows = [
      agreedRow(4, '2026-03-11', { principal: base.principal }, { ...base, principal: centavos(0) }),
    ];
    const loan = withActions(small, agreement({ base, rows }));
    const inAndOut = [
      paid('2026-02-11', 900, { instalments: [], id: 'in' }),
      paid('2026-02-11', -900, { id: 'out' }),
    ];
    expect(on('2026-02-12', [...known, ...inAndOut], loan).instalments).toEqual(
      on('2026-02-12', known, loan).instalments,
    );
  });
});

describe('what was accepted', () => {
  it('is lowered by a payment reported late, from the first row on, but for its new interest', () => {
    // 50,00 on the 5th pay 4,84 of default interest with tax, 36,30 of interest and 8,86 of capital.
    const standing = on('2026-02-11', [paid('2026-02-05', 5000)]);
    expect(row(standing, 4)).toMatchObject({
      paidBefore: { defaultInterest: 453, defaultInterestTax: 95, interest: 2071, tax: 455, principal: 886 },
      carried: { defaultInterest: 547, defaultInterestTax: 115, interest: 0, tax: 0 },
      charged: { interest: 500, tax: 105, principal: 14_114 },
    });
    expect(row(standing, 5)).toMatchObject({
      paidBefore: { defaultInterest: 0, interest: 929, tax: 175, principal: 0 },
      charged: { interest: 250 + 1071 },
    });
    expect(standing.instalments).toHaveLength(5);
  });

  it('gets a row for what was taken back, due on its day', () => {
    const before = [paid('2026-02-05', 5000)];
    const base = agreementBase(small, before, day('2026-02-11'));
    const rows = [
      agreedRow(4, '2026-03-11', { principal: base.principal }, { ...base, principal: centavos(0) }),
    ];
    const loan = withActions(small, agreement({ base, rows }));
    expect(on('2026-02-11', before, loan).instalments).toHaveLength(4);
    const back = on('2026-02-13', [], loan);
    expect(row(back, 5)).toMatchObject({
      dueDate: '2026-02-11',
      daysLate: 2,
      isShortfall: false,
      carried: { defaultInterest: 453, defaultInterestTax: 95, interest: 3000, tax: 630, principal: 0 },
      charged: { principal: 886, defaultInterest: 453 + 18 },
    });
    expect(back.plan.map(({ number }) => number)).toEqual([5, 4]);
    // It is the oldest: money pays it first.
    expect(row(on('2026-02-13', [paid('2026-02-13', 5100)], loan), 5)).toMatchObject({
      settledOn: '2026-02-13',
    });
  });

  it('keeps what it waives as long as its rows ask for something', () => {
    const waived = dues({ principal: 12_000 });
    const rows = [agreedRow(4, '2026-03-11', { principal: 18_000 }, { ...BASE, principal: centavos(0) })];
    const loan = withActions(small, agreement({ waived, rows }));
    // It pays row 1 and 19,96 of row 2's interest (10,71 had accrued): 7,00 are left for its capital.
    const late = on('2026-02-11', [paid('2026-02-05', 16_110)], loan);
    expect(late).toMatchObject({ principalWaived: 12_000 });
    expect(row(late, 4)?.charged.principal).toBe(18_000 - 10_000 - 700);
    const more = on(
      '2026-02-11',
      [paid('2026-02-01', 13_630), { ...paid('2026-02-11', 16_296), prepayment: 'fewer' }],
      loan,
    );
    // 50,00 of capital are left, less than is waived.
    expect(more).toMatchObject({ isSettled: true, agreement: null, principalWaived: 5000, credit: 0 });
  });

  it('counts rows that were paid before as paid on the day of the agreement', () => {
    const rows = [
      agreedRow(4, '2026-03-11', { principal: 100 }),
      agreedRow(5, '2026-04-11', { principal: 100 }),
      agreedRow(6, '2026-05-11', { principal: 29_800 }, { ...BASE, principal: centavos(0) }),
    ];
    const loan = withActions(small, agreement({ rows }));
    const late = [paid('2026-02-05', 5000)];
    const standing = on('2026-03-01', late, loan);
    for (const number of [4, 5])
      expect(row(standing, number)).toMatchObject({
        settledOn: '2026-02-11',
        state: 'payed',
        paidBefore: { principal: 100 },
      });
    // A prepayment does not plan it again.
    const prepaid = on('2026-03-01', [...late, { ...paid('2026-03-01', 9000), prepayment: 'smaller' }], loan);
    expect(row(prepaid, 4)?.charged.principal).toBe(0);
  });
});

describe('paying an agreement ahead', () => {
  it('pays what is carried first, then plans its capital again at its rates', () => {
    const due = totalDues(FIRST) + totalDues(SECOND) + 303;
    const prepaid = on('2026-02-25', [{ ...paid('2026-02-25', due + 15_000), prepayment: 'smaller' }]);
    expect(
      prepaid.instalments.slice(3).map(({ dues: { principal, interest } }) => [principal, interest]),
    ).toEqual([
      [7500, 125],
      [7500, 125],
    ]);
    const fewer = on('2026-02-25', [{ ...paid('2026-02-25', due + 16_000), prepayment: 'fewer' }]);
    expect(row(fewer, 5)).toMatchObject({ isDropped: true, total: 0, carried: SECOND });
    expect(row(fewer, 5)?.paid).toMatchObject({ interest: 2000, principal: 15_000 });
  });

  it('is quoted with what is carried', () => {
    const standing = on('2026-02-25');
    const quote = settlementQuote(standing);
    expect(quote).toMatchObject({
      defaultInterest: 1210,
      overdue: 1210,
      accruedInterest: 4321,
      tax: 908,
      principal: 30_000,
    });
    expect(quote.overdue + quote.accruedInterest + quote.tax + quote.principal).toBe(quote.total);
    expect(quote.total).toBe(payoffToPay(standing));
    const ahead = prepaymentQuote(agreed, [], day('2026-02-25'), centavos(20_000));
    expect(ahead).toMatchObject({ principal: 20_000 - 1210 - 4321 - 908 });
    const carriedFee = { ...BASE, fee: centavos(1000), feeTax: centavos(210) };
    const rows = [
      agreedRow(4, '2026-03-11', { principal: 15_000 }, { ...carriedFee, principal: centavos(0) }),
      agreedRow(5, '2026-04-11', { principal: 15_000 }),
    ];
    const loan = withActions(charged, agreement({ base: carriedFee, rows }));
    const emptied = on('2026-02-12', [{ ...paid('2026-02-12', 7346 + 29_999), prepayment: 'smaller' }], loan);
    // One centavo is left; the row that asks nothing stays for the next prepayment.
    expect(emptied.instalments.slice(3).map(({ total }) => total)).toEqual([1, 0]);
    expect(emptied.plan.map(({ amount }) => amount)).toHaveLength(2);
  });
});

describe('rows that nobody can have accepted', () => {
  const first = (part: Partial<(typeof ROWS)[0]>) => ({
    rows: ROWS.map((each, index) => (index === 0 ? { ...each, ...part } : each)),
  });

  it.each<[string, Parameters<typeof agreement>[0]]>([
    ['ask defaultInterest of 0, not of 1000', { rows: [] }],
    ['ask principal of 30000, not of 29999', { waived: dues({ principal: 1 }) }],
    ['ask fee of 0, not of 1', { waived: dues({ fee: -1 }) }],
    ['ask fee of 0, not of -1', { base: { ...BASE, fee: centavos(-1) } }],
    ['number 3', first({ number: 3 })],
    ['number 5', first({ number: 6 })],
    ['due on 2026-02-11', first({ dueDate: day('2026-02-11') })],
    ['due on 2026-04-11', first({ dueDate: day('2026-05-11'), payableUntil: day('2026-05-11') })],
    ['due on 2026-03-11', first({ payableUntil: day('2026-03-10') })],
    ['carries no principal', first({ carried: { ...FIRST, principal: centavos(1) } })],
    ['below zero', first({ interest: centavos(-1) })],
  ])('are refused: %s', (message, change) => {
    expect(() => loanStanding(withActions(small, agreement(change)), [], day('2026-02-11'))).toThrow(message);
  });

  it('are refused with the numbers of another agreement', () => {
    const second = { ...agreement({}, '2026-02-11'), id: 'second' };
    expect(() => loanStanding(withActions(small, agreement(), second), [], day('2026-02-11'))).toThrow(
      'number 4',
    );
  });
});
