import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LedgerEntries } from '../../../domain/ledger.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, sum, type Centavos } from '../../../domain/money.ts';
import type { LoanAction } from '../../../domain/standing/actions.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { anyDate, anyLoan, anyPayments, paidOutOn } from '../../../domain/testing/any-loan.ts';
import { booksOf, capitalOn, recoveryOn } from '../books/service.ts';
import type { CountedPayment, Loan } from '../service.ts';
import { runs } from '../../../domain/testing/runs.ts';

/** docs/product/collections.md#write-off, over any payments, reversals, late reports and waivers. */

const waiver = fc.record({ date: anyDate, amount: fc.integer({ min: 1, max: 20_000_000 }).map(centavos) });

const anyLife = fc
  .record({
    conditions: anyLoan,
    drawn: anyPayments,
    waivers: fc.array(waiver, { maxLength: 2 }),
    /** Payments and waivers booked before the write-off; the others come later, with any value date. */
    known: fc.nat({ max: 6 }),
    reversed: fc.array(fc.nat({ max: 5 }), { maxLength: 2 }),
    day: anyDate,
    today: anyDate,
  })
  .map(({ drawn, ...life }) => ({
    ...life,
    payments: drawn.map((each, row): CountedPayment => ({ ...each, row, source: 'test' })),
  }));

function loanOf(conditions: Loan['conditions'], payments: readonly CountedPayment[]): Loan {
  const { principal } = conditions.schedule;
  const at = new Date(`${paidOutOn}T15:00:00Z`);
  return {
    id: 1,
    publicId: 'a',
    country: 'AR',
    currency: 'ARS',
    customerId: 1,
    state: 'approved',
    principal,
    delivered: principal,
    originationFee: { net: centavos(0), tax: centavos(0) },
    conditions,
    payments,
    reversed: [],
    openPayments: [],
    strangersPayments: [],
    withdrawal: null,
    writeOff: null,
    membershipDue: centavos(0),
    creditSince: null,
    creditDueOn: null,
    taxRule: 'due-date',
    taxDueOn: null,
    isTaxProRata: true,
    createdAt: at,
    paidOutAt: at,
  };
}

type Waived = { readonly date: CalendarDate; readonly amount: Centavos };

/** Waivers that count after so many payments of their day. */
const waiversAfter = (waivers: readonly Waived[], after: number): readonly LoanAction[] =>
  waivers
    .map(({ date: on, amount }, index) => ({
      id: `waiver ${index}`,
      on,
      after,
      kind: 'waive' as const,
      amount,
    }))
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));

const of = (entries: LedgerEntries, account: LedgerEntries[number]['account']) =>
  sum(entries.filter((each) => each.account === account).map(({ amount }) => amount));

test('recoveries never exceed the loss, and receivable and loss are what the standing owes', () => {
  let recoveries = 0;
  fc.assert(
    fc.property(anyLife, ({ conditions, payments, waivers, known, reversed, day, today }) => {
      const then = loanOf(
        { ...conditions, actions: waiversAfter(waivers.slice(0, known), known) },
        payments.slice(0, known),
      );
      const { owed: amount, waived } = capitalOn(then, day);
      if (amount <= 0) return;
      const counting = payments.filter(({ row }) => !reversed.includes(row));
      const without = loanOf({ ...conditions, actions: waiversAfter(waivers, counting.length) }, counting);
      const loan = { ...without, writeOff: { on: day, amount, waived } };
      const [books, ordinary] = [booksOf(loan, today), booksOf(without, today)];
      const { entries } = books;
      expect(sum(entries.map((each) => each.amount))).toBe(0);
      const [lost, recovered] = [of(entries, 'written-off'), 0 - of(entries, 'recovery-income')];
      expect(recovered).toBeGreaterThanOrEqual(0);
      expect(recovered).toBeLessThanOrEqual(lost);
      expect(lost).toBeLessThanOrEqual(amount);
      expect(recoveryOn(loan, today)).toMatchObject({ recovered });
      const last =
        counting
          .map(({ valueDate }) => valueDate)
          .toSorted()
          .at(-1) ?? paidOutOn;
      const { instalments } = loanStanding(without.conditions, counting, last > today ? last : today);
      const owed = sum(instalments.filter((each) => !each.isShortfall).map(({ dues }) => dues.principal));
      const receivable = loan.principal + of(entries, 'principal-receivable');
      expect(receivable).toBeGreaterThanOrEqual(0);
      expect(receivable + lost - recovered).toBe(owed);
      // Nothing but these three accounts differs.
      expect({ ...books, entries: [] }).toEqual({ ...ordinary, entries: [] });
      const others = (all: LedgerEntries) =>
        all.filter(({ account }) => !/^(?:principal-receivable|written-off|recovery-income)$/.test(account));
      expect(others(entries)).toEqual(others(ordinary.entries));
      if (recovered > 0) recoveries += 1;
    }),
    { numRuns: runs(3000) },
  );
  expect(recoveries).toBeGreaterThan(100);
});
