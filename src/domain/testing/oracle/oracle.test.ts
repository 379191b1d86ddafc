import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../calendar-date.ts';
import { evenTerms } from './even-terms.ts';
import { oracleStanding } from './oracle.ts';
import type { OraclePayment } from './terms.ts';

const day = calendarDate;

const terms = evenTerms('2026-02-02');

function on(date: string, ...payments: Omit<OraclePayment, 'id'>[]) {
  return oracleStanding(
    terms,
    payments.map((payment, index) => ({ id: String(index), ...payment })),
    day(date),
  );
}

const paid = (date: string, amount: bigint, more: Partial<OraclePayment> = {}) => ({
  day: day(date),
  amount,
  ...more,
});

describe('the oracle', () => {
  it('closes for the capital and the interest of ten days out of 31, with tax', () => {
    // 3000 × 10 / 31 = 967,7 and 968 × 0,21 = 203,3.
    expect(on('2026-01-11').payoff).toBe(30_000n + 968n + 203n);
    expect(on('2026-01-11', paid('2026-01-11', 13_630n, { chosen: [1] })).payoff).toBe(31_171n - 13_630n);
  });

  it('charges default interest a day after the last day without surcharge', () => {
    expect(on('2026-02-02').overdue).toBe(0n);
    // 10.000 × 3,65 / 365 = 100 a day, and 21 of tax.
    expect(on('2026-02-04').overdue).toBe(13_630n + 242n);
    expect(on('2026-02-04').daysLate).toBe(2);
  });

  it('holds money in favour until the due date, and pays with it before default interest', () => {
    const twice = [
      paid('2026-01-11', 13_630n, { chosen: [1] }),
      paid('2026-01-11', 13_630n, { chosen: [1] }),
    ];
    expect(on('2026-02-28', ...twice).inFavour).toBe(13_630n);
    expect(on('2026-03-10', ...twice)).toMatchObject({ inFavour: 0n, overdue: 0n, daysLate: 0 });
  });

  it('plans the rest again after a prepayment', () => {
    const { instalments, payoff } = on('2026-02-01', paid('2026-02-01', 23_630n, { prepayment: 'fewer' }));
    // 13.630 are due and 10.000 of 20.000 are capital: the rest is one instalment at 3000 / 20.000.
    expect(payoff).toBe(10_000n);
    expect(instalments.map(({ owed }) => owed.interest)).toEqual([0n, 1500n, 0n]);
    expect(instalments.map(({ owed }) => owed.principal)).toEqual([0n, 10_000n, 0n]);
  });

  it('returns what has not accrued when the last instalment is paid ahead', () => {
    const { inFavour, owed } = on('2026-01-11', paid('2026-01-11', 3n * 13_630n));
    expect(owed).toBe(0n);
    expect(inFavour).toBe(3n * 13_630n - 31_171n);
  });

  it('owes a shortfall from its day, behind what is due', () => {
    const left = paid('2026-01-20', -500n, { owedFrom: day('2026-03-05') });
    expect(on('2026-03-04', left).shortfalls).toEqual([]);
    expect(on('2026-03-05', left).shortfalls).toMatchObject([{ number: 4, owed: { principal: 500n } }]);
    const enough = on('2026-03-05', left).due;
    expect(on('2026-03-05', left, paid('2026-03-05', enough)).shortfalls).toMatchObject([{ state: 'payed' }]);
  });

  it('counts a closing that falls short of its price from the day on which it was paid', () => {
    const asked = on('2026-01-11').payoff;
    const closing = { isPayoff: true, priced: { on: day('2026-01-11'), amount: asked } };
    expect(on('2026-01-14', paid('2026-01-14', asked, closing)).owed).toBe(0n);
    const short = on('2026-01-14', paid('2026-01-14', asked - 1n, closing));
    expect(short.payoff).toBe(on('2026-01-14').payoff - asked + 1n);
  });
});
