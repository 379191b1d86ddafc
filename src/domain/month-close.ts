import { ACCOUNT_CODES, type Account } from './ledger.ts';
import {
  add,
  centavosFromBigint,
  divideRounded,
  negate,
  smaller,
  subtract,
  sum,
  ZERO,
  type Centavos,
} from './money.ts';
import { parseRational, type Decimal } from './rate.ts';
import type { LoanClass } from './standing/loan-class.ts';
import type { LoanStanding } from './standing/standing.ts';

/**
 * Lines of the close that the ledger does not keep, because it books interest when it is paid
 * (docs/product/books.md#journal).
 */
export const CLOSE_LINES = [
  'accrued-interest',
  'accrued-default-interest',
  'accrued-fees',
  'accrued-interest-income',
  'accrued-default-interest-income',
  'accrued-fees-income',
  'provision',
  'provision-expense',
] as const;
export type CloseLine = (typeof CLOSE_LINES)[number];

/** Accounts of the lender's chart: the ledger's and the close's own. */
export type CloseAccount = Account | CloseLine;

export const CLOSE_ACCOUNTS: readonly CloseAccount[] = [...ACCOUNT_CODES, ...CLOSE_LINES];

/** Figures of a loan on the last day of a month, without taxes. Centavos. */
export interface CloseAmounts {
  /** Capital owed, shortfalls and written-off capital included. */
  readonly principal: Centavos;
  /** Part of `principal` that refunded money left missing. The ledger has it as negative credit. */
  readonly shortfall: Centavos;
  /** Part of `principal` that the lender no longer carries as an asset. */
  readonly writtenOff: Centavos;
  /** Interest of the running period up to the day, not due yet. */
  readonly interestAccrued: Centavos;
  /** Interest due and not paid. */
  readonly interestDue: Centavos;
  readonly defaultInterest: Centavos;
  /** Charges due and not paid. */
  readonly feesDue: Centavos;
}

/** Facts that decide how a loan's figures are carried. */
export interface CloseFacts {
  readonly daysLate: number;
  readonly class: LoanClass;
  readonly isWrittenOff: boolean;
}

/** Rules of a close, by data that two people confirmed. */
export interface CloseRules {
  /** Percent of the debt, by class. */
  readonly provisions: Readonly<Record<LoanClass, Decimal>>;
  /** Least days late that stop interest from counting as income. */
  readonly suspendedFrom: number;
}

export const NO_AMOUNTS: CloseAmounts = {
  principal: ZERO,
  shortfall: ZERO,
  writtenOff: ZERO,
  interestAccrued: ZERO,
  interestDue: ZERO,
  defaultInterest: ZERO,
  feesDue: ZERO,
};

/**
 * Figures of a standing (docs/product/books.md#frozen-figures). Interest of an accelerated loan is due up to the
 * day. @param writeOff capital of a write-off that counts
 */
export function closeAmounts(standing: LoanStanding, writeOff: Centavos = ZERO): CloseAmounts {
  const open = standing.instalments.filter(({ settledOn }) => settledOn === null);
  const isDue = ({ dueDate }: (typeof open)[number]) =>
    dueDate <= standing.date || standing.acceleratedOn !== null;
  const [due, running] = [open.filter(isDue), open.filter((each) => !isDue(each))];
  const principal = sum(open.map(({ dues }) => dues.principal));
  const shortfall = sum(open.filter(({ isShortfall }) => isShortfall).map(({ dues }) => dues.principal));
  return {
    principal,
    shortfall,
    writtenOff: smaller(writeOff, subtract(principal, shortfall)),
    interestAccrued: sum(running.map(({ accrued }) => accrued.interest)),
    interestDue: sum(due.map(({ accrued }) => accrued.interest)),
    defaultInterest: sum(open.map(({ accrued }) => accrued.defaultInterest)),
    feesDue: sum(due.map(({ accrued }) => accrued.fee)),
  };
}

