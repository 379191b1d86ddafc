import {
  type Allocation,
  type Dues,
  type InstalmentDues,
  NO_DUES,
  addDues,
  totalDues,
} from './allocation.ts';
import { type CalendarDate, daysBetween } from '../calendar-date.ts';
import {
  type Centavos,
  ZERO,
  add,
  centavosFromBigint,
  larger,
  type MoneyRounding,
  subtract,
  sum,
} from '../money.ts';
import { type Rational, multiply, parseRational, rational } from '../rate.ts';
import { type LoanConditions, type Position, accruedOn, cover, outstanding, payoffDues } from './position.ts';
import { type AmortizedParts, amortize, constantInstalment } from '../schedule.ts';

/** What becomes of the instalments to come: fewer of about the same amount, or as many of a smaller one. */
export type PrepaymentMode = 'fewer' | 'smaller';

export type Prepayment = {
  readonly amount: Centavos;
  readonly date: CalendarDate;
  readonly mode: PrepaymentMode;
};

/**
 * Pays ahead: first all that is due and the interest accrued until the date, then capital; the instalments not
 * yet due are planned anew on the capital that remains, at the rate of each agreed period. No instalment costs
 * more interest than before, and principal adds up exactly.
 * @returns undefined when nothing is left for the capital: then it is a common payment, and nothing has changed
 */
export function prepay(
  { amount, date, mode }: Prepayment,
  positions: readonly Position[],
  loan: LoanConditions,
): Allocation | undefined {
  const open = positions.filter(({ settledOn }) => settledOn === null);
  const future = open.filter(({ row }) => row.dueDate > date);
  const dues = open.map((position) => ({
    number: position.row.number,
    dues: duesOn(position, loan, date),
  }));
  const reduction = subtract(amount, sum(dues.map((each) => totalDues(each.dues))));
  if (reduction <= 0 || future.length === 0) return undefined;
  const periods = future.map((position) => periodFrom(position, loan, date));
  const owed = future.map((position) => ({
    number: position.row.number,
    principal: outstanding(position, loan).principal,
  }));
  const remaining = subtract(sumOf(owed), reduction);
  const terms = { taxRate: parseRational(loan.taxRate), rounding: loan.rounding };
  const kept =
    mode === 'smaller'
      ? periods
      : periods.slice(
          0,
          countNeeded(remaining, periods, { ...terms, instalment: presentInstalment(future) }),
        );
  const instalment = constantInstalment(remaining, kept, terms.taxRate, terms.rounding);
  const planned = amortize(remaining, kept, { ...terms, instalment });
  const parts = withCapital(dues, spread(reduction, owed, kept.length, loan.rounding));
  cover(open, parts, loan, date);
  for (const [index, position] of future.entries()) {
    const part = parts.find(({ number }) => number === position.row.number);
    if (part !== undefined) position.paidAhead = addDues(position.paidAhead, part.dues);
    replan(position, planned[index], loan, date);
  }
  return { parts, excess: ZERO };
}

/** What has to be paid on the date before anything lowers the capital. */
export function duesOn(position: Position, loan: LoanConditions, date: CalendarDate): Dues {
  const dues = payoffDues(position, loan, date);
  return position.row.dueDate > date ? { ...dues, principal: ZERO } : dues;
}

/** The rest of an instalment's period: its agreed rate for the days that remain, and the interest it still may cost. */
function periodFrom(position: Position, loan: LoanConditions, date: CalendarDate) {
  const { row, start, agreed } = position;
  const accrued = accruedOn(position, loan, date);
  const from = start > date ? start : date;
  return {
    rate: multiply(
      agreedRate(position),
      rational(BigInt(daysBetween(from, row.dueDate)), BigInt(agreed.days)),
    ),
    most: {
      interest: subtract(row.interest, accrued.interest),
      tax: larger(ZERO, subtract(row.tax, accrued.tax)),
    },
  };
}

/** Interest of a whole period on the capital that bears it, as it was agreed. */
function agreedRate({ agreed: { interest, capital } }: Position): Rational {
  return capital === 0 ? rational(0n, 1n) : rational(BigInt(interest), BigInt(capital));
}

