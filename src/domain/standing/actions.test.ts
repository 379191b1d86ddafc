import { describe, expect, it } from 'vitest';
import type { LoanAction } from './actions.ts';
import { agreementBase } from './agreement.ts';
import { NO_DUES, sumDues, totalDues } from './allocation.ts';
import { addDays, calendarDate } from '../calendar-date.ts';
import { ZERO, centavos } from '../money.ts';
import { delayOn } from './delay.ts';
import type { Payment } from './payment.ts';
import { type LoanStanding, loanStanding, payoffToPay } from './standing.ts';
import { act, agreedRow, charged, dues, paid, small, withActions } from '../testing/small-loan.ts';

const day = calendarDate;

const on = (date: string, actions: LoanAction[], payments: Payment[] = [], loan = small): LoanStanding =>
  loanStanding(withActions(loan, ...actions), payments, day(date));

const row = ({ instalments }: LoanStanding, number: number) =>
  instalments.find((each) => each.number === number);

const lateInterest = (standing: LoanStanding) => row(standing, 1)?.charged.defaultInterest;

const waivedOf = ({ instalments }: LoanStanding) => sumDues(instalments.map(({ waived }) => waived));

describe('a pause', () => {
  const pause = (from: string, to: string, decided = '2026-02-01') =>
    act(decided, { kind: 'pause', from: day(from), to: day(to) });

  it('adds no default interest on its days, both included', () => {
    // One percent a day of 100,00 from 2 February on.
    expect(lateInterest(on('2026-02-11', []))).toBe(1000);
    expect(lateInterest(on('2026-02-11', [pause('2026-02-04', '2026-02-06')]))).toBe(700);
    expect(lateInterest(on('2026-02-03', [pause('2026-02-04', '2026-02-06')]))).toBe(200);
    expect(lateInterest(on('2026-02-04', [pause('2026-02-04', '2026-02-06')]))).toBe(200);
    expect(lateInterest(on('2026-02-06', [pause('2026-02-04', '2026-02-06')]))).toBe(200);
    expect(lateInterest(on('2026-02-07', [pause('2026-02-04', '2026-02-06')]))).toBe(300);
    expect(lateInterest(on('2026-02-11', [pause('2026-02-02', '2026-02-02')]))).toBe(900);
  });

  it('counts each day once where pauses overlap or follow each other', () => {
    const pauses = [
      pause('2026-02-08', '2026-02-09'),
      pause('2026-02-04', '2026-02-06'),
      pause('2026-02-05', '2026-02-05'),
      pause('2026-02-06', '2026-02-07'),
    ];
    expect(lateInterest(on('2026-02-11', pauses))).toBe(400);
  });

  it('stops nothing else: due dates, days late and the interest of the plan go on', () => {
    const paused = on('2026-02-11', [pause('2026-02-02', '2026-12-31')]);
    expect(paused).toMatchObject({ daysLate: 10, overdue: 13_630, payoff: { interest: 4071 } });
    expect(lateInterest(paused)).toBe(0);
  });

  it('covers the days between payments too', () => {
    // The 86,30 paid on the 5th cover 2,42 of default interest for two days with tax, and 47,58 of capital.
    const standing = on('2026-02-11', [pause('2026-02-04', '2026-02-06')], [paid('2026-02-05', 8630)]);
    expect(row(standing, 1)?.paid).toMatchObject({ defaultInterest: 200, principal: 4758 });
    expect(lateInterest(standing)).toBe(200 + 262);
  });

  it('is refused if it does not begin after its day, or ends before it begins', () => {
    expect(() => on('2026-02-11', [pause('2026-02-01', '2026-02-06')])).toThrow('cannot begin');
    expect(() => on('2026-02-11', [pause('2026-02-05', '2026-02-04')])).toThrow('cannot end');
    // On days before its own it does not exist.
    expect(on('2026-01-31', [pause('2026-02-01', '2026-02-06')])).toEqual(on('2026-01-31', []));
  });
});

