import { type CalendarDate, addMonthsAnchored, dayOfMonth } from '../../calendar-date.ts';
import { type Fraction, fraction, least, most, rounded, times, total } from './arithmetic.ts';
import {
  type Slot,
  accruedParts,
  cover,
  coverParts,
  newSlot,
  owedOf,
  owedParts,
  taxOn,
  unpaidCapital,
} from './slot.ts';
import { type OracleRow, type OracleTerms, PARTS, type Parts } from './terms.ts';

/** Settlement offer and the money received for it. */
export type Offer = {
  readonly id: string;
  readonly amount: bigint;
  readonly until: CalendarDate;
  came: bigint;
};

/** Components that accrue. */
const BESIDE_CAPITAL = PARTS.filter((part) => part !== 'principal');

/** A loan as it changes from day to day. */
export type OracleLoan = {
  readonly terms: OracleTerms;
  instalments: Slot[];
  shortfalls: Slot[];
  /** Rows that agreements ended, shortfalls included. They owe nothing. */
  readonly ended: Slot[];
  /** Settlement offers in force. */
  offers: Offer[];
  /** Days without default interest. */
  readonly pauses: { readonly from: CalendarDate; readonly to: CalendarDate }[];
  acceleratedOn: CalendarDate | undefined;
  suedOn: CalendarDate | undefined;
  /** Default interest per day. */
  readonly defaultRate: Fraction;
  today: CalendarDate;
  isClosed: boolean;
  inFavour: bigint;
  /** Leaves at the end of the day, so that nothing else uses it. */
  setAside: bigint;
  /** Paid from money in favour so far. */
  usedFavour: bigint;
};

export function newLoan(terms: OracleTerms): OracleLoan {
  const instalments = terms.rows.map((row, index) =>
    newSlot(factsOf(row, terms.rows, index, terms.from), amountsOf(row)),
  );
  for (const slot of instalments) if (owedOf(slot) === 0n) slot.settledOn = terms.from;
  return {
    terms,
    instalments,
    shortfalls: [],
    ended: [],
    offers: [],
    pauses: [],
    acceleratedOn: undefined,
    suedOn: undefined,
    defaultRate: times(fraction(terms.defaultRate), { num: 1n, den: 365n }),
    today: terms.from,
    isClosed: false,
    inFavour: 0n,
    setAside: 0n,
    usedFavour: 0n,
  };
}

/** Facts of a row of a plan that begins on a day. */
export function factsOf(
  { number, dueDate, payableUntil, principal, interest, tax }: OracleRow,
  rows: readonly OracleRow[],
  index: number,
  from: CalendarDate,
) {
  const start = rows[index - 1]?.dueDate ?? from;
  const before = total(rows.slice(index).map((row) => row.principal));
  const agreed = { principal, interest, tax, before, start };
  return { number, dueDate, payableUntil, isShortfall: false, start, agreed };
}

export function amountsOf({ principal, interest, tax, fee, feeTax }: OracleRow) {
  return { principal, interest, tax, fee, feeTax };
}

/** Due by today, oldest first, then shortfalls: money pays them in this order. */
export function dueSlots({ instalments, shortfalls, today }: OracleLoan): Slot[] {
  return [...instalments.filter(({ dueDate }) => dueDate <= today), ...shortfalls];
}

/** Instalments to come; none of a loan that is closed. */
export function slotsToCome({ instalments, today, isClosed }: OracleLoan): Slot[] {
  return isClosed ? [] : instalments.filter(({ dueDate }) => dueDate > today);
}

export function owedTotal(slots: readonly Slot[]): bigint {
  return total(slots.map(owedOf));
}

export function capitalToCome(loan: OracleLoan): bigint {
  return total(slotsToCome(loan).map((slot) => unpaidCapital(slot)));
}

/**
 * Interest, tax and charges paid of instalments to come, beyond what has accrued; below zero where more has
 * accrued than was paid (docs/product/loan-and-money.md#paid-ahead-of-its-time).
 */
export function paidAhead(loan: OracleLoan): bigint {
  return total(
    slotsToCome(loan).map((slot) => {
      const sofar = accruedParts(slot, loan.today, loan.terms);
      const ahead = BESIDE_CAPITAL.map((part) => slot.paid[part] + slot.waived[part] - sofar[part]);
      return total(ahead);
    }),
  );
}

/** A row's part of closing the loan today, by component, without unaccrued amounts. */
export function debtParts(slot: Slot, loan: OracleLoan): Parts {
  const debt = owedParts(slot);
  if (slot.isShortfall || slot.dueDate <= loan.today) return debt;
  const sofar = accruedParts(slot, loan.today, loan.terms);
  for (const part of BESIDE_CAPITAL) debt[part] = most(0n, sofar[part] - slot.paid[part] - slot.waived[part]);
  return debt;
}

/**
 * Takes back payments for future rows beyond their accrued part.
 * @param but leaves charges of fully paid rows in place
 * @returns the sum
 */
export function takeBackAhead(loan: OracleLoan, but?: 'paid charges'): bigint {
  let back = 0n;
  for (const slot of slotsToCome(loan)) {
    const sofar = accruedParts(slot, loan.today, loan.terms);
    for (const part of BESIDE_CAPITAL) {
      if (but !== undefined && slot.isOut && (part === 'fee' || part === 'feeTax')) continue;
      const ahead = most(0n, slot.paid[part] + slot.waived[part] - sofar[part]);
      slot.paid[part] -= ahead;
      back += ahead;
    }
  }
  return back;
}

