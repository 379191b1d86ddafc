import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from './calendar-date.ts';
import { ACCOUNT_CODES, type Account } from './ledger.ts';
import {
  balancesAfter,
  CLOSE_ACCOUNTS,
  closeAmounts,
  journalOf,
  NO_AMOUNTS,
  NO_TOTALS,
  provisionOf,
  unmappedAccounts,
  type CloseAccount,
  type CloseRules,
  type CloseTotals,
} from './month-close.ts';
import { centavos, sum, ZERO, type Centavos } from './money.ts';
import { loanStanding } from './standing/standing.ts';
import { anyChangedLife } from './testing/any-changed-life.ts';
import { engineLoan, enginePayments } from './testing/engine-input.ts';
import { runs } from './testing/runs.ts';
import { act, charged, withActions } from './testing/small-loan.ts';

const rules: CloseRules = { provisions: { 1: '1', 2: '5', 3: '25', 4: '50', 5: '100' }, suspendedFrom: 91 };
const c = centavos;
const amounts = {
  ...NO_AMOUNTS,
  principal: c(10_000),
  interestAccrued: c(100),
  interestDue: c(200),
  defaultInterest: c(30),
  feesDue: c(20),
};

describe('provision', () => {
  it('is a percentage of the whole debt by class, rounded half up', () => {
    const facts = { daysLate: 40, class: 2, isWrittenOff: false } as const;
    // 5 % of 10,350.
    expect(provisionOf(amounts, facts, rules)).toBe(518);
  });

  it('is of the capital alone once interest is suspended', () => {
    expect(provisionOf(amounts, { daysLate: 91, class: 3, isWrittenOff: false }, rules)).toBe(2_500);
  });

  it('is nothing of capital that was written off', () => {
    const gone = { ...amounts, writtenOff: c(10_000) };
    expect(provisionOf(gone, { daysLate: 10, class: 5, isWrittenOff: true }, rules)).toBe(0);
  });
});

describe('journal', () => {
  it('refuses movements that do not add up to zero', () => {
    expect(() => journalOf(NO_TOTALS, NO_TOTALS, new Map([['bank', c(1)]]))).toThrow(/out of balance/);
  });

  it('names accounts without a number', () => {
    const chart = Object.fromEntries(CLOSE_ACCOUNTS.map((account) => [account, '1'])) as Record<
      CloseAccount,
      string
    >;
    expect(unmappedAccounts(chart)).toEqual([]);
    expect(unmappedAccounts({ ...chart, bank: '', provision: '' })).toEqual(['bank', 'provision']);
  });

  const anyAmount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(centavos);
  const anyTotals: fc.Arbitrary<CloseTotals> = fc.record({
    interest: anyAmount,
    defaultInterest: anyAmount,
    fees: anyAmount,
    provision: anyAmount,
  });
  /** Balanced movements of any accounts. */
  const anyMovements: fc.Arbitrary<ReadonlyMap<Account, Centavos>> = fc
    .array(fc.tuple(fc.constantFrom(...ACCOUNT_CODES), fc.constantFrom(...ACCOUNT_CODES), anyAmount))
    .map((moves) => {
      const map = new Map<Account, Centavos>();
      for (const [debit, credit, amount] of moves) {
        map.set(debit, c((map.get(debit) ?? 0) + amount));
        map.set(credit, c((map.get(credit) ?? 0) - amount));
      }
      return map;
    });

  it('of a year adds up to the last close and to the ledger, each entry in balance', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyTotals, anyMovements), { minLength: 12, maxLength: 12 }), (months) => {
        let before = NO_TOTALS;
        let balances: ReadonlyMap<CloseAccount, Centavos> = new Map();
        for (const [totals, movements] of months) {
          const journal = journalOf(before, totals, movements);
          for (const entry of new Set(journal.map((line) => line.entry)))
            expect(sum(journal.filter((line) => line.entry === entry).map(({ amount }) => amount))).toBe(0);
          expect(journal.length).toBeLessThanOrEqual(CLOSE_ACCOUNTS.length);
          balances = balancesAfter(balances, journal);
          before = totals;
        }
        const of = (account: CloseAccount) => balances.get(account) ?? ZERO;
        expect(of('accrued-interest')).toBe(before.interest);
        expect(of('accrued-default-interest')).toBe(before.defaultInterest);
        expect(of('accrued-fees')).toBe(before.fees);
        expect(of('provision')).toBe(0 - before.provision);
        for (const account of ACCOUNT_CODES)
          expect(of(account)).toBe(sum(months.map(([, movements]) => movements.get(account) ?? ZERO)));
        expect(sum(balances.values())).toBe(0);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('frozen figures', () => {
  const frozenOn = (day: string, loan = charged) => closeAmounts(loanStanding(loan, [], calendarDate(day)));

  it('of an instalment are due from its due date on, and accrue until then', () => {
    const running = { interestAccrued: 2903, interestDue: 0, feesDue: 0 };
    expect(frozenOn('2026-01-31')).toMatchObject(running);
    expect(frozenOn('2026-02-01')).toMatchObject({ interestAccrued: 0, interestDue: 3000, feesDue: 1000 });
    expect(frozenOn('2026-02-15')).toMatchObject({ interestAccrued: 1500, interestDue: 3000, feesDue: 1000 });
  });

  it('of an accelerated loan are due up to the day', () => {
    const loan = withActions(charged, act('2026-02-10', { kind: 'accelerate' }));
    const due = { interestAccrued: 0, interestDue: 4500, feesDue: 1000 };
    expect(frozenOn('2026-02-15', loan)).toMatchObject(due);
  });

  it('are the parts of closing the loan, whatever happened to it', () => {
    fc.assert(
      fc.property(anyChangedLife, fc.nat(40), ({ terms, payments, actions, on }, later) => {
        const loan = engineLoan(terms, actions);
        const standing = loanStanding(loan, enginePayments(payments), addDays(on, later));
        const frozen = closeAmounts(standing, c(500));
        const { outstanding, payoff } = standing;
        expect(frozen.principal).toBe(outstanding.principal);
        expect(frozen.shortfall).toBe(standing.shortfall);
        expect(frozen.writtenOff).toBe(Math.min(500, frozen.principal - frozen.shortfall));
        expect(frozen.defaultInterest).toBe(payoff.defaultInterest);
        expect(frozen.interestAccrued + frozen.interestDue).toBe(payoff.interest);
        expect(frozen.feesDue).toBeLessThanOrEqual(outstanding.fee);
        for (const amount of Object.values(frozen)) expect(amount).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: runs(200) },
    );
  });
});