describe('a waiver', () => {
  const waive = (
    amount: number,
    part: Partial<Extract<LoanAction, { kind: 'waive' }>> = {},
    date = '2026-02-11',
  ) => act(date, { kind: 'waive', amount: centavos(amount), ...part });

  it('lowers what is owed from the oldest instalment, in the order in which money pays it', () => {
    const waived = on('2026-02-11', [waive(1300)]);
    expect(waivedOf(waived)).toMatchObject({ defaultInterest: 1000, defaultInterestTax: 210, interest: 90 });
    expect(waived.payoffTotal).toBe(on('2026-02-11', []).payoffTotal - 1300);
  });

  it('can be of one instalment, of one component, or of both', () => {
    expect(waivedOf(on('2026-02-11', [waive(9000, { instalment: 3 })]))).toMatchObject({ principal: 9000 });
    expect(row(on('2026-02-11', [waive(9000, { instalment: 3 })]), 3)?.waived.principal).toBe(9000);
    expect(waivedOf(on('2026-02-11', [waive(9000, { component: 'defaultInterest' })]))).toEqual({
      ...NO_DUES,
      defaultInterest: 1000,
    });
    const both = on('2026-02-11', [waive(9000, { instalment: 2, component: 'interest' })]);
    expect(totalDues(waivedOf(both))).toBe(1071);
    expect(row(both, 2)?.waived.interest).toBe(1071);
    expect(on('2026-02-11', [waive(9000, { instalment: 9 })]).payoffTotal).toBe(
      on('2026-02-11', []).payoffTotal,
    );
  });

  it('of capital ends the default interest on it', () => {
    const waived = [waive(5000, { component: 'principal', instalment: 1 })];
    expect(lateInterest(on('2026-02-21', waived))).toBe(1500);
    expect(on('2026-02-21', waived).principalWaived).toBe(5000);
  });

  it('above the debt has no further effect, and closes the loan', () => {
    const closed = on('2026-02-20', [waive(9_999_999)]);
    expect(closed).toMatchObject({ isSettled: true, credit: 0, principalWaived: 30_000 });
    // Interest of days to come is let off, not waived by anyone.
    expect(row(closed, 3)?.waived).toMatchObject({ principal: 10_000, interest: 3000 });
  });

  it('keeps its worth for interest that was paid ahead afterwards', () => {
    const payments = [paid('2026-02-01', 13_630), paid('2026-02-11', 13_330, { instalments: [2] })];
    const waived = on('2026-02-11', [waive(300, { component: 'interest' }, '2026-02-10')], payments);
    expect(payoffToPay(waived)).toBe(payoffToPay(on('2026-02-11', [], payments)) - 300);
  });

  it('does not touch a shortfall', () => {
    const gone = { ...paid('2026-01-05', -500), owedFrom: day('2026-01-20') };
    const waived = on('2026-02-11', [waive(9_999_999)], [gone]);
    expect(waived).toMatchObject({ isSettled: false, shortfall: 500, principalWaived: 30_000 });
  });

  it('counts after the payments booked before it, and before the others', () => {
    // The payment covers late debt first, so the waiver takes capital.
    const payments = [paid('2026-02-11', 4840)];
    const after = on('2026-02-11', [waive(1000)], payments);
    expect(waivedOf(after)).toMatchObject({ defaultInterest: 0, principal: 1000 });
    const before = on(
      '2026-02-11',
      [act('2026-02-11', { kind: 'waive', amount: centavos(1000) }, 0)],
      payments,
    );
    expect(waivedOf(before)).toMatchObject({ defaultInterest: 1000, principal: 0 });
  });

  it('is refused if it is not positive', () => {
    expect(() => on('2026-02-11', [waive(0)])).toThrow('must be positive');
  });
});

