import { NO_DUES } from '../../../domain/standing/allocation.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import {
  accruedAtPayment,
  capitalWrittenOff,
  discountGranted,
  loanWithdrawn,
  paymentReceived,
  principalWaived,
  reversed,
  shortfallEnded,
  type Account,
  type LedgerEntries,
} from '../../../domain/ledger.ts';
import { add, smaller, subtract, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { recoveryOf, type Recovery } from '../../../domain/write-off.ts';
import { cameToNothing, isDiscount, notReturned, type Loan } from '../service.ts';
import type { LoanBooks } from './loan-books.ts';

/**
 * Computes a loan's books on a date as a pure function of its payments and its write-off. Postings are always the difference of
 * two results: after a payment, a reversal, an earlier value date, or an instalment that fell due while
 * credit was held.
 * @param today payments with a later value date are booked too
 */
export function booksOf(loan: Loan, today: CalendarDate): LoanBooks {
  if (cameToNothing(loan)) return undoneBooks(loan, ZERO, []);
  if (isReturned(loan)) return returnedBooks(loan);
  const { conditions, payments } = loan;
  const last = latest(loan);
  const standing = loanStanding(conditions, payments, last > today ? last : today);
  const { allocations, plan, credit, creditUses, instalments } = standing;
  const ended = standing.shortfallEnded;
  const amounts = new Map(payments.map(({ id, amount }) => [id, amount]));
  const entries = [
    ...allocations.flatMap((allocation) => [
      ...accruedAtPayment(allocation),
      ...paymentReceived(amounts.get(allocation.paymentId) ?? ZERO, allocation),
    ]),
    ...shortfallEnded(ended),
    ...principalWaived(standing.principalWaived),
  ];
  const open = instalments.filter(({ settledOn }) => settledOn === null);
  return {
    allocations,
    entries: [...entries, ...writeOffEntries(loan, entries)],
    plan,
    isReturned: false,
    credit: add(sum(allocations.map(({ excess }) => excess)), ended),
    creditUses,
    creditDueOn: credit > 0 ? (open[0]?.dueDate ?? null) : null,
    settled: instalments.filter(({ settledOn }) => settledOn !== null).map(({ number }) => number),
    isSettled: last > today ? loanStanding(conditions, payments, today).isSettled : standing.isSettled,
    nextOpen: open[0]?.number,
  };
}

/** Capital owed and capital waived, by the entries of a loan's payments and waivers. */
function capitalOf({ principal }: Pick<Loan, 'principal'>, entries: LedgerEntries) {
  const of = (account: Account) =>
    sum(entries.filter((entry) => entry.account === account).map(({ amount }) => amount));
  return { owed: add(principal, of('principal-receivable')), waived: of('principal-waived') };
}

function writeOffEntries({ writeOff, ...loan }: Loan, entries: LedgerEntries): LedgerEntries {
  return writeOff === null ? [] : capitalWrittenOff(recoveryOf(writeOff, capitalOf(loan, entries)));
}

/** Capital of a loan in force as its books have it, without a write-off. */
export function capitalOn(loan: Loan, today: CalendarDate): ReturnType<typeof capitalOf> {
  return capitalOf(loan, booksOf({ ...loan, writeOff: null }, today).entries);
}

/** Parts of a loan's written-off capital; undefined if nothing is written off, or the loan was undone. */
export function recoveryOn(loan: Loan, today: CalendarDate): Recovery | undefined {
  if (loan.writeOff === null || cameToNothing(loan) || isReturned(loan)) return undefined;
  return recoveryOf(loan.writeOff, capitalOn(loan, today));
}

function isReturned({ withdrawal, delivered, payments }: Loan): boolean {
  if (withdrawal === null || withdrawal.until === null) return false;
  const { until } = withdrawal;
  // The payment's value date counts, because a network may report it after the request has lapsed.
  return notReturned({ delivered, payments: payments.filter(({ valueDate }) => valueDate <= until) }) <= 0;
}

/**
 * Every payment, regardless of purpose, returns part of the delivered amount; the rest is the customer's
 * credit. Discounts on amounts no longer owed are reversed.
 */
function returnedBooks(loan: Loan): LoanBooks {
  const { principal, originationFee, delivered } = loan;
  return { ...undoneBooks(loan, delivered, loanWithdrawn({ principal, originationFee })), isReturned: true };
}

/**
 * @param delivered total that payments return, in their order;
 * @param undone entries that undo the loan itself
 */
function undoneBooks({ conditions, payments }: Loan, delivered: Centavos, undone: LedgerEntries): LoanBooks {
  let left = delivered;
  const money = payments.filter((each) => !isDiscount(each));
  const allocations = money.map(({ id, amount }) => {
    const part = amount > 0 ? smaller(left, amount) : ZERO;
    left = subtract(left, part);
    const parts = part > 0 ? [{ number: 0, dues: { ...NO_DUES, principal: part } }] : [];
    return { paymentId: id, parts, excess: subtract(amount, part) };
  });
  const excess = sum(allocations.map((each) => each.excess));
  const discounts = payments.filter((each) => isDiscount(each));
  const entries = [
    ...undone,
    ...paymentReceived(excess, { parts: [], excess }),
    ...discounts.flatMap(({ amount }) => reversed(discountGranted(amount))),
  ];
  return {
    allocations,
    entries,
    plan: conditions.schedule.rows,
    isReturned: false,
    credit: excess,
    creditUses: [],
    creditDueOn: null,
    // Nothing is left to pay for any instalment.
    settled: conditions.schedule.rows.map(({ number }) => number),
    isSettled: false,
    nextOpen: undefined,
  };
}

/** Latest value date of the payments; without payments, the day of the payout. */
export function latest({ conditions, payments }: Loan): CalendarDate {
  const days = payments.map(({ valueDate }) => valueDate);
  return days.toSorted().at(-1) ?? conditions.schedule.disbursementDate;
}
