import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from './calendar-date.ts';
import { centavos } from './money.ts';
import type { Payment } from './standing/payment.ts';
import type { LoanConditions } from './standing/position.ts';
import { loanStanding } from './standing/standing.ts';
import { type TaxEvents, type TaxTerms, nextTaxDay, taxPoints } from './tax-points.ts';
import {
  BASE,
  FIRST,
  ROWS,
  SECOND,
  act,
  agreed,
  agreement,
  charged,
  dues,
  eventsOf,
  paid,
  small,
  termsOf,
  withActions,
} from './testing/small-loan.ts';

const day = calendarDate;
const BEGINNING = day('2025-01-01');

/** Points until a day as text: day, instalment, kind, base, tax. */
function pointsUntil(
  to: string,
  loan: LoanConditions,
  payments: readonly Payment[] = [],
  more: Partial<TaxTerms & TaxEvents> = {},
): string[] {
  return taxPoints(termsOf(loan, more), eventsOf(payments, more), BEGINNING, day(to)).map(
    ({ day: on, instalment, kind, base, tax }) => `${on} ${instalment} ${kind} ${base} ${tax}`,
  );
}

describe('tax points of an instalment', () => {
  it('fall on its due date if it is not paid before, once', () => {
    // 30,00 of interest at 21 %.
    expect(pointsUntil('2026-01-31', small)).toEqual([]);
    expect(pointsUntil('2026-03-31', small)).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-03-01 2 interest 3000 630',
    ]);
    expect(pointsUntil('2026-02-28', small, [paid('2026-02-01', 13_630)])).toEqual([
      '2026-02-01 1 interest 3000 630',
    ]);
    // Six days late: 6,00 of default interest, and 1,26 of tax.
    expect(pointsUntil('2026-02-28', small, [paid('2026-02-07', 13_630 + 726)])).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-07 1 default-interest 600 126',
    ]);
  });

  it('fall on the payment that comes before it, as far as it pays', () => {
    // 50,00: interest and tax of row 1, then capital.
    expect(pointsUntil('2026-01-31', small, [paid('2026-01-20', 5000)])).toEqual([
      '2026-01-20 1 interest 3000 630',
    ]);
    expect(pointsUntil('2026-02-28', small, [paid('2026-01-20', 1000)])).toEqual([
      '2026-01-20 1 interest 1000 210',
      '2026-02-01 1 interest 2000 420',
    ]);
    // The second payment covers the remaining interest and 1,70 of its tax.
    const parts = [paid('2026-01-20', 1000), paid('2026-01-25', 2170)];
    expect(pointsUntil('2026-02-28', small, parts)).toEqual([
      '2026-01-20 1 interest 1000 210',
      '2026-01-25 1 interest 2000 420',
    ]);
  });

  it('of a part payment have the rate of what it collects, the last one what the roundings left', () => {
    const three = ['2026-01-10', '2026-01-11', '2026-01-12'].map((on) => paid(on, 2, { id: on }));
    // 21 % of two, four and six centavos: 0.42, 0.84 and 1.26.
    expect(pointsUntil('2026-02-28', small, three)).toEqual([
      '2026-01-10 1 interest 2 0',
      '2026-01-11 1 interest 2 1',
      '2026-01-12 1 interest 2 0',
      '2026-02-01 1 interest 2994 629',
    ]);
    // A charge is paid before interest; six days late: 6,00 of default interest.
    expect(pointsUntil('2026-01-31', charged, [paid('2026-01-20', 500)])).toEqual([
      '2026-01-20 1 fee 500 105',
    ]);
    const late = [paid('2026-02-07', 400), paid('2026-02-07', 326, { id: 'rest' })];
    expect(pointsUntil('2026-02-28', small, late.slice(0, 1)).slice(1)).toEqual([
      '2026-02-07 1 default-interest 400 84',
    ]);
    expect(pointsUntil('2026-02-28', small, late).slice(1)).toEqual([
      '2026-02-07 1 default-interest 600 126',
    ]);
  });

  it('taxed what the money reached before part payments were taxed at the rate', () => {
    expect(pointsUntil('2026-02-28', small, [paid('2026-01-20', 1000)], { isProRata: false })).toEqual([
      '2026-01-20 1 interest 1000 0',
      '2026-02-01 1 interest 2000 630',
    ]);
    const late = [paid('2026-02-07', 400)];
    expect(pointsUntil('2026-02-28', small, late, { isProRata: false }).slice(1)).toEqual([
      '2026-02-07 1 default-interest 400 0',
    ]);
  });

  it('have one of its charge, with a tax of its own', () => {
    expect(pointsUntil('2026-02-01', charged)).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-01 1 fee 1000 210',
    ]);
    expect(pointsUntil('2026-01-31', charged, [paid('2026-01-10', 1210)])).toEqual([
      '2026-01-10 1 fee 1000 210',
    ]);
  });

  it('do not move to a later day on which it can be paid', () => {
    const rows = small.schedule.rows.map((row) => ({ ...row, payableUntil: addDays(row.dueDate, 2) }));
    const loan = { ...small, schedule: { ...small.schedule, rows } };
    expect(pointsUntil('2026-02-05', loan)).toEqual(['2026-02-01 1 interest 3000 630']);
  });

  it('are negative for interest that was paid ahead and is given back', () => {
    // Row 3 is paid on 1 January; closing on 1 February lets off its interest, and that of row 2.
    const payments = [
      paid('2026-01-01', 13_630, { instalments: [3] }),
      paid('2026-02-01', 20_000 + 3630, { isPayoff: true }),
    ];
    expect(pointsUntil('2026-12-31', small, payments)).toEqual([
      '2026-01-01 3 interest 3000 630',
      '2026-02-01 1 interest 3000 630',
      '2026-02-01 3 interest -3000 -630',
    ]);
  });

  it('of tax at payment are of what is paid alone', () => {
    const payments = [paid('2026-02-07', 13_630 + 726)];
    expect(pointsUntil('2026-12-31', small, payments, { rule: 'payment' })).toEqual([
      '2026-02-07 1 interest 3000 630',
      '2026-02-07 1 default-interest 600 126',
    ]);
  });
});