describe('a settlement offer', () => {
  const offer = (amount = 10_000, until = '2026-02-20') =>
    act('2026-02-11', { kind: 'settlement-offer', amount: centavos(amount), until: day(until) }, 0, 'offer');
  const towards = (date: string, amount: number, id = date) => paid(date, amount, { offer: 'offer', id });

  it('waives whatever else is owed once its payments add up, capital included', () => {
    const complete = on('2026-02-20', [offer()], [towards('2026-02-12', 4000), towards('2026-02-20', 6000)]);
    expect(complete).toMatchObject({
      isSettled: true,
      credit: 0,
      offers: [{ paid: 10_000, completedOn: '2026-02-20' }],
    });
    // 40,00 pay 4,84 of default interest with tax, 36,30 of interest; on the 20th 100,00 have covered all but the capital.
    expect(complete.principalWaived).toBe(30_000 - (10_000 - 3630 - 1900 - 399 - 0));
  });

  it('leaves what comes above it, or later, in favour', () => {
    const payments = [towards('2026-02-12', 10_500), towards('2026-02-13', 700)];
    expect(on('2026-02-20', [offer()], payments)).toMatchObject({ isSettled: true, credit: 1200 });
  });

  it('leaves what was in favour before in favour', () => {
    const inFavour = [
      paid('2026-01-31', 13_630, { instalments: [1] }),
      paid('2026-02-11', 500, { instalments: [] }),
    ];
    const complete = on('2026-02-12', [offer()], [...inFavour, towards('2026-02-12', 10_000)]);
    expect(complete).toMatchObject({ isSettled: true, credit: 500 });
  });

  it('takes what was paid ahead into account before it waives', () => {
    const ahead = [paid('2026-02-01', 13_630), paid('2026-02-02', 13_630, { instalments: [3] })];
    const complete = on('2026-02-12', [offer(5000)], [...ahead, towards('2026-02-12', 5000)]);
    expect(complete).toMatchObject({ isSettled: true, credit: 0 });
    // Row 3's interest had not begun to accrue: its money paid capital of row 2.
    expect(row(complete, 3)?.paid).toMatchObject({ interest: 0, principal: 10_000 });
    expect(complete.principalWaived).toBe(10_000 - (5000 + 3630 - 1179 - 248));
  });

  it('has no effect a centavo short or a day late, and a late report completes it', () => {
    const ordinary = (payments: Payment[]) => on('2026-03-10', [], payments).payoff;
    const short = [towards('2026-02-12', 4000), towards('2026-02-20', 5999)];
    expect(on('2026-03-10', [offer()], short)).toMatchObject({ isSettled: false, payoff: ordinary(short) });
    const late = [towards('2026-02-12', 4000), towards('2026-02-21', 6000)];
    expect(on('2026-03-10', [offer()], late)).toMatchObject({ isSettled: false, payoff: ordinary(late) });
    const reported = [...short, towards('2026-02-19', 1, 'reported')];
    expect(on('2026-03-10', [offer()], reported)).toMatchObject({ isSettled: true });
    // A reversal takes the completion back.
    expect(on('2026-03-10', [offer()], reported.slice(1))).toMatchObject({ isSettled: false });
  });

  it('counts no payment that does not name it, that was booked before it or that names another', () => {
    const others = [paid('2026-02-11', 10_000, { offer: 'another' }), paid('2026-02-12', 10_000)];
    expect(on('2026-02-20', [offer()], others).offers).toMatchObject([{ paid: 0, completedOn: null }]);
    const early = on(
      '2026-02-20',
      [
        act(
          '2026-02-11',
          { kind: 'settlement-offer', amount: centavos(10_000), until: day('2026-02-20') },
          1,
          'offer',
        ),
      ],
      [towards('2026-02-11', 10_000)],
    );
    expect(early.offers).toMatchObject([{ paid: 0 }]);
    const before = on('2026-02-20', [offer()], [towards('2026-02-10', 10_000)]);
    expect(before.offers).toMatchObject([{ paid: 0 }]);
  });

  it('is ended by an accepted plan, but not by a change of the due day', () => {
    const agreedOn = '2026-02-13';
    const short = [towards('2026-02-12', 4000), towards('2026-02-14', 6000)];
    const agree = (isRefinancing: boolean) => {
      const base = agreementBase(small, short.slice(0, 1), day(agreedOn));
      const rows = [agreedRow(4, '2026-03-11', { principal: base.principal }, { ...base, principal: ZERO })];
      const body = { kind: 'agreement', base, waived: NO_DUES, rows, isRefinancing } as const;
      return on('2026-02-20', [offer(), act(agreedOn, body)], short);
    };
    expect(agree(true)).toMatchObject({ isSettled: false, principalWaived: 0, offers: [] });
    expect(agree(false)).toMatchObject({ isSettled: true, offers: [{ completedOn: '2026-02-14' }] });
    // An offer completed before the plan stays so, and there was nothing to agree on.
    const complete = [towards('2026-02-12', 10_000)];
    const rows = [agreedRow(4, '2026-03-11', { principal: 30_000 })];
    const body = { kind: 'agreement', base: dues({ principal: 30_000 }), waived: NO_DUES, rows } as const;
    expect(
      on('2026-02-20', [offer(), act(agreedOn, { ...body, isRefinancing: true })], complete),
    ).toMatchObject({ isSettled: true, agreement: null, offers: [{ completedOn: '2026-02-12' }] });
  });

  it('counts its payments before the others of the day', () => {
    const chosen = paid('2026-02-12', 13_630, { instalments: [3], id: 'chosen' });
    const complete = on('2026-02-12', [offer(1000)], [chosen, towards('2026-02-12', 1000, 'offered')]);
    expect(complete).toMatchObject({ isSettled: true, credit: 13_630 });
  });

  it('waives a shortfall', () => {
    const gone = { ...paid('2026-01-05', -500), owedFrom: day('2026-01-20') };
    const complete = on('2026-02-12', [offer(1000)], [gone, towards('2026-02-12', 1000)]);
    expect(complete).toMatchObject({ isSettled: true, shortfall: 0, shortfallEnded: 500 });
  });

  it('is complete once, also if the loan is open again for money that is missing', () => {
    const gone = { ...paid('2026-01-05', -500), owedFrom: day('2026-02-15') };
    const payments = [gone, towards('2026-02-12', 1000), towards('2026-02-16', 300)];
    expect(on('2026-02-16', [offer(1000)], payments)).toMatchObject({
      isSettled: false,
      shortfall: 206,
      offers: [{ paid: 1000, completedOn: '2026-02-12' }],
    });
  });

  it('is closed by a loan that is paid in another way, and then counts nothing', () => {
    const closing = { ...paid('2026-02-11', 40_000), isPayoff: true };
    const closed = on('2026-02-12', [offer()], [closing, towards('2026-02-12', 10_000)]);
    expect(closed).toMatchObject({ isSettled: true, principalWaived: 0, offers: [{ paid: 0 }] });
    const nothing = on('2026-02-12', [offer()], [towards('2026-02-12', 0)]);
    expect(nothing.offers).toMatchObject([{ paid: 0 }]);
  });

  it('is refused if it is not positive or ends before it begins', () => {
    expect(() => on('2026-02-11', [offer(0)])).toThrow('must be positive');
    expect(() => on('2026-02-11', [offer(1, '2026-02-10')])).toThrow('cannot end');
  });
});

