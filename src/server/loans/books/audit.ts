import type { CONTRADICTION_KINDS } from '../../../contract/staff/operation.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { payoutRequested, type Account, type LedgerEntries } from '../../../domain/ledger.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import { add, centavos, negate, smaller, subtract, ZERO, type Centavos } from '../../../domain/money.ts';
import { sumTaxed, taxDifference, type TaxedPart } from '../../../domain/tax-points.ts';
import { addDues, COMPONENTS, NO_DUES, totalDues, type Dues } from '../../../domain/standing/allocation.ts';
import { auditStanding } from '../../../domain/standing/audit.ts';
import { loanStanding, type LoanStanding } from '../../../domain/standing/standing.ts';
import { lawfulTerms } from '../default-interest/service.ts';
import { cameToNothing, isDiscount, type Loan } from '../service.ts';
import { booksOf, latest } from './books.ts';
import type { LoanBooks } from './loan-books.ts';
import { BOOK_KINDS, type Written } from './written.ts';

/** Contradiction between a loan's books and its standing. Amounts in centavos. */
export interface Contradiction {
  readonly kind: (typeof CONTRADICTION_KINDS)[number];
  /**
   * Account, component of an instalment or of an allocation, payment, or the two states (found and expected).
   */
  readonly subject: string;
  /** Computed by today's rules. */
  readonly expected: Centavos;
  readonly found: Centavos;
}

/** Books derived from a loan's payments by today's rules, and how the stored books differ. */
export interface BooksComparison {
  readonly books: LoanBooks;
  /** Date of comparison: the last possible booking day of credit. */
  readonly day: CalendarDate;
  readonly contradictions: readonly Contradiction[];
}

/** Accounts with a balance per loan; the others are between the lender and third parties. */
const OWN_ACCOUNTS = [
  'principal-receivable',
  'interest-receivable',
  'default-interest-receivable',
  'fee-receivable',
  'tax-receivable',
  'interest-income',
  'default-interest-income',
  'fee-income',
  'tax-payable',
  'customer-credit',
  'collections',
  'principal-waived',
  'written-off',
  'recovery-income',
] as const satisfies readonly Account[];

/**
 * Accounts that a membership's price or a refund in transit also moves, by transaction kinds of their own.
 */
const SHARED: readonly Account[] = ['tax-payable', 'customer-credit', 'collections'];

const PAYOUT_KINDS = ['disbursement-requested', 'disbursement-failed'];

/**
 * Compares a loan's ledger, allocations and state with those derived from its payments
 * (docs/product/loan-and-money.md#conservation). Read-only.
 */
export function compareBooks(loan: Loan, written: Written, today: CalendarDate): BooksComparison {
  const day = bookedUntil(loan, today);
  const books = booksOf(loan, day, today);
  const owed = owedBy(loan, books, day);
  return {
    books,
    day,
    contradictions: [
      ...ledgerContradictions(loan, books, written, owed),
      ...creditContradictions(written),
      ...allocationContradictions(books, written),
      ...stateContradictions(loan, books, owed),
      ...taxContradictions(loan, books, written),
    ],
  };
}

/**
 * All contradictions of a loan, in its rules of conservation and in its books, for the daily audit.
 * Read-only.
 */
export function auditBooks(loan: Loan, written: Written, today: CalendarDate): readonly Contradiction[] {
  const { books, day, contradictions } = compareBooks(loan, written, today);
  const standing = standingOn(loan, books, day);
  const faults = standing === undefined ? [] : auditStanding(loan.conditions, loan.payments, standing);
  return [
    ...faults,
    ...contradictions,
    ...discountContradictions(loan, books, written),
    ...ceilingContradictions(loan, written),
  ];
}

/** Last day with booked uses of credit: those from `creditDueOn` on wait for the daily job. */
function bookedUntil({ creditDueOn }: Loan, today: CalendarDate): CalendarDate {
  return creditDueOn !== null && creditDueOn <= today ? addDays(creditDueOn, -1) : today;
}

function ledgerContradictions(loan: Loan, books: LoanBooks, written: Written, owed: Dues): Contradiction[] {
  const expected = totals([...(cameToNothing(loan) ? [] : payoutRequested(loan)), ...books.entries]);
  // The standing is an independent check of the capital: the entries derive from the allocations.
  expected.set('principal-receivable', subtract(owed.principal, writtenOffOf(loan, owed)));
  return OWN_ACCOUNTS.flatMap((account) => {
    const entries = written.entries.filter(
      (entry) => entry.account === account && (!SHARED.includes(account) || isOfBooks(entry.kind)),
    );
    const found = centavos(entries.reduce((total, { amount }) => total + amount, 0));
    return differing('ledger', account, expected.get(account) ?? ZERO, found);
  });
}

/** Owed capital that is no receivable any more. */
const writtenOffOf = ({ writeOff }: Loan, { principal }: Dues): Centavos =>
  writeOff === null ? ZERO : smaller(writeOff.amount, principal);

const isOfBooks = (kind: string): boolean => [...BOOK_KINDS, ...PAYOUT_KINDS].some((each) => each === kind);

/**
 * Amount owed for the instalments by the standing; zero for a loan that never began or was undone. A
 * shortfall is excluded, since the ledger has it as negative credit.
 */
