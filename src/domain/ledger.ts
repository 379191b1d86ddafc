import { type Allocation, type Component, COMPONENTS } from './standing/allocation.ts';
import { type Centavos, ZERO, add, negate, sum } from './money.ts';
import type { Charge } from './schedule.ts';
import type { Recovery } from './write-off.ts';

/** Chart of accounts. The kind decides the side of the normal balance. */
const ACCOUNTS = {
  'principal-receivable': 'asset',
  'interest-receivable': 'asset',
  'default-interest-receivable': 'asset',
  'fee-receivable': 'asset',
  'membership-receivable': 'asset',
  'tax-receivable': 'asset',
  /** The lender's bank account, the source of payouts. */
  bank: 'asset',
  /** Money reported by a payment network or provider. */
  collections: 'asset',
  /** Payouts sent or about to be sent, not yet confirmed by the rail. */
  'disbursement-in-transit': 'liability',
  /** Overpayments; they belong to the customer. */
  'customer-credit': 'liability',
  /** Reported money not yet matched to a loan. */
  'unidentified-payments': 'liability',
  'tax-payable': 'liability',
  'interest-income': 'income',
  'default-interest-income': 'income',
  'fee-income': 'income',
  'membership-income': 'income',
  /** Part of a customer's debt that the lender pays as a promotion. */
  'promotion-cost': 'expense',
  /** Capital waived by two people. */
  'principal-waived': 'expense',
  /** Capital still owed that the lender no longer carries as an asset. */
  'written-off': 'expense',
  /** Written-off capital that was paid afterwards. */
  'recovery-income': 'income',
} as const;

export type Account = keyof typeof ACCOUNTS;

export const ACCOUNT_CODES = Object.keys(ACCOUNTS) as readonly Account[];

/** Debits are positive, credits negative. */
type LedgerEntry = { readonly account: Account; readonly amount: Centavos };

/** The lines of one transaction; they add up to zero. */
export type LedgerEntries = readonly LedgerEntry[];

type Payout = {
  readonly principal: Centavos;
  /** Withheld from the amount delivered. */
  readonly originationFee: Charge;
};

/** Loan booked with its payout in transit: at confirmation, in the same transaction as the loan. */
export function payoutRequested({ principal, originationFee }: Payout): LedgerEntries {
  const delivered = sum([principal, negate(originationFee.net), negate(originationFee.tax)]);
  return balanced([
    debit('principal-receivable', principal),
    credit('disbursement-in-transit', delivered),
    credit('fee-income', originationFee.net),
    credit('tax-payable', originationFee.tax),
  ]);
}

/** The rail confirmed: the money left the bank. */
export function payoutConfirmed(delivered: Centavos): LedgerEntries {
  return balanced([debit('disbursement-in-transit', delivered), credit('bank', delivered)]);
}