/** The largest instalment to come without its charges: those that follow a prepayment do not exceed it. */
function presentInstalment(future: readonly Position[]): Centavos {
  let largest = ZERO;
  for (const { instalment } of future) largest = larger(largest, instalment);
  return largest;
}

/** How many of the periods pay the principal back with instalments of at most this amount. */
function countNeeded(
  principal: Centavos,
  periods: readonly ReturnType<typeof periodFrom>[],
  terms: Parameters<typeof amortize>[2],
): number {
  // One more, so that the last of them is not made to take the rest.
  const oneMore = periods.slice(-1).map(({ rate }) => ({ rate }));
  const paid = amortize(principal, [...periods, ...oneMore], terms);
  const needed = paid.findIndex(({ balance }) => balance === 0) + 1;
  return Math.min(needed, periods.length);
}

type CapitalOwed = { readonly number: number; readonly principal: Centavos };

function sumOf(owed: readonly CapitalOwed[]): Centavos {
  return sum(owed.map(({ principal }) => principal));
}

/**
 * Capital paid ahead by number of instalment, in proportion to what it owes: those that are dropped first, the
 * others with what these do not need. Never more than is owed.
 */
function spread(
  reduction: Centavos,
  owed: readonly CapitalOwed[],
  kept: number,
  rounding: MoneyRounding,
): Map<number, Centavos> {
  const ofDropped = sumOf(owed.slice(kept));
  const toDropped = reduction < ofDropped ? reduction : ofDropped;
  return new Map([
    ...inProportion(subtract(reduction, toDropped), owed.slice(0, kept), rounding),
    ...inProportion(toDropped, owed.slice(kept), rounding),
  ]);
}

function inProportion(
  amount: Centavos,
  owed: readonly CapitalOwed[],
  { step }: MoneyRounding,
): (readonly [number: number, part: Centavos])[] {
  const total = BigInt(sumOf(owed));
  const size = BigInt(step);
  let counted = 0n;
  let given = 0n;
  return owed.map(({ number, principal }) => {
    counted += BigInt(principal);
    // The last takes what whole steps leave over.
    const upTo = counted === total ? BigInt(amount) : ((counted * BigInt(amount)) / (total * size)) * size;
    const part = upTo - given;
    given = upTo;
    return [number, centavosFromBigint(part)];
  });
}

function withCapital(
  dues: readonly InstalmentDues[],
  ahead: ReadonlyMap<number, Centavos>,
): InstalmentDues[] {
  return dues
    .map((each) => ({
      ...each,
      dues: addDues(each.dues, { ...NO_DUES, principal: ahead.get(each.number) ?? ZERO }),
    }))
    .filter((each) => totalDues(each.dues) > 0);
}

/** The instalment as the plan leaves it; without a place in the plan it owes nothing any more. */
function replan(
  position: Position,
  planned: AmortizedParts | undefined,
  loan: LoanConditions,
  date: CalendarDate,
): void {
  const { row, paid, start } = position;
  if (planned === undefined) {
    const { principal, interest, tax, fee, feeTax } = paid;
    const amount = sum([principal, interest, tax, fee, feeTax]);
    position.row = { ...row, principal, interest, tax, fee, feeTax, amount, balance: ZERO };
    position.settledOn ??= date;
    position.isDropped = true;
    return;
  }
  const accrued = accruedOn(position, loan, date);
  // Interest paid ahead of its time counts for the days to come.
  const interest = larger(paid.interest, add(accrued.interest, planned.interest));
  const tax = larger(paid.tax, add(accrued.tax, planned.tax));
  const principal = add(paid.principal, planned.principal);
  const from = start > date ? start : date;
  position.row = {
    ...row,
    days: daysBetween(from, row.dueDate),
    principal,
    interest,
    tax,
    amount: sum([principal, interest, tax, row.fee, row.feeTax]),
    balance: planned.balance,
  };
  position.instalment = sum([planned.principal, planned.interest, planned.tax]);
  position.start = from;
  if (date > start) position.accruedBefore = accrued;
  position.settledOn = totalDues(outstanding(position, loan)) === 0 ? date : null;
}
