import { NO_DUES } from '../../../domain/standing/allocation.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import {
  accruedAtPayment,
  capitalWrittenOff,
  discountGranted,
  loanWithdrawn,
  paymentReceived,
  principalWaived,
  reversed,
  shortfallEnded,
  taxDue,
  type Account,
  type LedgerEntries,
} from '../../../domain/ledger.ts';
import { add, smaller, subtract, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import { loanStanding, type LoanStanding } from '../../../domain/standing/standing.ts';
import {
  nextTaxDay,
  originationTaxed,
  taxedOf,
  type BookedTax,
  type TaxedPart,
  type TaxTerms,
} from '../../../domain/tax-points.ts';
import { recoveryOf, type Recovery } from '../../../domain/write-off.ts';
import { cameToNothing, isDiscount, notReturned, type Loan } from '../service.ts';
import type { LoanBooks } from './loan-books.ts';

/**
 * Computes a loan's books on a date as a pure function of its payments, its write-off and the due dates with
 * booked tax. Postings are always the difference of two results: after a payment, a reversal, an earlier
 * value date, or an instalment that fell due while credit was held or its tax was not paid.
 * @param today payments with a later value date are booked too
 * @param taxedUntil last due date with tax that may be booked, if not the date itself
 */
export function booksOf(loan: Loan, today: CalendarDate, taxedUntil = today): LoanBooks {
  if (cameToNothing(loan)) return undoneBooks(loan, ZERO, []);
  if (isReturned(loan)) return returnedBooks(loan);
  const { conditions, payments } = loan;
  const last = latest(loan);
  const until = last > today ? last : today;
  const standing = loanStanding(conditions, payments, until);
  const taxed = taxedIn(loan, standing, taxedUntil > until ? taxedUntil : until);
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
    ...taxDue(subtract(taxOf(taxed), paidTax(standing))),
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
    tax: { ...taxFacts(loan), until, taxed: [...originationIn(loan, until), ...taxed] },
    nextTaxDay: nextTaxDay(standing, today),
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
function undoneBooks(loan: Loan, delivered: Centavos, undone: LedgerEntries): LoanBooks {
  const { conditions, payments } = loan;
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
    tax: undoneTax(loan),
    nextTaxDay: null,
  };
}

/** Taxed parts of a standing, without due dates that have no booked tax. */
function taxedIn(loan: Loan, standing: LoanStanding, until: CalendarDate): TaxedPart[] {
  const { taxDueOn } = loan;
  const dueUntil = taxDueOn !== null && taxDueOn <= until ? addDays(taxDueOn, -1) : until;
  return taxedOf(standing, taxTerms(loan), dueUntil);
}

/** The charge at origination, booked once its day is before the next one to be booked. */
function originationIn({ conditions, originationFee, taxDueOn }: Loan, until: CalendarDate): TaxedPart[] {
  const { payoutDate } = conditions.schedule;
  const isBooked = payoutDate <= until && (taxDueOn === null || payoutDate < taxDueOn);
  return isBooked ? originationTaxed(originationFee) : [];
}

const taxOf = (parts: readonly TaxedPart[]): Centavos => sum(parts.map(({ tax }) => tax));

const paidTax = ({ instalments }: LoanStanding): Centavos =>
  sum(instalments.map(({ paid }) => sum([paid.tax, paid.feeTax, paid.defaultInterestTax])));

const taxTerms = ({ conditions, originationFee, taxRule, isTaxProRata }: Loan): TaxTerms => ({
  conditions,
  originationFee,
  rule: taxRule ?? 'payment',
  isProRata: isTaxProRata,
});

function taxFacts(loan: Loan): Pick<BookedTax, 'terms' | 'events' | 'dueUntil'> {
  const { conditions, payments, taxDueOn } = loan;
  return {
    terms: taxTerms(loan),
    events: { payments, deliveredOn: conditions.schedule.payoutDate, undoneOn: null },
    dueUntil: taxDueOn === null ? null : addDays(taxDueOn, -1),
  };
}

function undoneTax(loan: Loan): BookedTax {
  const { terms, events, dueUntil } = taxFacts(loan);
  const { payoutDate } = loan.conditions.schedule;
  const undone = { ...events, undoneOn: payoutDate };
  return { terms, events: undone, dueUntil, until: payoutDate, taxed: [] };
}

/** Latest value date of the payments; without payments, the day of the payout. */
export function latest({ conditions, payments }: Loan): CalendarDate {
  const days = payments.map(({ valueDate }) => valueDate);
  return days.toSorted().at(-1) ?? conditions.schedule.payoutDate;
}
