import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_DUES, addDues, subtractDues } from './allocation.ts';
import { auditStanding } from './audit.ts';
import { addDays, calendarDate } from '../calendar-date.ts';
import { ZERO, centavos, type Centavos } from '../money.ts';
import { buildSchedule } from '../schedule.ts';
import { anyDate, anyLoan, anyPayments, paidOutOn } from '../testing/any-loan.ts';
import type { LoanConditions } from './position.ts';
import type { Payment } from './payment.ts';
import { type InstalmentStanding, type LoanStanding, loanStanding } from './standing.ts';
import { runs } from '../testing/runs.ts';

const rounding = { half: 'half-up', step: 1 } as const;
const loan: LoanConditions = {
  schedule: buildSchedule({
    principal: centavos(120_000),
    instalments: 4,
    rate: { basis: 'fixed', tna: '1.2', basisDays: '28.5' },
    taxRate: '0.21',
    rounding,
    payoutDate: paidOutOn,
    firstDueDate: calendarDate('2026-02-10'),
    instalmentFees: Array.from({ length: 4 }, () => ({ net: centavos(500), tax: centavos(110) })),
  }),
  taxRate: '0.21',
  defaultInterest: { annualRate: '1.8', taxRate: '0.21' },
  rounding,
};
const day = addDays(paidOutOn, 20);
const later = calendarDate('2026-03-20');
const short: Payment = { id: 'short', valueDate: day, amount: centavos(10_000), instalments: [1] };
const ahead: Payment = { id: 'ahead', valueDate: day, amount: centavos(60_000), prepayment: 'fewer' };
const payoff: Payment = { id: 'payoff', valueDate: day, amount: centavos(200_000), isPayoff: true };

const at = (payments: readonly Payment[], date = later) => loanStanding(loan, payments, date);
const faults = (payments: readonly Payment[], standing: LoanStanding) =>
  auditStanding(loan, payments, standing).map(
    ({ kind, subject, expected, found }) => `${kind} ${subject} ${found - expected}`,
  );
const changed = (
  standing: LoanStanding,
  which: number,
  change: (instalment: InstalmentStanding) => Partial<InstalmentStanding>,
): LoanStanding => ({
  ...standing,
  instalments: standing.instalments.map((each) =>
    each.number === which ? { ...each, ...change(each) } : each,
  ),
});
const capital = (amount: number) => ({ ...NO_DUES, principal: centavos(amount) });

describe('a standing', () => {
  it('conserves money after any payments, on any date', () => {
    fc.assert(
      fc.property(anyLoan, anyPayments, anyDate, (conditions, payments, date) => {
        // An id names one payment.
        const named = payments.map((each, index) => ({ ...each, id: `${index}` }));
        const standing = loanStanding(conditions, named, date);
        expect(auditStanding(conditions, named, standing)).toEqual([]);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('that forgives capital planned again after a prepayment is found', () => {
    const payments = [short, ahead];
    const standing = at(payments);
    expect(faults(payments, standing)).toEqual([]);
    const { number, dues } = standing.instalments.find((each) => each.settledOn === null)!;
    const settled = changed(standing, number, () => ({ settledOn: day, dues: NO_DUES, total: ZERO }));
    expect(faults(payments, settled)).toContain(`standing ${number} principal ${0 - dues.principal}`);
    // So is a plan that leaves it out.
    const planned = changed(standing, number, (each) => ({
      charged: subtractDues(each.charged, capital(7)),
      dues: subtractDues(each.dues, capital(7)),
    }));
    expect(faults(payments, planned)).toEqual(['standing  principal -7']);
  });

  it('that keeps interest which never accrued is found', () => {
    const standing = at([payoff]);
    expect(standing.isSettled).toBe(true);
    expect(faults([payoff], standing)).toEqual([]);
    // Interest of the second period, which had not begun, is kept instead of given back as money in favour.
    const kept = { ...NO_DUES, interest: centavos(4_000) };
    const cut = (amount: Centavos) => centavos(amount - 4_000);
    const closed = changed(standing, 2, (each) => ({
      waived: subtractDues(each.waived, kept),
      paid: addDues(each.paid, kept),
    }));
    const allocations = standing.allocations.map(({ parts, excess, ...rest }) => ({
      ...rest,
      parts: [...parts, { number: 2, dues: kept }],
      excess: cut(excess),
    }));
    const tampered = { ...closed, allocations, credit: cut(standing.credit) };
    expect(faults([payoff], tampered)).toEqual([expect.stringMatching(/^accrual interest \d+$/)]);
  });

  it('that loses a part of a payment, or of money in favour, is found', () => {
    const standing = at([payoff]);
    const [allocation] = standing.allocations;
    const less = { ...allocation!, excess: centavos(allocation!.excess - 1) };
    expect(faults([payoff], { ...standing, allocations: [less] })).toEqual([
      'payment payoff -1',
      'standing  credit -1',
    ]);
    expect(faults([payoff], { ...standing, credit: centavos(standing.credit + 1) })).toEqual([
      'standing  credit -1',
    ]);
    expect(faults([payoff, short], standing)).toEqual(['payment short -10000']);
  });

  it('that covers what is not paid, or owes below zero, is found', () => {
    const standing = at([short]);
    const paid = changed(standing, 1, (each) => ({
      paid: addDues(each.paid, capital(5)),
      dues: subtractDues(each.dues, capital(5)),
    }));
    expect(faults([short], paid)).toEqual(['standing 1 principal -5']);
    const below = changed(standing, 2, (each) => ({
      dues: capital(-1),
      waived: { ...subtractDues(each.charged, each.paid), principal: centavos(each.charged.principal + 1) },
    }));
    expect(faults([short], below)).toContain('standing 2 principal -1');
  });

  it('that is settled while something is owed is found', () => {
    const standing = at([short]);
    expect(faults([short], { ...standing, isSettled: true })).toContainEqual(
      expect.stringMatching(/^standing {2}\d+$/),
    );
    const settled = changed(standing, 2, () => ({ settledOn: day }));
    expect(faults([short], settled)).toEqual([expect.stringMatching(/^standing 2 \d+$/)]);
  });
});