/** The rail refused for good, or the loan was canceled before payout: nothing is owed. */
export function payoutFailed(payout: Payout): LedgerEntries {
  return reversed(payoutRequested(payout));
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
 * Recognizes interest, charges and their tax as income and tax payable when they are paid; unpaid amounts are
 * derived from the schedule and need no nightly accrual.
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

/** Books a payment against the amounts it covers; the excess belongs to the customer. */
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

/** Unmatched money, held until a person identifies its owner. */
export function unidentifiedReceived(amount: Centavos): LedgerEntries {
  return balanced([debit('collections', amount), credit('unidentified-payments', amount)]);
}

/** Money that matched no loan, transferred back to its payer. */
export function unidentifiedReturned(amount: Centavos): LedgerEntries {
  return balanced([debit('unidentified-payments', amount), credit('bank', amount)]);
}

/**
 * A discount counts as a payment by the lender: {@link paymentReceived} books the amounts it covers, and this
 * entry records that no money came in.
 */
export function discountGranted(amount: Centavos): LedgerEntries {
  return balanced([debit('promotion-cost', amount), credit('collections', amount)]);
}

/**
 * Tax that fell due and is not paid (docs/product/books.md#booked-as-a-difference). {@link accruedAtPayment} books
 * the tax of a payment, and this part shrinks by as much, so the payment adds no tax payable.
 */
export function taxDue(unpaid: Centavos): LedgerEntries {
  return balanced([debit('tax-receivable', unpaid), credit('tax-payable', unpaid)]);
}

/** Capital waived. Waived interest and charges were never booked. */
export function principalWaived(amount: Centavos): LedgerEntries {
  return balanced([debit('principal-waived', amount), credit('principal-receivable', amount)]);
}

/**
 * Capital of shortfalls that an action waived or moved into an agreement: until then the ledger has it as
 * negative credit.
 */
export function shortfallEnded(amount: Centavos): LedgerEntries {
  return balanced([debit('principal-receivable', amount), credit('customer-credit', amount)]);
}

/**
 * Written-off capital. The open part leaves the receivable, the recovered part is income, and a part waived
 * since is a loss only once, as `principal-waived`.
 */
export function capitalWrittenOff({ open, recovered }: Recovery): LedgerEntries {
  return balanced([
    debit('written-off', add(open, recovered)),
    credit('recovery-income', recovered),
    credit('principal-receivable', open),
  ]);
}

/**
 * Withdrawal after payout: the customer returns the amount delivered, the origination charge and its tax are
 * given up, and the principal is no longer owed.
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
 * Credit transferred back to the customer. {@link paymentReceived} books it as a negative payment; this entry
 * records that the money left the bank.
 */
export function creditRefunded(amount: Centavos): LedgerEntries {
  return balanced([debit('collections', amount), credit('bank', amount)]);
}

/**
 * Credit refund in transit. A negative payment, booked by {@link paymentReceived}, takes it out of the
 * payments that held it; a membership refund is held by no payment.
 */
export function creditRefundSent(amount: Centavos): LedgerEntries {
  return balanced([debit('collections', amount), credit('disbursement-in-transit', amount)]);
}

/** Membership refund in transit. */
export function membershipRefundSent(amount: Centavos): LedgerEntries {
  return balanced([debit('customer-credit', amount), credit('disbursement-in-transit', amount)]);
}

/** The membership's price falls due, with the tax it contains. */
export function membershipCharged(price: Charge): LedgerEntries {
  return balanced([
    debit('membership-receivable', add(price.net, price.tax)),
    credit('membership-income', price.net),
    credit('tax-payable', price.tax),
  ]);
}

/** A negative payment took this money out of the loan; it now pays part of the membership's price. */
export function membershipPaid(amount: Centavos): LedgerEntries {
  return balanced([debit('collections', amount), credit('membership-receivable', amount)]);
}

/** Part of the membership's price that is no longer owed, with its tax. */
export function membershipReturned(part: Charge): LedgerEntries {
  return balanced([
    debit('membership-income', part.net),
    debit('tax-payable', part.tax),
    credit('membership-receivable', add(part.net, part.tax)),
  ]);
}

/** Overpaid part of a price that no payment of the loan holds; it belongs to the customer. */
export function membershipOverpaid(amount: Centavos): LedgerEntries {
  return balanced([debit('membership-receivable', amount), credit('customer-credit', amount)]);
}

/** Exact reversal of a transaction; entries are never changed. */
export function reversed(entries: LedgerEntries): LedgerEntries {
  return balanced(entries.map(({ account, amount }) => ({ account, amount: negate(amount) })));
}

/** @throws Error when the lines do not sum to zero, which is a bug. */
export function assertBalanced(entries: LedgerEntries): void {
  const total = sum(entries.map(({ amount }) => amount));
  if (total !== 0) throw new Error(`ledger entries are ${total} centavos out of balance`);
}

/** Merges the lines to one per account, drops zeros and checks the sum. */
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