describe('an acceleration', () => {
  const accelerated = act('2026-02-11', { kind: 'accelerate' });

  it('makes what closes the loan due, all of it overdue, from its day', () => {
    const before = on('2026-02-11', []);
    const after = on('2026-02-11', [accelerated]);
    expect(after).toMatchObject({
      acceleratedOn: '2026-02-11',
      payoffTotal: before.payoffTotal,
      overdue: before.payoffTotal,
      dueToday: before.payoffTotal,
      nextDueDate: null,
      outstandingTotal: before.outstandingTotal,
      daysLate: 10,
    });
    expect(after.instalments.map(({ state, toPay }) => [state, toPay])).toEqual([
      ['delayed', 14_840],
      ['delayed', 10_000 + 1071 + 225],
      ['delayed', 10_000],
    ]);
    expect(on('2026-02-10', [accelerated])).toEqual(on('2026-02-10', []));
  });

  it('counts days late from its day if nothing was late before', () => {
    const payments = [paid('2026-02-01', 13_630)];
    expect(on('2026-02-11', [accelerated], payments).daysLate).toBe(0);
    expect(on('2026-02-16', [accelerated], payments)).toMatchObject({ daysLate: 5, isDefault: false });
    expect(on('2026-03-14', [accelerated], payments)).toMatchObject({ daysLate: 31, isDefault: true });
  });

  it('changes nothing of what accrues', () => {
    const after = on('2026-03-20', [accelerated]);
    expect(after.instalments.map((each) => each.charged)).toEqual(
      on('2026-03-20', []).instalments.map((each) => each.charged),
    );
  });

  it('lets money pay only what closes the loan, and closes it with that', () => {
    const owed = on('2026-02-11', []).payoffTotal;
    const payments = [paid('2026-02-11', owed - 100)];
    const short = on('2026-02-11', [act('2026-02-11', { kind: 'accelerate' }, 0)], payments);
    expect(short).toMatchObject({ isSettled: false, overdue: 100 });
    const closed = on(
      '2026-02-12',
      [act('2026-02-11', { kind: 'accelerate' }, 0)],
      [...payments, paid('2026-02-11', 150, { id: 'rest' })],
    );
    expect(closed).toMatchObject({ isSettled: true, credit: 50, outstandingTotal: 0, acceleratedOn: null });
  });

  it('uses money in favour, and what was paid ahead, at once', () => {
    const inFavour = [paid('2026-02-01', 13_630), paid('2026-02-05', 5000, { instalments: [] })];
    const after = on('2026-02-11', [accelerated], inFavour);
    expect(after).toMatchObject({ credit: 0, payoffTotal: 20_000 + 1071 + 225 - 5000 });
    const ahead = [paid('2026-02-01', 13_630), paid('2026-02-05', 13_630, { instalments: [3] })];
    expect(on('2026-02-11', [accelerated], ahead)).toMatchObject({ overdue: 11_296 - 3630 });
    const enough = [...ahead, paid('2026-02-11', 11_296 - 3630, { instalments: [], id: 'more' })];
    expect(on('2026-02-11', [accelerated], enough)).toMatchObject({ isSettled: true, credit: 0 });
  });

  it('ends a row whose capital is paid, and lowers the interest to come to that of the capital left', () => {
    const payments = [
      paid('2026-02-01', 13_630 + 1210),
      paid('2026-02-11', 10_000 + 1071 + 225, { instalments: [], id: 'second' }),
    ];
    const [, second, third] = on('2026-02-11', [accelerated], payments, charged).instalments;
    expect(second).toMatchObject({ state: 'payed', waived: { interest: 1929, fee: 1000 } });
    // 18 of 28 days at 3000 of 20 000, and 31 at 3000 of 10 000, on 10 000.
    expect(third?.dues).toMatchObject({ principal: 10_000, interest: 964 + 3000, tax: 832, fee: 1000 });
    const half = [...payments, paid('2026-02-11', 4000, { instalments: [], id: 'half' })];
    const [, , left] = on('2026-02-11', [accelerated], half, charged).instalments;
    expect(left?.dues).toMatchObject({ principal: 6000, interest: 2379, tax: 500, fee: 1000 });
  });

  it('ends a row without capital at once, without its charge', () => {
    const [first, second, third] = charged.schedule.rows;
    const nothing = { principal: ZERO, interest: ZERO, tax: ZERO, amount: centavos(1210) };
    const rows = [first, { ...second, principal: centavos(20_000), balance: ZERO }, { ...third, ...nothing }];
    const loan = {
      ...charged,
      schedule: { ...charged.schedule, rows: rows as typeof charged.schedule.rows },
    };
    const last = row(on('2026-02-11', [accelerated], [], loan), 3);
    expect(last).toMatchObject({ state: 'payed', waived: { fee: 1000, feeTax: 210 } });
  });

  it('plans the interest to come again only when capital was paid', () => {
    const payments = [paid('2026-02-12', 3000), paid('2026-02-20', 17_000)];
    const ofInterest = [paid('2026-02-22', 1), paid('2026-02-24', 1)];
    const cost = (all: Payment[]) => on('2026-02-25', [accelerated], all).payoffTotal;
    expect(cost([...payments, ...ofInterest])).toBe(cost(payments) - 2);
  });

  it('is what a delay costs, until it is a default', () => {
    const punctual = [paid('2026-02-01', 13_630)];
    const loan = withActions(small, accelerated);
    expect(delayOn(loan, punctual, day('2026-02-16'))).toEqual({
      overdue: 20_000 + 1607 + 337,
      nextDay: 107 + 23,
      defaultOn: '2026-03-14',
    });
    expect(delayOn(loan, [], day('2026-02-16'))).toMatchObject({ defaultOn: '2026-03-04' });
  });

  it('has no effect on a loan that is paid', () => {
    const closing = { ...paid('2026-02-10', 40_000), isPayoff: true };
    expect(on('2026-02-12', [accelerated], [closing])).toEqual(on('2026-02-12', [], [closing]));
  });

  it('keeps the state of an open payment, and of rows paid before', () => {
    const loan = withActions(small, accelerated);
    const standing = loanStanding(
      loan,
      [paid('2026-02-01', 13_630)],
      day('2026-02-12'),
      new Map([[2, 'coupon']]),
    );
    expect(standing.instalments.map(({ state }) => state)).toEqual(['payed', 'coupon', 'delayed']);
  });
});

