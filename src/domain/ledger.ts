import { type Allocation, type Component, COMPONENTS } from './standing/allocation.ts';
import { type Centavos, ZERO, add, negate, sum } from './money.ts';
import type { Charge } from './schedule.ts';

/** Chart of accounts. The kind gives the side of a normal balance. */
const ACCOUNTS = {
  'principal-receivable': 'asset',
  'interest-receivable': 'asset',
  'default-interest-receivable': 'asset',
  'fee-receivable': 'asset',
  'membership-receivable': 'asset',
  'tax-receivable': 'asset',
  /** The lender's bank account that loans are paid from. */
  bank: 'asset',
  /** Money that a payment network or provider has reported. */
  collections: 'asset',
  /** Payouts handed over or about to be, not yet confirmed by the rail. */
  'disbursement-in-transit': 'liability',
  /** Paid in excess; it belongs to the customer. */
  'customer-credit': 'liability',
  /** Reported money that has not been matched to a loan yet. */
  'unidentified-payments': 'liability',
  'tax-payable': 'liability',
  'interest-income': 'income',
  'default-interest-income': 'income',
  'fee-income': 'income',
  'membership-income': 'income',
  /** Part of a customer's debt that the lender pays in a promotion. */
  'promotion-cost': 'expense',
  /** Capital that two people decided not to claim. */
  'principal-waived': 'expense',
} as const;

export type Account = keyof typeof ACCOUNTS;

/** One line of a transaction: a debit is positive, a credit negative. */
type LedgerEntry = { readonly account: Account; readonly amount: Centavos };

/** The lines of one transaction; they add up to zero. */
export type LedgerEntries = readonly LedgerEntry[];

type Payout = {
  readonly principal: Centavos;
  /** Withheld from the amount delivered. */
  readonly originationFee: Charge;
};

/** The loan exists and its money is on the way: at confirmation, in the same transaction as the loan. */
export function payoutRequested({ principal, originationFee }: Payout): LedgerEntries {
  const delivered = sum([principal, negate(originationFee.net), negate(originationFee.tax)]);
  return balanced([
    debit('principal-receivable', principal),
    credit('disbursement-in-transit', delivered),
    credit('fee-income', originationFee.net),
    credit('tax-payable', originationFee.tax),
  ]);
}

/** The rail has confirmed: the money has left the bank. */
export function payoutConfirmed(delivered: Centavos): LedgerEntries {
  return balanced([debit('disbursement-in-transit', delivered), credit('bank', delivered)]);
}

/** The rail has refused for good, or the loan was canceled before payout: nothing is owed any more. */
export function payoutFailed(disbursement: Payout): LedgerEntries {
  return reversed(payoutRequested(disbursement));
}

const RECEIVABLE: Readonly<Record<Component, Account>> = {
  defaultInterest: 'default-interest-receivable',
  defaultInterestTax: 'tax-receivable',
  fee: 'fee-receivable',
  feeTax: 'tax-receivable',
  interest: 'interest-receivable',
  tax: 'tax-receivable',
  principal: 'principal-receivable',
};

const INCOME: Readonly<Record<Exclude<Component, 'principal'>, Account>> = {
  defaultInterest: 'default-interest-income',
  defaultInterestTax: 'tax-payable',
  fee: 'fee-income',
  feeTax: 'tax-payable',
  interest: 'interest-income',
  tax: 'tax-payable',
};

/**
 * A payment's interest, charges and tax become income and tax owed to the State on payment; unpaid amounts
 * are derived from the schedule and need no nightly accrual.
 */
export function accruedAtPayment(allocation: Allocation): LedgerEntries {
  const earned = COMPONENTS.filter((component) => component !== 'principal');
  return balanced(
    earned.flatMap((component) => {
      const amount = covered(allocation, component);
      return [debit(RECEIVABLE[component], amount), credit(INCOME[component], amount)];
    }),
  );
}

/** Books a payment against the amounts it covers; the rest is the customer's. */
export function paymentReceived(amount: Centavos, allocation: Allocation): LedgerEntries {
  return balanced([
    debit('collections', amount),
    ...COMPONENTS.map((component) => credit(RECEIVABLE[component], covered(allocation, component))),
    credit('customer-credit', allocation.excess),
  ]);
}

function covered({ parts }: Allocation, component: Component): Centavos {
  return sum(parts.map(({ dues }) => dues[component]));
}