/** What closes the loan today, money in favour not counted; below zero where that gives money back. */
export function closingNeed(loan: OracleLoan): bigint {
  return owedTotal(dueSlots(loan)) + capitalToCome(loan) - paidAhead(loan);
}

/** Closes the instalments to come: of each what has accrued and its capital is paid, the rest is waived. */
export function close(loan: OracleLoan): void {
  const { today, terms } = loan;
  for (const slot of slotsToCome(loan)) {
    const sofar = accruedParts(slot, today, terms);
    for (const part of BESIDE_CAPITAL) slot.paid[part] = sofar[part] - slot.waived[part];
    slot.paid.principal = slot.charged.principal - slot.waived.principal;
    waive(slot, owedParts(slot));
    slot.isOut = true;
    slot.settledOn ??= today;
  }
  loan.isClosed = true;
}

/** Closes the loan with money that suffices. Returns what is left of it, after the money in favour. */
export function closeWith(loan: OracleLoan, money: bigint): bigint {
  const left = money - closingNeed(loan);
  for (const slot of dueSlots(loan)) cover(slot, owedOf(slot), loan.today);
  close(loan);
  if (left < 0n) useFavour(loan, -left);
  return most(0n, left);
}

export function waive(slot: Slot, amounts: Readonly<Parts>): void {
  for (const part of PARTS) slot.waived[part] += amounts[part];
}

/** Closes the loan if money in favour suffices. */
export function closeIfFree(loan: OracleLoan): boolean {
  if (closingNeed(loan) > available(loan)) return false;
  const back = closeWith(loan, 0n);
  loan.inFavour += back;
  return true;
}

/** Can be paid of a row: all that it owes, or of an accelerated loan what closing costs of it. */
function payableParts(slot: Slot, loan: OracleLoan): Parts {
  return loan.acceleratedOn === undefined ? owedParts(slot) : debtParts(slot, loan);
}

function payableOf(slot: Slot, loan: OracleLoan): bigint {
  return total(Object.values(payableParts(slot, loan)));
}

/** Pays of a row what can be paid. Returns the amount used. */
export function pay(slot: Slot, money: bigint, loan: OracleLoan): bigint {
  return coverParts(slot, payableParts(slot, loan), money, loan.today);
}

/** Money in favour that is not set aside. */
export function available({ inFavour, setAside }: OracleLoan): bigint {
  return most(0n, inFavour - setAside);
}

/** Notes that money in favour has paid so much. */
export function useFavour(loan: OracleLoan, amount: bigint): void {
  loan.inFavour -= amount;
  loan.usedFavour += amount;
}

/** Pays the oldest first, instalments to come included. Returns what is left. */
export function payOldest(loan: OracleLoan, money: bigint): bigint {
  let left = money;
  for (const slot of [...dueSlots(loan), ...slotsToCome(loan)]) left -= pay(slot, left, loan);
  return left;
}

/**
 * Pays chosen instalments: first what money in favour will not pay of them on their due dates, then the rest.
 * One of which that money will pay all that is left is paid with it at once. Returns what is left of the money.
 */
export function payChosen(loan: OracleLoan, money: bigint, chosen: readonly number[]): bigint {
  const isMeant = ({ slot }: Claim) => chosen.includes(slot.number);
  const meant = claimsOf(loan).filter(isMeant);
  let left = money;
  for (const { slot, claim } of meant) left -= pay(slot, least(left, payableOf(slot, loan) - claim), loan);
  for (const { slot } of meant) left -= pay(slot, left, loan);
  for (const { slot, claim } of claimsOf(loan).filter(isMeant)) {
    if (claim === payableOf(slot, loan)) useFavour(loan, pay(slot, claim, loan));
  }
  return left;
}

type Claim = { readonly slot: Slot; readonly claim: bigint };

/** What money in favour will pay of each instalment: the oldest has the first claim. */
function claimsOf(loan: OracleLoan): Claim[] {
  let promised = available(loan);
  return [...dueSlots(loan), ...slotsToCome(loan)].map((slot) => {
    const claim = least(promised, payableOf(slot, loan));
    promised -= claim;
    return { slot, claim };
  });
}

/**
 * Adds a day's default interest: on capital unpaid when the day begins, after the last day without
 * surcharge.
 */
export function accrueDefault(loan: OracleLoan): void {
  const { today, pauses } = loan;
  if (pauses.some(({ from, to }) => from <= today && today <= to)) return;
  for (const slot of [...loan.instalments, ...loan.shortfalls]) {
    if (today <= slot.payableUntil) continue;
    const capital = unpaidCapital(slot);
    if (capital === 0n || hasDefaultEnded(slot, loan)) continue;
    slot.capitalDays += capital;
  }
}

/** Charges the default interest accrued by now. */
export function chargeDefault(loan: OracleLoan): void {
  const { terms } = loan;
  for (const slot of [...loan.instalments, ...loan.shortfalls]) {
    if (slot.capitalDays === 0n) continue;
    const interest = rounded(slot.capitalDays, loan.defaultRate, terms);
    slot.charged.default = slot.carried.default + interest;
    slot.charged.defaultTax = slot.carried.defaultTax + taxOn(interest, terms.defaultTaxRate, terms);
  }
}

/** True after the last day that the law lets default interest accrue, unless the borrower was sued by then. */
function hasDefaultEnded({ dueDate }: Slot, { terms, today, suedOn }: OracleLoan): boolean {
  const { defaultMonths } = terms;
  if (defaultMonths === undefined) return false;
  const last = addMonthsAnchored(dueDate, defaultMonths, dayOfMonth(dueDate));
  return today > last && (suedOn === undefined || suedOn > last);
}
