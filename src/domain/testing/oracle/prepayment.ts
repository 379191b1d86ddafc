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
import {
  type Agreed,
  type Interest,
  NO_INTEREST,
  type Pace,
  type Slot,
  accruedParts,
  addInterest,
  cover,
  endPlan,
  owedOf,
  taxOn,
  unpaidCapital,
} from './slot.ts';
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
  const charges = total(
    kept.map(({ paid, waived, carried }) => {
      const gone = paid.fee + waived.fee + paid.feeTax + waived.feeTax;
      return gone - carried.fee - carried.feeTax;
    }),
  );
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
  for (const slot of slotsToCome(loan)) slot.planned = unpaidCapital(slot);
}

/**
 * Keeps, as paid on a future instalment, what has accrued, its capital and, if paid whole, its charge. What is
 * carried into it has accrued from the beginning.
 */
function settleAccrued(slot: Slot, { today, terms }: OracleLoan): void {
  const { paid, waived, charged } = slot;
  const sofar = accruedParts(slot, today, terms);
  Object.assign(charged, endPlan(slot, today, terms));
  for (const part of ['default', 'defaultTax', 'interest', 'tax'] as const)
    paid[part] = sofar[part] - waived[part];
  if (!slot.isOut) for (const part of ['fee', 'feeTax'] as const) paid[part] = sofar[part] - waived[part];
}

/**
 * Instalments to plan, each with the rate of its agreed period and of earlier ones paid whole in advance:
 * it carries their interest, and its period begins where theirs did.
 */
export function periodsToCome(loan: OracleLoan): Period[] {
  const { terms, today } = loan;
  const periods: Period[] = [];
  let rate = NOTHING;
  let agreed = NO_INTEREST;
  let left = NO_INTEREST;
  let start = today;
  let pace: Pace[] = [];
  for (const slot of slotsToCome(loan)) {
    const cost = agreedRate(slot, loan);
    const { start: agreedStart } = agreedOf(slot);
    pace.push({ from: agreedStart > today ? agreedStart : today, to: slot.dueDate, rate: cost });
    rate = plus(rate, cost);
    agreed = addInterest(agreed, agreedToCome(slot, terms, today));
    left = addInterest(left, slot.left);
    if (slot.isOut) continue;
    slot.start = start;
    slot.pace = pace;
    pace = [];
    // Less capital costs no more in the running period, however the two parts are rounded.
    const lower = { interest: least(agreed.interest, left.interest), tax: least(agreed.tax, left.tax) };
    periods.push({ slot, rate, most: periods.length === 0 ? lower : agreed });
    [rate, agreed, start] = [NOTHING, NO_INTEREST, slot.dueDate];
  }
  return periods;
}

function agreedOf({ agreed, number }: Slot): Agreed {
  if (agreed === undefined) throw new Error(`no agreed instalment ${number}`);
  return agreed;
}

/** Agreed interest and tax of a period, less those of the elapsed days. */
function agreedToCome(slot: Slot, terms: OracleTerms, today: CalendarDate): Interest {
  const { start, interest, tax } = agreedOf(slot);
  const passed = most(0n, BigInt(daysBetween(start, today)));
  const gone = rounded(interest, { num: passed, den: BigInt(daysBetween(start, slot.dueDate)) }, terms);
  return { interest: interest - gone, tax: most(0n, tax - taxOn(gone, terms.taxRate, terms)) };
}

/** Agreed interest of a period over the agreed capital before it, times the share of its remaining days. */
function agreedRate(slot: Slot, { today }: OracleLoan): Fraction {
  const { start, before, interest } = agreedOf(slot);
  if (before === 0n) return NOTHING;
  const days = BigInt(daysBetween(start, slot.dueDate));
  const remain = BigInt(daysBetween(start > today ? start : today, slot.dueDate));
  return times({ num: interest, den: before }, { num: least(remain, days), den: days });
}

/** Smallest number of instalments that keeps their amount within the largest agreed future one. */
function leastNumber(remaining: bigint, periods: readonly Period[], loan: OracleLoan): number {
  const { terms } = loan;
  const agreed = slotsToCome(loan)
    .map(agreedOf)
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
    const { interest, tax } = planInterest(balance, { slot, rate, most: agreed }, terms);
    const constant = most(0n, least(balance, instalment - interest - tax));
    const principal = index === periods.length - 1 ? balance : constant;
    balance -= principal;
    slot.charged.principal = slot.paid.principal + slot.waived.principal + principal;
    slot.settledOn = owedOf(slot) === 0n ? (slot.settledOn ?? today) : undefined;
  }
}

/** Charges a row's interest to come, at most the agreed one. @param balance capital before the row */
export function planInterest(
  balance: bigint,
  { slot, rate, most: agreed }: Period,
  terms: OracleTerms,
): Interest {
  const interest = least(rounded(balance, rate, terms), agreed.interest);
  const tax = least(taxOn(interest, terms.taxRate, terms), agreed.tax);
  slot.part = { interest, tax };
  Object.assign(slot.charged, addInterest(slot.base, slot.part));
  return slot.part;
}

function drop(slot: Slot, { today }: OracleLoan): void {
  for (const part of ['principal', 'fee', 'feeTax'] as const)
    slot.charged[part] = slot.paid[part] + slot.waived[part];
  slot.isOut = true;
  slot.settledOn ??= today;
}