/** Unmatched money waits until a person identifies its owner. */
export function unidentifiedReceived(amount: Centavos): LedgerEntries {
  return balanced([debit('collections', amount), credit('unidentified-payments', amount)]);
}

/** Money that led to no loan was transferred back to its payer. */
export function unidentifiedReturned(amount: Centavos): LedgerEntries {
  return balanced([debit('unidentified-payments', amount), credit('bank', amount)]);
}

/**
 * A discount counts as a payment of the lender's own: {@link paymentReceived} books the amounts it covers,
 * and this entry records that no money came in.
 */
export function discountGranted(amount: Centavos): LedgerEntries {
  return balanced([debit('promotion-cost', amount), credit('collections', amount)]);
}

/** Capital is not claimed any more. Interest and charges that are waived were never booked. */
export function principalWaived(amount: Centavos): LedgerEntries {
  return balanced([debit('principal-waived', amount), credit('principal-receivable', amount)]);
}

/**
 * Withdrawal after payout: the customer returns the amount delivered, the origination charge is given up with
 * its tax, and the principal is no longer owed.
 */
export function loanWithdrawn({ principal, originationFee }: Payout): LedgerEntries {
  const delivered = sum([principal, negate(originationFee.net), negate(originationFee.tax)]);
  return balanced([
    debit('collections', delivered),
    debit('fee-income', originationFee.net),
    debit('tax-payable', originationFee.tax),
    credit('principal-receivable', principal),
  ]);
}

/**
 * Money in favour was transferred back to the customer. It counts as a payment below zero, which
 * {@link paymentReceived} books, and this that the money left the bank.
 */
export function creditRefunded(amount: Centavos): LedgerEntries {
  return balanced([debit('collections', amount), credit('bank', amount)]);
}

/**
 * Money in favour is on its way back by a rail. A payment below zero, booked by {@link paymentReceived},
 * takes it out of the payments that held it; a membership refund is held by no payment.
 */
export function creditRefundSent(amount: Centavos): LedgerEntries {
  return balanced([debit('collections', amount), credit('disbursement-in-transit', amount)]);
}

/** The same for a membership refund. */
export function membershipRefundSent(amount: Centavos): LedgerEntries {
  return balanced([debit('customer-credit', amount), credit('disbursement-in-transit', amount)]);
}

/** The membership's price becomes due; the tax is the part of the price that is the State's. */
export function membershipCharged(price: Charge): LedgerEntries {
  return balanced([
    debit('membership-receivable', add(price.net, price.tax)),
    credit('membership-income', price.net),
    credit('tax-payable', price.tax),
  ]);
}

/** Money of the loan, which a payment below zero took out of it, has paid a part of the membership's price. */
export function membershipPaid(amount: Centavos): LedgerEntries {
  return balanced([debit('collections', amount), credit('membership-receivable', amount)]);
}

/** A part of the membership's price is not owed, with its tax. */
export function membershipReturned(part: Charge): LedgerEntries {
  return balanced([
    debit('membership-income', part.net),
    debit('tax-payable', part.tax),
    credit('membership-receivable', add(part.net, part.tax)),
  ]);
}

/** The overpaid part of a price is the customer's, where no payment of the loan holds it. */
export function membershipOverpaid(amount: Centavos): LedgerEntries {
  return balanced([debit('membership-receivable', amount), credit('customer-credit', amount)]);
}

/** The exact opposite of a transaction; entries are never changed. */
export function reversed(entries: LedgerEntries): LedgerEntries {
  return balanced(entries.map(({ account, amount }) => ({ account, amount: negate(amount) })));
}

/** @throws Error when the lines do not add up to zero: a fault of the program. */
export function assertBalanced(entries: LedgerEntries): void {
  const total = sum(entries.map(({ amount }) => amount));
  if (total !== 0) throw new Error(`ledger entries are ${total} centavos out of balance`);
}

/** One line per account, none of zero; checked. */
function balanced(entries: LedgerEntries): LedgerEntries {
  const totals = new Map<Account, Centavos>();
  for (const { account, amount } of entries) totals.set(account, add(totals.get(account) ?? ZERO, amount));
  const lines = [...totals]
    .map(([account, amount]) => ({ account, amount }))
    .filter(({ amount }) => amount !== 0);
  assertBalanced(lines);
  return lines;
}

function debit(account: Account, amount: Centavos): LedgerEntry {
  return { account, amount };
}

function credit(account: Account, amount: Centavos): LedgerEntry {
  return { account, amount: negate(amount) };
}