describe('tax points of the loan itself', () => {
  const originationFee = { net: centavos(5000), tax: centavos(1100) };
  it('are of the charge at origination, on the day of the delivery', () => {
    const more = { originationFee, deliveredOn: day('2026-01-03') };
    expect(pointsUntil('2026-01-02', small, [], more)).toEqual([]);
    expect(pointsUntil('2026-01-31', small, [], more)).toEqual(['2026-01-03 0 origination 5000 1100']);
    expect(pointsUntil('2026-01-31', small, [], { originationFee, deliveredOn: null })).toEqual([]);
  });

  it('are all taken back on the day on which it is undone', () => {
    const more = { originationFee, undoneOn: day('2026-02-05') };
    expect(pointsUntil('2026-12-31', small, [paid('2026-01-20', 1000)], more)).toEqual([
      '2026-01-01 0 origination 5000 1100',
      '2026-01-20 1 interest 1000 210',
      '2026-02-01 1 interest 2000 420',
      '2026-02-05 0 origination -5000 -1100',
      '2026-02-05 1 interest -3000 -630',
    ]);
  });
});

describe('tax points after an action', () => {
  it('are negative for waived interest that was taxed, by component', () => {
    const waive = (part: object) =>
      withActions(
        small,
        act('2026-02-11', { kind: 'waive', amount: centavos(9000), instalment: 1, ...part }),
      );
    expect(pointsUntil('2026-02-28', waive({ component: 'interest' }))).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-11 1 interest -3000 0',
    ]);
    expect(pointsUntil('2026-02-28', waive({ component: 'defaultInterest' }))).toEqual([
      '2026-02-01 1 interest 3000 630',
    ]);
  });

  it('do not come earlier because the loan was accelerated', () => {
    const loan = withActions(small, act('2026-02-11', { kind: 'accelerate' }));
    expect(pointsUntil('2026-02-28', loan)).toEqual(['2026-02-01 1 interest 3000 630']);
  });

  it('of an agreement tax what had accrued of the rows that it ends, and each new row for its own', () => {
    // Ten of row 2's 28 days had accrued: 10,71, and 2,25 of tax.
    expect(pointsUntil('2026-03-10', agreed)).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-11 2 interest 1071 225',
    ]);
    expect(pointsUntil('2026-12-31', agreed).slice(2)).toEqual([
      '2026-03-11 4 interest 500 105',
      '2026-04-11 5 interest 250 53',
    ]);
    // The carried amounts of row 4 are paid first: 10,00 and 2,10 of default interest, 20,71 and 4,55 of interest.
    const carried = [paid('2026-02-20', 1210)];
    expect(pointsUntil('2026-03-10', agreed, carried).slice(2)).toEqual([
      '2026-02-20 4 default-interest 1000 210',
    ]);
    const more = [paid('2026-02-20', 1210 + 2171)];
    expect(pointsUntil('2026-03-10', agreed, more).slice(2)).toEqual([
      '2026-02-20 4 interest 100 21',
      '2026-02-20 4 default-interest 1000 210',
    ]);
    expect(pointsUntil('2026-12-31', agreed, more, { rule: 'payment' })).toEqual([
      '2026-02-20 4 interest 2171 476',
      '2026-02-20 4 default-interest 1000 210',
    ]);
  });

  it('tax default interest once, also if only its tax was left when an agreement moved it', () => {
    // 5,00 of 10,00 and nothing of 2,10 are paid, so the agreement moves 5,00 and 2,10.
    const left = { defaultInterest: centavos(500) };
    const rows = [{ ...ROWS[0]!, carried: { ...FIRST, ...left } }, ROWS[1]!];
    const loan = withActions(small, agreement({ base: { ...BASE, ...left }, rows }));
    const payments = [paid('2026-02-11', 500), paid('2026-02-20', 250), paid('2026-02-21', 460)];
    expect(pointsUntil('2026-02-28', loan, payments).filter((point) => / default/.test(point))).toEqual([
      '2026-02-11 1 default-interest 500 105',
      '2026-02-20 4 default-interest 250 53',
      '2026-02-21 4 default-interest 250 52',
    ]);
  });

  it('of default interest leave out tax that is waived', () => {
    const waive = (component: 'defaultInterest' | 'defaultInterestTax') =>
      withActions(
        small,
        act('2026-02-12', { kind: 'waive', amount: centavos(9000), instalment: 1, component }),
      );
    // Eleven days late: 11,00 and 2,31.
    const half = [paid('2026-02-12', 550)];
    expect(pointsUntil('2026-02-28', waive('defaultInterestTax'), half).slice(1)).toEqual([
      '2026-02-12 1 default-interest 550 0',
    ]);
    expect(pointsUntil('2026-02-28', waive('defaultInterest'), half).slice(1)).toEqual([
      '2026-02-12 1 default-interest 550 116',
    ]);
    expect(
      pointsUntil('2026-02-13', waive('defaultInterest'), [...half, paid('2026-02-13', 231)]).slice(1),
    ).toEqual(['2026-02-12 1 default-interest 550 116', '2026-02-13 1 default-interest 100 21']);
  });

  it('take back what is waived of carried amounts, before the due date too', () => {
    const waiver = act('2026-02-12', { kind: 'waive', amount: centavos(900), component: 'interest' });
    const loan = withActions(small, agreement(), waiver);
    expect(pointsUntil('2026-03-11', loan).slice(2)).toEqual([
      '2026-02-12 4 interest -900 0',
      '2026-03-11 4 interest 500 105',
    ]);
    // 15,71 of the 20,71 carried are paid first, so 5,00 of the waived 9,00 are of carried amounts.
    const late = act('2026-03-01', {
      kind: 'waive',
      amount: centavos(900),
      component: 'interest',
      instalment: 4,
    });
    const payments = [paid('2026-02-20', 1210 + 1571)];
    expect(pointsUntil('2026-03-10', withActions(small, agreement(), late), payments).slice(2)).toEqual([
      '2026-02-20 4 default-interest 1000 210',
      '2026-03-01 4 interest -500 0',
    ]);
  });

  it('of an agreement that waives interest take it back', () => {
    const waived = dues({ interest: 1000, tax: 210 });
    const rows = [
      { ...ROWS[0]!, carried: { ...FIRST, interest: centavos(1071), tax: centavos(245) } },
      { ...ROWS[1]!, carried: SECOND },
    ];
    const loan = withActions(small, agreement({ waived, rows }));
    expect(pointsUntil('2026-02-28', loan)).toEqual([
      '2026-02-01 1 interest 3000 630',
      '2026-02-11 1 interest -1000 -210',
      '2026-02-11 2 interest 1071 225',
    ]);
  });
});

describe('the next day that changes what is taxed', () => {
  const next = (after: string, loan = small, payments: readonly Payment[] = []) =>
    nextTaxDay(loanStanding(loan, payments, day(after)), day(after));
  it('is the next due date of what is not paid', () => {
    expect(next('2026-01-05')).toBe('2026-02-01');
    expect(next('2026-02-01')).toBe('2026-03-01');
    expect(next('2026-04-01')).toBeNull();
    expect(next('2026-01-05', small, [paid('2026-01-05', 13_630)])).toBe('2026-03-01');
    expect(next('2026-02-12', agreed)).toBe('2026-03-11');
  });
});