describe('a suit', () => {
  const ending = { ...small, defaultInterest: { ...small.defaultInterest, endsAfterMonths: 1 } };
  const sued = (date: string) => act(date, { kind: 'sued' });

  it('keeps default interest from ending, unless it had ended by then', () => {
    expect(lateInterest(on('2026-03-20', [], [], ending))).toBe(2800);
    // The end counts from the due date, even if the row is payable until later.
    const rows = small.schedule.rows.map((each) => ({ ...each, payableUntil: addDays(each.dueDate, 3) }));
    const later = { ...ending, schedule: { ...ending.schedule, rows } };
    expect(lateInterest(on('2026-03-20', [], [], later))).toBe(2500);
    expect(lateInterest(on('2026-03-20', [sued('2026-02-10')], [], ending))).toBe(4700);
    expect(lateInterest(on('2026-03-20', [sued('2026-03-01')], [], ending))).toBe(4700);
    expect(lateInterest(on('2026-03-20', [sued('2026-03-02')], [], ending))).toBe(2800);
    expect(lateInterest(on('2026-03-20', [sued('2026-02-10'), sued('2026-03-02')], [], ending))).toBe(4700);
  });

  it('changes nothing else, and nothing where default interest does not end', () => {
    expect(on('2026-03-20', [sued('2026-02-10')])).toEqual(on('2026-03-20', []));
    expect(on('2026-02-20', [sued('2026-02-10')], [], ending)).toEqual(on('2026-02-20', [], [], ending));
  });
});

describe('charges of the plan', () => {
  it('are waived as they fall due', () => {
    const waived = on(
      '2026-02-11',
      [act('2026-02-11', { kind: 'waive', amount: centavos(9000), component: 'fee' })],
      [],
      charged,
    );
    expect(waivedOf(waived)).toEqual({ ...NO_DUES, fee: 1000 });
    expect(row(waived, 2)?.accrued.fee).toBe(ZERO);
  });
});
