import { type CalendarDate, addMonthsAnchored, dayOfMonth } from '../../calendar-date.ts';
import { fraction, least, most, rounded, total } from './arithmetic.ts';
import { type Slot, accrued, cover, newSlot, owedOf, owedParts, taxOn } from './slot.ts';
import type { OracleTerms } from './terms.ts';

/** A loan as it changes from day to day. */
export type OracleLoan = {
  readonly terms: OracleTerms;
  readonly instalments: Slot[];
  readonly shortfalls: Slot[];
  today: CalendarDate;
  isClosed: boolean;
  inFavour: bigint;
  /** Leaves at the end of the day, so that nothing else uses it. */
  setAside: bigint;
  /** Paid from money in favour so far. */
  usedFavour: bigint;
};

export function newLoan(terms: OracleTerms): OracleLoan {
  const instalments = terms.rows.map(
    ({ number, dueDate, payableUntil, principal, interest, tax, fee, feeTax }, index) =>
      newSlot(
        {
          number,
          dueDate,
          payableUntil,
          isShortfall: false,
          start: terms.rows[index - 1]?.dueDate ?? terms.from,
        },
        { principal, interest, tax, fee, feeTax },
      ),
  );
  for (const slot of instalments) if (owedOf(slot) === 0n) slot.settledOn = terms.from;
  return {
    terms,
    instalments,
    shortfalls: [],
    today: terms.from,
    isClosed: false,
    inFavour: 0n,
    setAside: 0n,
    usedFavour: 0n,
  };
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
  return total(slotsToCome(loan).map((slot) => owedParts(slot).principal));
}

/**
 * Interest, tax and charges paid of instalments to come, beyond what has accrued; below zero where more has
 * accrued than was paid (docs/product/loan-and-money.md#paid-ahead-of-its-time).
 */
export function paidAhead(loan: OracleLoan): bigint {
  return total(
    slotsToCome(loan).map((slot) => {
      const { interest, tax, fee, feeTax } = slot.paid;
      const sofar = accrued(slot, loan.today, loan.terms);
      return interest + tax + fee + feeTax - sofar.interest - sofar.tax;
    }),
  );
}

/** What closes the loan today, money in favour not counted; below zero where that gives money back. */
export function closingNeed(loan: OracleLoan): bigint {
  return owedTotal(dueSlots(loan)) + capitalToCome(loan) - paidAhead(loan);
}

/** Closes the instalments to come: of each what has accrued and its capital is paid, the rest is waived. */
export function close(loan: OracleLoan): void {
  const { today, terms } = loan;
  for (const slot of slotsToCome(loan)) {
    const sofar = accrued(slot, today, terms);
    Object.assign(slot.paid, { ...sofar, fee: 0n, feeTax: 0n, principal: slot.charged.principal });
    Object.assign(slot.waived, owedParts(slot));
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

/** Pays what is due with money in favour, oldest first. */
export function payDue(loan: OracleLoan): void {
  for (const slot of dueSlots(loan)) useFavour(loan, cover(slot, available(loan), loan.today));
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
  for (const slot of [...dueSlots(loan), ...slotsToCome(loan)]) left -= cover(slot, left, loan.today);
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
  for (const { slot, claim } of meant) left -= cover(slot, least(left, owedOf(slot) - claim), loan.today);
  for (const { slot } of meant) left -= cover(slot, left, loan.today);
  for (const { slot, claim } of claimsOf(loan).filter(isMeant)) {
    if (claim === owedOf(slot)) useFavour(loan, cover(slot, claim, loan.today));
  }
  return left;
}

type Claim = { readonly slot: Slot; readonly claim: bigint };

/** What money in favour will pay of each instalment: the oldest has the first claim. */
function claimsOf(loan: OracleLoan): Claim[] {
  let promised = available(loan);
  return [...dueSlots(loan), ...slotsToCome(loan)].map((slot) => {
    const claim = least(promised, owedOf(slot));
    promised -= claim;
    return { slot, claim };
  });
}

/** Adds a day's default interest: on capital unpaid when the day begins, after the last day without surcharge. */
export function accrueDefault(loan: OracleLoan): void {
  const { terms, today } = loan;
  for (const slot of [...loan.instalments, ...loan.shortfalls]) {
    if (today <= slot.payableUntil) continue;
    const capital = slot.charged.principal - slot.paid.principal - slot.waived.principal;
    if (capital === 0n || hasDefaultEnded(slot, loan)) continue;
    const { num, den } = fraction(terms.defaultRate);
    slot.capitalDays += capital;
    slot.charged.default = rounded(slot.capitalDays, { num, den: den * 365n }, terms);
    slot.charged.defaultTax = taxOn(slot.charged.default, terms.defaultTaxRate, terms);
  }
}

function hasDefaultEnded({ dueDate }: Slot, { terms, today }: OracleLoan): boolean {
  const { defaultMonths } = terms;
  return (
    defaultMonths !== undefined && today > addMonthsAnchored(dueDate, defaultMonths, dayOfMonth(dueDate))
  );
}
