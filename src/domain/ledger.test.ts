import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS, allocate, mapDues } from './standing/allocation.ts';
import {
  type LedgerEntries,
  accruedAtPayment,
  assertBalanced,
  capitalWrittenOff,
  creditRefunded,
  creditRefundSent,
  discountGranted,
  payoutConfirmed,
  payoutFailed,
  payoutRequested,
  loanWithdrawn,
  membershipCharged,
  membershipOverpaid,
  membershipPaid,
  membershipRefundSent,
  membershipReturned,
  paymentReceived,
  principalWaived,
  reversed,
  shortfallEnded,
  taxDue,
  unidentifiedReceived,
  unidentifiedReturned,
} from './ledger.ts';
import { centavos, sum } from './money.ts';
import { NO_CHARGE } from './schedule.ts';
import { runs } from './testing/runs.ts';

const loan = {
  principal: centavos(2_500_000),
  originationFee: { net: centavos(25_924), tax: centavos(5704) },
};

/** Balance per account after these transactions, without zero balances. */
function balances(...transactions: LedgerEntries[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { account, amount } of transactions.flat()) totals[account] = (totals[account] ?? 0) + amount;
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== 0));
}

describe('a payout', () => {
  it('owes the delivered money to the rail until it confirms', () => {
    const requested = payoutRequested(loan);
    expect(balances(requested)).toEqual({
      'principal-receivable': 2_500_000,
      'disbursement-in-transit': -2_468_372,
      'fee-income': -25_924,
      'tax-payable': -5704,
    });
    expect(balances(requested, payoutConfirmed(centavos(2_468_372)))).toEqual({
      'principal-receivable': 2_500_000,
      bank: -2_468_372,
      'fee-income': -25_924,
      'tax-payable': -5704,
    });
  });

  it('writes no line for a charge that does not exist', () => {
    expect(payoutRequested({ ...loan, originationFee: NO_CHARGE })).toEqual([
      { account: 'principal-receivable', amount: 2_500_000 },
      { account: 'disbursement-in-transit', amount: -2_500_000 },
    ]);
  });

  it('that failed leaves no trace in the balances', () => {
    expect(balances(payoutRequested(loan), payoutFailed(loan))).toEqual({});
  });

  it('reversed by the customer leaves only the money moved', () => {
    const all = [payoutRequested(loan), payoutConfirmed(centavos(2_468_372)), loanWithdrawn(loan)];
    expect(balances(...all)).toEqual({ bank: -2_468_372, collections: 2_468_372 });
  });
});

describe('a payment', () => {
  const dues = mapDues((component) => centavos((COMPONENTS.indexOf(component) + 1) * 100));

  it('books covered charges as income, tax as owed to the State, and the excess as owed to the customer', () => {
    const amount = centavos(3000);
    const allocation = allocate(amount, [{ number: 1, dues }]);
    const paid = [accruedAtPayment(allocation), paymentReceived(amount, allocation)];
    expect(balances(...paid)).toEqual({
      collections: 3000,
      'default-interest-income': -100,
      'fee-income': -300,
      'interest-income': -500,
      'tax-payable': -(200 + 400 + 600),
      'principal-receivable': -700,
      'customer-credit': -200,
    });
  });

  it('owes each component to the receivable of its kind until it is covered', () => {
    expect(balances(accruedAtPayment(allocate(centavos(2800), [{ number: 1, dues }])))).toEqual({
      'default-interest-receivable': 100,
      'fee-receivable': 300,
      'interest-receivable': 500,
      'tax-receivable': 200 + 400 + 600,
      'default-interest-income': -100,
      'fee-income': -300,
      'interest-income': -500,
      'tax-payable': -(200 + 400 + 600),
    });
  });

  it('balances with any cover', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6000 }).map(centavos),
        fc.integer({ min: 0, max: 2 }),
        (amount, count) => {
          const owed = Array.from({ length: count }, (_, index) => ({ number: index + 1, dues }));
          const allocation = allocate(amount, owed);
          for (const entries of [accruedAtPayment(allocation), paymentReceived(amount, allocation)]) {
            expect(sum(entries.map((entry) => entry.amount))).toBe(0);
            expect(new Set(entries.map(({ account }) => account)).size).toBe(entries.length);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('cannot be booked with an allocation of another amount', () => {
    expect(() => paymentReceived(centavos(1), allocate(centavos(2), []))).toThrow('out of balance');
  });
});

describe('the membership', () => {
  it('is income without its tax', () => {
    expect(balances(membershipCharged({ net: centavos(520_661), tax: centavos(109_339) }))).toEqual({
      'membership-receivable': 630_000,
      'membership-income': -520_661,
      'tax-payable': -109_339,
    });
  });
});

describe('a posting', () => {
  const amount = centavos(605);
  const price = { net: centavos(500), tax: centavos(105) };
  // Distinct parts, so that none can stand in the place of another.
  const writtenOff = { open: centavos(900), recovered: centavos(80), waived: centavos(7) };

  it.each<[string, LedgerEntries, Record<string, number>]>([
    ['unmatched money', unidentifiedReceived(amount), { collections: 605, 'unidentified-payments': -605 }],
    [
      'unmatched money that went back',
      unidentifiedReturned(amount),
      { 'unidentified-payments': 605, bank: -605 },
    ],
    ['a discount', discountGranted(amount), { 'promotion-cost': 605, collections: -605 }],
    ['tax that fell due', taxDue(amount), { 'tax-receivable': 605, 'tax-payable': -605 }],
    ['waived capital', principalWaived(amount), { 'principal-waived': 605, 'principal-receivable': -605 }],
    [
      'a shortfall that ended',
      shortfallEnded(amount),
      { 'principal-receivable': 605, 'customer-credit': -605 },
    ],
    [
      'written-off capital',
      capitalWrittenOff(writtenOff),
      { 'written-off': 980, 'recovery-income': -80, 'principal-receivable': -900 },
    ],
    ['refunded credit', creditRefunded(amount), { collections: 605, bank: -605 }],
    [
      'a credit refund in transit',
      creditRefundSent(amount),
      { collections: 605, 'disbursement-in-transit': -605 },
    ],
    [
      'a membership refund in transit',
      membershipRefundSent(amount),
      { 'customer-credit': 605, 'disbursement-in-transit': -605 },
    ],
    ['a membership paid', membershipPaid(amount), { collections: 605, 'membership-receivable': -605 }],
    [
      'a membership returned',
      membershipReturned(price),
      { 'membership-income': 500, 'tax-payable': 105, 'membership-receivable': -605 },
    ],
    [
      'a membership overpaid',
      membershipOverpaid(amount),
      { 'membership-receivable': 605, 'customer-credit': -605 },
    ],
  ])('of %s moves its own accounts', (_, entries, expected) => {
    expect(balances(entries)).toEqual(expected);
  });
});

describe('a transaction', () => {
  it('is undone by its opposite', () => {
    const entries = payoutRequested(loan);
    expect(balances(entries, reversed(entries))).toEqual({});
  });

  it('that does not add up to zero is a fault', () => {
    expect(() => assertBalanced([{ account: 'bank', amount: centavos(1) }])).toThrow(
      '1 centavos out of balance',
    );
    expect(() => assertBalanced([])).not.toThrow();
  });
});