/** Checks whether a loan's interest no longer counts as income. */
export const isSuspended = ({ daysLate, isWrittenOff }: CloseFacts, { suspendedFrom }: CloseRules): boolean =>
  isWrittenOff || daysLate >= suspendedFrom;

/**
 * Provision of a loan, rounded half up: of capital that is an asset, and of interest and charges that count as
 * income.
 */
export function provisionOf(amounts: CloseAmounts, facts: CloseFacts, rules: CloseRules): Centavos {
  const { principal, writtenOff, interestAccrued, interestDue, defaultInterest, feesDue } = amounts;
  const income = [interestAccrued, interestDue, defaultInterest, feesDue];
  const base = sum([subtract(principal, writtenOff), ...(isSuspended(facts, rules) ? [] : income)]);
  const { num, den } = parseRational(rules.provisions[facts.class]);
  return centavosFromBigint(divideRounded(BigInt(base) * num, 100n * den, 'half-up'));
}

/** Sums over the loans of a close that its journal needs, centavos. */
export interface CloseTotals {
  /** Interest accrued and due of loans that are not suspended. */
  readonly interest: Centavos;
  readonly defaultInterest: Centavos;
  readonly fees: Centavos;
  readonly provision: Centavos;
}

export const NO_TOTALS: CloseTotals = { interest: ZERO, defaultInterest: ZERO, fees: ZERO, provision: ZERO };

/** Debits are positive, credits negative. */
export interface JournalLine {
  readonly entry: JournalEntry;
  readonly account: CloseAccount;
  readonly amount: Centavos;
}

/** Entries of a journal. Each adds up to zero. */
export type JournalEntry = 'movements' | 'interest' | 'default-interest' | 'fees' | 'provision';

/**
 * Journal of a close: the ledger's movements by account, and the changes since the close before of amounts
 * that the ledger does not keep (docs/product/books.md#journal). Lines of zero are left out.
 * @throws Error when the movements do not add up to zero, which is a bug
 */
export function journalOf(
  before: CloseTotals,
  now: CloseTotals,
  movements: ReadonlyMap<Account, Centavos>,
): readonly JournalLine[] {
  const moved = ACCOUNT_CODES.map((account) => ({
    entry: 'movements' as const,
    account,
    amount: movements.get(account) ?? ZERO,
  }));
  const total = sum(moved.map(({ amount }) => amount));
  if (total !== 0) throw new Error(`the movements of a close are ${total} centavos out of balance`);
  const change = (name: keyof CloseTotals) => subtract(now[name], before[name]);
  return [
    ...moved,
    ...pair('interest', 'accrued-interest', 'accrued-interest-income', change('interest')),
    ...pair(
      'default-interest',
      'accrued-default-interest',
      'accrued-default-interest-income',
      change('defaultInterest'),
    ),
    ...pair('fees', 'accrued-fees', 'accrued-fees-income', change('fees')),
    ...pair('provision', 'provision-expense', 'provision', change('provision')),
  ].filter(({ amount }) => amount !== 0);
}

const pair = (entry: JournalEntry, debit: CloseLine, credit: CloseLine, amount: Centavos): JournalLine[] => [
  { entry, account: debit, amount },
  { entry, account: credit, amount: negate(amount) },
];

/** Balances by account after a journal. */
export function balancesAfter(
  before: ReadonlyMap<CloseAccount, Centavos>,
  journal: readonly JournalLine[],
): ReadonlyMap<CloseAccount, Centavos> {
  const after = new Map(before);
  for (const { account, amount } of journal) after.set(account, add(after.get(account) ?? ZERO, amount));
  return after;
}

/** Accounts without a number in the lender's chart, in order. */
export const unmappedAccounts = (chart: Readonly<Record<CloseAccount, string>>): readonly CloseAccount[] =>
  CLOSE_ACCOUNTS.filter((account) => chart[account] === '');
