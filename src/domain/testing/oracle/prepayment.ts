import { type CalendarDate, daysBetween } from '../../calendar-date.ts';
import { type Fraction, NOTHING, fraction, least, most, plus, rounded, times, total } from './arithmetic.ts';
import {
  type OracleLoan,
  available,
  capitalToCome,
  closeWith,
  closingNeed,
  dueSlots,
  owedTotal,
  paidAhead,
  payOldest,
  slotsToCome,
  useFavour,
} from './loan.ts';
import { type Interest, NO_INTEREST, type Slot, accrued, addInterest, cover, owedOf, taxOn } from './slot.ts';
import type { OracleTerms } from './terms.ts';

/**
 * Prepays. Credit large enough closes the loan. Returns the remaining money
 * (docs/product/loan-and-money.md#prepayment).
 */
export function prepay(loan: OracleLoan, money: bigint, kind: 'smaller' | 'fewer'): bigint {
  if (money + available(loan) >= closingNeed(loan)) return closeWith(loan, money);
  if (owedTotal(slotsToCome(loan)) === 0n) return payOldest(loan, money);
  if (forCapital(loan, money) <= 0n) return payOldest(loan, money);
  planAgain(loan, money, kind);
  return 0n;
}

/** Closes the loan, or prepays together with the credit. Returns the remaining money. */
export function payToClose(loan: OracleLoan, money: bigint): bigint {
  if (money + available(loan) >= closingNeed(loan)) return closeWith(loan, money);
  const withFavour = money + available(loan);
  if (money === 0n || forCapital(loan, withFavour) <= 0n) return payOldest(loan, money);
  planAgain(loan, withFavour, 'fewer');
  useFavour(loan, available(loan));
  return 0n;
}

/** Money left for the capital after today's dues, plus payments for future days. */
export function forCapital(loan: OracleLoan, money: bigint): bigint {
  const kept = slotsToCome(loan).filter(({ isOut }) => isOut);
  const charges = total(kept.map(({ paid }) => paid.fee + paid.feeTax));
  return money + paidAhead(loan) - charges - owedTotal(dueSlots(loan));
}

/** `most` is the agreed interest and tax of the remaining days. */
type Period = { readonly slot: Slot; readonly rate: Fraction; readonly most: Interest };

function planAgain(loan: OracleLoan, money: bigint, kind: 'smaller' | 'fewer'): void {
  const lowers = forCapital(loan, money);
  const remaining = capitalToCome(loan) - lowers;
  for (const slot of dueSlots(loan)) cover(slot, owedOf(slot), loan.today);
  for (const slot of slotsToCome(loan)) settleAccrued(slot, loan);
  const periods = periodsToCome(loan);
  const [first] = periods;
  if (first === undefined) throw new Error('a prepayment without instalments to come');
  first.slot.paid.principal += lowers;
  const count = kind === 'smaller' ? periods.length : leastNumber(remaining, periods, loan);
  amortize(remaining, periods.slice(0, count), loan);
  for (const { slot } of periods.slice(count)) drop(slot, loan);
}

/** Keeps, as paid on a future instalment, the accrued part, its capital and, if paid whole, its charge. */
function settleAccrued(slot: Slot, { today, terms }: OracleLoan): void {
  const sofar = accrued(slot, today, terms);
  Object.assign(slot.paid, sofar);
  Object.assign(slot.charged, sofar);
  Object.assign(slot, { base: sofar, part: NO_INTEREST });
  if (!slot.isOut) Object.assign(slot.paid, { fee: 0n, feeTax: 0n });
}

/**
 * Instalments to plan, each with the rate of its agreed period and of earlier ones paid whole in advance: it carries
 * their interest, and its period begins where theirs did.
 */
function periodsToCome(loan: OracleLoan): Period[] {
  const { terms, today } = loan;
  const periods: Period[] = [];
  let rate = NOTHING;
  let agreed = NO_INTEREST;
  let start = today;
  for (const slot of slotsToCome(loan)) {
    rate = plus(rate, agreedRate(slot, terms, loan));
    agreed = addInterest(agreed, agreedToCome(slot, terms, today));
    if (slot.isOut) continue;
    slot.start = start;
    periods.push({ slot, rate, most: agreed });
    [rate, agreed, start] = [NOTHING, NO_INTEREST, slot.dueDate];
  }
  return periods;
}