function owedBy(loan: Loan, books: LoanBooks, day: CalendarDate): Dues {
  const { instalments } = standingOn(loan, books, day) ?? { instalments: [] };
  return instalments
    .filter(({ isShortfall }) => !isShortfall)
    .reduce((total, { dues }) => addDues(total, dues), NO_DUES);
}

/** Standing that the books derive from; undefined for a loan that never began or was undone. */
function standingOn(loan: Loan, { isReturned }: LoanBooks, day: CalendarDate): LoanStanding | undefined {
  if (isReturned || cameToNothing(loan)) return undefined;
  const last = latest(loan);
  return loanStanding(loan.conditions, loan.payments, last > day ? last : day);
}

function totals(entries: LedgerEntries): Map<Account, Centavos> {
  const byAccount = new Map<Account, Centavos>();
  for (const { account, amount } of entries)
    byAccount.set(account, add(byAccount.get(account) ?? ZERO, amount));
  return byAccount;
}

/** Discount expense must equal the discounts that count; zero for an undone loan. */
function discountContradictions(
  loan: Loan,
  { isReturned }: LoanBooks,
  { entries }: Written,
): Contradiction[] {
  const { payments } = loan;
  const isUndone = isReturned || cameToNothing(loan);
  const discounts = payments.filter((each) => isDiscount(each));
  const granted = discounts.reduce((total, { amount }) => add(total, amount), ZERO);
  const posted = entries.filter(({ account }) => account === 'promotion-cost');
  const found = centavos(posted.reduce((total, { amount }) => total + amount, 0));
  return differing('ledger', 'promotion-cost', isUndone ? ZERO : granted, found);
}

/** Checks that the tax points add up to the taxed amounts. */
function taxContradictions({ taxRule }: Loan, { tax }: LoanBooks, { taxed }: Written): Contradiction[] {
  const expected = taxRule === null ? [] : tax.taxed;
  return taxDifference(expected, taxed).flatMap(({ instalment, kind }) => {
    const own = (parts: readonly TaxedPart[]) =>
      sumTaxed(parts).find((each) => each.instalment === instalment && each.kind === kind);
    const [right, found] = [own(expected), own(taxed)];
    const subject = `${instalment} ${kind}`;
    return [
      ...differing('tax', subject, right?.tax ?? ZERO, found?.tax ?? ZERO),
      ...differing('tax', `${subject} base`, right?.base ?? ZERO, found?.base ?? ZERO),
    ];
  });
}

/** The stored credit balance must equal the ledger's, and membership credit must not be negative. */
function creditContradictions({ entries, creditBalance }: Written): Contradiction[] {
  const credit = entries.filter(({ account }) => account === 'customer-credit');
  const total = negate(centavos(credit.reduce((sum, { amount }) => sum + amount, 0)));
  const others = credit.filter(({ kind }) => !isOfBooks(kind));
  const ofOthers = negate(centavos(others.reduce((sum, { amount }) => sum + amount, 0)));
  return [
    ...differing('credit', 'balance', total, creditBalance),
    ...(ofOthers < 0 ? differing('credit', 'membership', ZERO, ofOthers) : []),
  ];
}

function allocationContradictions({ allocations }: LoanBooks, { lines }: Written): Contradiction[] {
  const both = new Map<string, { expected: Centavos; found: Centavos }>();
  const at = (key: string) => {
    const known = both.get(key) ?? { expected: ZERO, found: ZERO };
    both.set(key, known);
    return known;
  };
  for (const { paymentId, parts } of allocations)
    for (const { number, dues } of parts)
      for (const component of COMPONENTS) {
        if (dues[component] === 0) continue;
        const line = at(`${paymentId} ${number} ${component}`);
        line.expected = add(line.expected, dues[component]);
      }
  for (const { paymentId, instalment, component, amount } of lines) {
    const line = at(`${paymentId} ${instalment} ${component}`);
    line.found = add(line.found, centavos(amount));
  }
  return [...both].flatMap(([key, { expected, found }]) => differing('allocation', key, expected, found));
}

/**
 * Finds default interest above the ceiling in force at the agreement, even if the terms allow it
 * (docs/product/loan-and-money.md#default-interest). The subject has both annual rates.
 */
function ceilingContradictions({ country, conditions }: Loan, written: Written): Contradiction[] {
  const { annualRate, taxRate } = conditions.defaultInterest;
  const lawful = lawfulTerms(country, { annualRate, taxRate }, written.agreedCeiling);
  if (Number(annualRate) <= Number(lawful.annualRate)) return [];
  return [{ kind: 'ceiling', subject: `${annualRate} ${lawful.annualRate}`, expected: ZERO, found: ZERO }];
}

/** Finished loans owe nothing, active ones owe something, withdrawn ones were returned in full. */
function stateContradictions(loan: Loan, books: LoanBooks, owed: Dues): Contradiction[] {
  const should = stateOf(loan, books);
  if (should === loan.state) return [];
  return [{ kind: 'state', subject: `${loan.state} ${should}`, expected: ZERO, found: totalDues(owed) }];
}

function stateOf({ state, paidOutAt }: Loan, { isReturned, isSettled }: LoanBooks): LoanState {
  if (paidOutAt === null) return state;
  if (isReturned) return 'canceled';
  return isSettled ? 'finished' : 'approved';
}

function differing(
  kind: Contradiction['kind'],
  subject: string,
  expected: Centavos,
  found: Centavos,
): Contradiction[] {
  return expected === found ? [] : [{ kind, subject, expected, found }];
}
