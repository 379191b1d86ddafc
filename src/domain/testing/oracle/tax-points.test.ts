import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../calendar-date.ts';
import { anyChangedLife } from '../any-changed-life.ts';
import { ORACLE_RUNS } from '../runs.ts';
import { total } from './arithmetic.ts';
import { oracleStanding } from './oracle.ts';
import { oracleTaxed, oracleTaxedRows } from './tax-points.ts';
import { noParts, type OracleAction, type OraclePayment, type OracleTerms } from './terms.ts';

const day = calendarDate;
const row = (number: number, dueDate: string) => ({
  number,
  dueDate: day(dueDate),
  payableUntil: day(dueDate),
  principal: 10_000n,
  interest: 1_000n,
  tax: 210n,
  fee: 100n,
  feeTax: 21n,
});
const terms: OracleTerms = {
  principal: 20_000n,
  rows: [row(1, '2026-02-01'), row(2, '2026-03-01')],
  from: day('2026-01-01'),
  taxRate: '0.21',
  defaultRate: '0.365',
  defaultTaxRate: '0.21',
  step: 1n,
  half: 'half-up',
};
const pays = (on: string, amount: bigint, more: Partial<OraclePayment> = {}): OraclePayment => ({
  id: `${on} ${amount}`,
  day: day(on),
  amount,
  ...more,
});
const taxed = (on: string, payments: OraclePayment[] = [], actions: OracleAction[] = []) =>
  Object.fromEntries(oracleTaxed(terms, payments, day(on), actions));

describe('what is taxed', () => {
  it('is nothing before the due date, and all of interest and charge on it', () => {
    expect(taxed('2026-01-31')).toEqual({});
    expect(taxed('2026-02-01')).toEqual({
      '1/interest': { base: 1_000n, tax: 210n },
      '1/fee': { base: 100n, tax: 21n },
    });
  });

  it('is what is paid ahead, and default interest once paid', () => {
    // The charge is paid first, then interest.
    expect(taxed('2026-01-10', [pays('2026-01-10', 621n)])).toEqual({
      '1/fee': { base: 100n, tax: 21n },
      '1/interest': { base: 500n, tax: 105n },
    });
    const late = taxed('2026-02-11', [pays('2026-02-11', 121n)]);
    // Ten days of 10,000 at one thousandth a day.
    expect(late['1/default-interest']).toEqual({ base: 100n, tax: 21n });
    const part = taxed('2026-02-11', [pays('2026-02-11', 60n)]);
    // 12.6 centavos.
    expect(part['1/default-interest']).toEqual({ base: 60n, tax: 13n });
  });

  it('is lowered by a waiver, and keeps what an agreement moved', () => {
    const waiver: OracleAction = {
      id: 'w',
      on: day('2026-02-05'),
      after: 0,
      kind: 'waive',
      amount: 400n,
      instalment: 1,
      part: 'interest',
    };
    expect(taxed('2026-02-05', [], [waiver])['1/interest']).toEqual({ base: 600n, tax: 210n });
    const base = { ...noParts(), interest: 1_000n, tax: 210n, principal: 20_000n };
    const agreed: OracleAction = {
      id: 'a',
      on: day('2026-02-01'),
      after: 0,
      kind: 'agreement',
      base: { ...base, fee: 100n, feeTax: 21n },
      waived: { ...noParts(), fee: 100n, feeTax: 21n },
      isRefinancing: true,
      rows: [
        {
          ...row(3, '2026-04-01'),
          principal: 20_000n,
          fee: 0n,
          feeTax: 0n,
          carried: { ...base, principal: 0n },
        },
      ],
    };
    expect(taxed('2026-02-01', [], [agreed])).toEqual({ '1/interest': { base: 1_000n, tax: 210n } });
    expect(taxed('2026-04-01', [], [agreed])).toEqual({
      '1/interest': { base: 1_000n, tax: 210n },
      '3/interest': { base: 1_000n, tax: 210n },
    });
  });

  it('is at most what was charged, and of a closed loan what was paid', () => {
    fc.assert(
      fc.property(anyChangedLife, ({ terms: any, payments, actions, on }) => {
        const standing = oracleStanding(any, payments, on, actions);
        const { instalments, shortfalls, owed, payoff } = standing;
        // Includes shortfalls, because tax booked on one that an agreement ended reduces that of the new rows.
        const tax = total(oracleTaxedRows(any, standing, on).map((each) => each.tax));
        const sumOf = (kind: 'charged' | 'paid') =>
          total(
            [...instalments, ...shortfalls].flatMap((each) => [
              each[kind].tax,
              each[kind].feeTax,
              each[kind].defaultTax,
            ]),
          );
        expect(tax <= sumOf('charged')).toBe(true);
        const isFree = owed === 0n && payoff === 0n;
        expect(isFree ? tax : sumOf('paid')).toBe(sumOf('paid'));
      }),
      { numRuns: ORACLE_RUNS },
    );
  });
});