/** Agreed interest and tax of a period, less those of the elapsed days. */
function agreedToCome({ number }: Slot, terms: OracleTerms, today: CalendarDate): Interest {
  const index = terms.rows.findIndex((row) => row.number === number);
  const row = terms.rows[index];
  if (row === undefined) throw new Error(`no agreed instalment ${number}`);
  const start = terms.rows[index - 1]?.dueDate ?? terms.from;
  const passed = most(0n, BigInt(daysBetween(start, today)));
  const gone = rounded(row.interest, { num: passed, den: BigInt(daysBetween(start, row.dueDate)) }, terms);
  return { interest: row.interest - gone, tax: most(0n, row.tax - taxOn(gone, terms.taxRate, terms)) };
}

/** Agreed interest of a period over the agreed capital before it, times the share of its remaining days. */
function agreedRate({ number }: Slot, terms: OracleTerms, { today }: OracleLoan): Fraction {
  const index = terms.rows.findIndex((row) => row.number === number);
  const row = terms.rows[index];
  if (row === undefined) throw new Error(`no agreed instalment ${number}`);
  const before = terms.principal - total(terms.rows.slice(0, index).map(({ principal }) => principal));
  if (before === 0n) return NOTHING;
  const start = terms.rows[index - 1]?.dueDate ?? terms.from;
  const days = BigInt(daysBetween(start, row.dueDate));
  const remain = BigInt(daysBetween(start > today ? start : today, row.dueDate));
  return times({ num: row.interest, den: before }, { num: least(remain, days), den: days });
}

/** Smallest number of instalments whose amount does not exceed the largest agreed future one. */
function leastNumber(remaining: bigint, periods: readonly Period[], { terms, today }: OracleLoan): number {
  const agreed = terms.rows
    .filter(({ dueDate }) => dueDate > today)
    .map(({ principal, interest, tax }) => principal + interest + tax)
    .reduce(most, 0n);
  for (let count = 1; count < periods.length; count += 1) {
    if (constantInstalment(remaining, periods.slice(0, count), terms) <= agreed) return count;
  }
  return periods.length;
}

/** docs/product/loan-and-money.md#french-plan: capital over the sum of the discount factors. */
function constantInstalment(capital: bigint, periods: readonly Period[], terms: OracleTerms): bigint {
  const withTax = plus({ num: 1n, den: 1n }, fraction(terms.taxRate));
  let worth: Fraction = { num: 1n, den: 1n };
  let sum = NOTHING;
  for (const { rate } of periods) {
    const grown = plus({ num: 1n, den: 1n }, times(rate, withTax));
    worth = times(worth, { num: grown.den, den: grown.num });
    sum = plus(sum, worth);
  }
  return rounded(capital, { num: sum.den, den: sum.num }, terms);
}

function amortize(capital: bigint, periods: readonly Period[], { terms, today }: OracleLoan): void {
  const instalment = constantInstalment(capital, periods, terms);
  let balance = capital;
  for (const [index, { slot, rate, most: agreed }] of periods.entries()) {
    const interest = least(rounded(balance, rate, terms), agreed.interest);
    const tax = least(taxOn(interest, terms.taxRate, terms), agreed.tax);
    const constant = most(0n, least(balance, instalment - interest - tax));
    const principal = index === periods.length - 1 ? balance : constant;
    balance -= principal;
    slot.part = { interest, tax };
    Object.assign(slot.charged, addInterest(slot.base, slot.part));
    slot.charged.principal = slot.paid.principal + principal;
    slot.settledOn = owedOf(slot) === 0n ? (slot.settledOn ?? today) : undefined;
  }
}

function drop(slot: Slot, { today }: OracleLoan): void {
  slot.charged.principal = slot.paid.principal;
  Object.assign(slot.charged, { fee: 0n, feeTax: 0n });
  slot.isOut = true;
  slot.settledOn ??= today;
}
