import { type Dues, type InstalmentDues, addDues, subtractDues, totalDues, NO_DUES } from './allocation.ts';
import { type CalendarDate, daysBetween } from '../calendar-date.ts';
import {
  type Centavos,
  ZERO,
  add,
  larger,
  roundMoney,
  subtract,
  sum,
  smaller,
  type MoneyRounding,
  centavosFromBigint,
} from '../money.ts';
import { type Rational, addRational, applyRate, multiply, parseRational, rational } from '../rate.ts';
import {
  type Accrued,
  type AgreedDays,
  type LoanConditions,
  type Position,
  accruedOn,
  cover,
  outstanding,
  payoffDues,
  settleIfPaid,
  unaccruedParts,
} from './position.ts';
import {
  type AmortizedParts,
  type AmortizedPeriod,
  type ScheduleRow,
  amortize,
  chargedIn,
  constantInstalment,
} from '../schedule.ts';

type CapitalOwed = { readonly number: number; readonly principal: Centavos };

function capitalOf(owed: readonly CapitalOwed[]): Centavos {
  return sum(owed.map(({ principal }) => principal));
}

/**
 * Prepaid capital by number of instalment, in proportion to its debt: dropped instalments first, the others
 * share the remainder. Never more than is owed.
 */
function spreadCapital(
  reduction: Centavos,
  owed: readonly CapitalOwed[],
  kept: number,
  rounding: MoneyRounding,
): Map<number, Centavos> {
  const ofDropped = capitalOf(owed.slice(kept));
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
  const total = BigInt(capitalOf(owed));
  const size = BigInt(step);
  let counted = 0n;
  let given = 0n;
  return owed.map(({ number, principal }) => {
    counted += BigInt(principal);
    // The last takes the remainder of the whole steps.
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

/** Re-planning of later instalments: fewer of about the same amount, or as many of a smaller one. */
export type PrepaymentMode = 'fewer' | 'smaller';

/** Prepayment as planned, before it is applied. */
type PlannedPrepayment = {
  /** Interest, tax and charges already paid for future days, by instalment: they now count as capital. */
  readonly released: readonly InstalmentDues[];
  /** Parts covered by the money and the released amounts together: today's dues and capital. */
  readonly parts: readonly InstalmentDues[];
  /** New plan of the unpaid future instalments, in order; shorter if some are dropped. */
  readonly planned: readonly PlannedRow[];
};

type Period = AmortizedPeriod & {
  readonly position: Position;
  readonly from: CalendarDate;
  readonly joined: readonly AgreedDays[];
};
type PlannedRow = Pick<Period, 'from' | 'joined'> & AmortizedParts;

/**
 * Plans a prepayment. It pays first all that is due and the interest accrued by the date, then capital;
 * instalments not yet due are re-planned on the remaining capital at the rate of each agreed period. No
 * period costs more interest than agreed, and capital adds up exactly
 * (docs/product/loan-and-money.md#prepayment). @param amount incoming centavos, not enough to close the loan
 * @returns undefined when nothing is left for the capital
 */
export function planPrepayment(
  positions: readonly Position[],
  loan: LoanConditions,
  {
    amount,
    date,
    mode,
  }: { readonly amount: Centavos; readonly date: CalendarDate; readonly mode: PrepaymentMode },
): PlannedPrepayment | undefined {
  const open = positions.filter(({ settledOn }) => settledOn === null);
  const future = toPlan(positions, date);
  if (future.length === 0) return undefined;
  const released = releasedBy(positions, unaccruedParts(positions, loan, date));
  const dues = open.map((position) => ({ number: position.row.number, dues: duesOn(position, loan, date) }));
  const funds = add(amount, totalOf(released));
  const reduction = subtract(funds, totalOf(dues));
  if (reduction <= 0) return undefined;
  const owed = future.map((position) => ({
    number: position.row.number,
    principal: outstanding(position, loan).principal,
  }));
  const remaining = subtract(capitalOf(owed), reduction);
  const periods = periodsOf(future, unaccruedInterest(positions, loan, date), loan, date);
  const terms = { taxRate: parseRational(loan.taxRate), rounding: loan.rounding };
  const agreed = agreedInstalment(loan, date);
  const kept =
    mode === 'smaller'
      ? periods
      : periods.slice(0, countNeeded(remaining, periods, { ...terms, instalment: agreed }));
  const instalment = constantInstalment(remaining, kept, terms.taxRate, terms.rounding);
  const planned = amortize(remaining, kept, { ...terms, instalment });
  return {
    released,
    parts: withCapital(dues, spreadCapital(reduction, owed, kept.length, loan.rounding)),
    planned,
  };
}

/** Applies the plan to the instalments. The caller books the money. */
export function applyPrepayment(
  { released, parts, planned }: PlannedPrepayment,
  positions: readonly Position[],
  loan: LoanConditions,
  date: CalendarDate,
): void {
  const future = toPlan(positions, date);
  releaseAhead(positions, released, date);
  cover(positions, parts, loan, date);
  for (const [index, position] of future.entries()) replan(position, planned[index], loan, date);
  for (const position of positions) position.capitalAtPlan = position.paid.principal;
}

/**
 * Recalculates the future interest of an accelerated loan on its unpaid capital, at the rates of the agreed periods.
 * The capital of each open row stays as it is. @param unaccrued of the plan that ends
 */
export function planUnpaid(
  positions: readonly Position[],
  unaccrued: Unaccrued,
  loan: LoanConditions,
  date: CalendarDate,
): void {
  const terms = { taxRate: parseRational(loan.taxRate), rounding: loan.rounding };
  const future = toPlan(positions, date).filter(({ settledOn }) => settledOn === null);
  let balance = sum(future.map((position) => outstanding(position, loan).principal));
  for (const { position, ...period } of periodsOf(future, unaccrued, loan, date)) {
    const { principal } = outstanding(position, loan);
    const charged = chargedIn(period, balance, terms);
    balance = subtract(balance, principal);
    replan(position, { ...period, ...charged, principal, balance }, loan, date);
  }
  for (const position of positions) position.capitalAtPlan = position.paid.principal;
}

/** Removes `released`, the payments for future days; paid rows keep their accrued part. */
export function releaseAhead(
  positions: readonly Position[],
  released: readonly InstalmentDues[],
  date: CalendarDate,
): void {
  release(positions, released);
  for (const position of positions) {
    const { row, settledOn, isDropped, isEmpty, isShortfall, isPast } = position;
    const isPaidAhead = row.dueDate > date && settledOn !== null && !isDropped && !isShortfall && !isPast;
    if (isPaidAhead && !isEmpty) keepAccrued(position);
  }
}

/** Future instalments that a prepayment re-plans: those not fully paid. */
function toPlan(positions: readonly Position[], date: CalendarDate): Position[] {
  return positions.filter(
    ({ row, settledOn, isDropped, isEmpty, isShortfall, isPast }) =>
      row.dueDate > date && !isShortfall && !isDropped && !isPast && (settledOn === null || isEmpty),
  );
}

/**
 * Part of the payments for future days that a prepayment counts as capital: charges of paid instalments are
 * kept.
 */
export function releasedBy(
  positions: readonly Position[],
  unaccrued: readonly InstalmentDues[],
): InstalmentDues[] {
  return unaccrued
    .map(({ number, dues }) => {
      const isPaid = positions.some(({ row, settledOn }) => row.number === number && settledOn !== null);
      return { number, dues: isPaid ? { ...dues, fee: ZERO, feeTax: ZERO } : dues };
    })
    .filter(({ dues }) => totalDues(dues) > 0);
}

export function release(positions: readonly Position[], released: readonly InstalmentDues[]): void {
  for (const position of positions) {
    const part = released.find(({ number }) => number === position.row.number);
    if (part === undefined) continue;
    position.paid = subtractDues(position.paid, part.dues);
    position.paidWithCredit = smaller(position.paidWithCredit, totalDues(position.paid));
  }
}

/** Amounts due on the date before a payment lowers the capital. */
export function duesOn(
  position: Position,
  loan: LoanConditions,
  date: CalendarDate,
  payoff: Dues = payoffDues(position, loan, date),
): Dues {
  return position.row.dueDate > date ? { ...payoff, principal: ZERO } : payoff;
}

/** Interest, and its tax, of each row to come under the present plan that have not accrued. */
export function unaccruedInterest(
  positions: readonly Position[],
  loan: LoanConditions,
  date: CalendarDate,
): Unaccrued {
  const toCome = positions.filter(({ row, isPast }) => row.dueDate > date && !isPast);
  return toCome.map((position) => {
    const accrued = accruedOn(position, loan, date);
    const { dueDate, interest, tax } = position.row;
    return {
      dueDate,
      interest: subtract(interest, accrued.interest),
      tax: subtract(tax, accrued.tax),
    };
  });
}

type Unaccrued = readonly (Accrued & { readonly dueDate: CalendarDate })[];

/**
 * Interest periods of unpaid future instalments; a paid one's period is added to the next. On less capital the
 * running one costs no more than before, though its interest is rounded in two parts.
 */
function periodsOf(
  future: readonly Position[],
  unaccrued: Unaccrued,
  loan: LoanConditions,
  date: CalendarDate,
): Period[] {
  let from = date;
  return future.map((position, index) => {
    const { dueDate } = position.row;
    const { rate, most, joined } = agreedBetween(loan, from, dueDate);
    const running = index === 0 ? unaccrued.filter((each) => each.dueDate <= dueDate) : undefined;
    const period = { position, from, joined, rate, most: running ? lower(most, sumOf(running)) : most };
    from = dueDate;
    return period;
  });
}

const sumOf = (parts: readonly Accrued[]): Accrued => ({
  interest: sum(parts.map(({ interest }) => interest)),
  tax: sum(parts.map(({ tax }) => tax)),
});

const lower = (a: Accrued, b: Accrued): Accrued => ({
  interest: smaller(a.interest, b.interest),
  tax: smaller(a.tax, b.tax),
});

/** Rate of the agreed periods between two days, and the most interest and tax agreed for these days. */
function agreedBetween(
  { schedule, taxRate, rounding }: LoanConditions,
  from: CalendarDate,
  to: CalendarDate,
): { readonly rate: Rational; readonly most: Accrued; readonly joined: readonly AgreedDays[] } {
  const joined: AgreedDays[] = [];
  const most = { interest: ZERO, tax: ZERO };
  let start = schedule.payoutDate;
  let capital = schedule.principal;
  for (const { dueDate, interest, tax, balance } of schedule.rows) {
    const first = start > from ? start : from;
    if (first < dueDate && dueDate <= to) {
      const days = BigInt(daysBetween(start, dueDate));
      const left = BigInt(daysBetween(first, dueDate));
      const rate = multiply(ratio(interest, capital), rational(left, days));
      joined.push({ from: first, to: dueDate, rate });
      const gone = roundMoney(BigInt(interest) * (days - left), days, rounding);
      const goneTax = applyRate(gone, parseRational(taxRate), rounding);
      most.interest = add(most.interest, subtract(interest, gone));
      most.tax = add(most.tax, larger(ZERO, subtract(tax, goneTax)));
    }
    start = dueDate;
    capital = balance;
  }
  return { rate: joined.reduce((all, { rate }) => addRational(all, rate), rational(0n, 1n)), most, joined };
}

function ratio(part: Centavos, whole: Centavos): Rational {
  return whole === 0 ? rational(0n, 1n) : rational(BigInt(part), BigInt(whole));
}

/** Largest agreed future instalment without charges: a shortened plan's instalments do not exceed it. */
function agreedInstalment({ schedule }: LoanConditions, date: CalendarDate): Centavos {
  let largest = ZERO;
  for (const { dueDate, principal, interest, tax } of schedule.rows)
    if (dueDate > date) largest = larger(largest, sum([principal, interest, tax]));
  return largest;
}

/** Smallest number of periods that keeps the constant instalment at or below the agreed one. */
function countNeeded(
  principal: Centavos,
  periods: readonly AmortizedPeriod[],
  { instalment, taxRate, rounding }: Parameters<typeof amortize>[2],
): number {
  const isEnough = (count: number) =>
    constantInstalment(principal, periods.slice(0, count), taxRate, rounding) <= instalment;
  for (let count = 1; count < periods.length; count += 1) if (isEnough(count)) return count;
  return periods.length;
}

function totalOf(parts: readonly InstalmentDues[]): Centavos {
  return sum(parts.map(({ dues }) => totalDues(dues)));
}

/** Ends a settled instalment's accrual: interest of its future days belongs to the next one. */
export function keepAccrued(position: Position): void {
  position.row = withParts(position, addDues(position.paid, position.waived));
  const { interest, tax } = position.row;
  position.accruedBefore = { interest, tax };
}

/** Row with these amounts; its total includes the default interest that it carries. */
export function withParts(
  { row, carried }: Position,
  { principal, interest, tax, fee, feeTax }: Omit<Dues, 'defaultInterest' | 'defaultInterestTax'>,
): ScheduleRow {
  const { defaultInterest, defaultInterestTax } = carried;
  const amount = sum([principal, interest, tax, fee, feeTax, defaultInterest, defaultInterestTax]);
  return { ...row, principal, interest, tax, fee, feeTax, amount };
}

/** Sets the instalment as re-planned; one dropped from the plan owes nothing. */
function replan(
  position: Position,
  planned: PlannedRow | undefined,
  loan: LoanConditions,
  date: CalendarDate,
): void {
  const { row, paid, waived, carried } = position;
  const done = addDues(paid, waived);
  position.paidAhead = paid;
  if (planned === undefined) {
    position.row = { ...withParts(position, done), balance: ZERO };
    position.isDropped = true;
    settleIfPaid(position, loan, date);
    return;
  }
  const accrued = accruedOn(position, loan, date);
  const interest = add(accrued.interest, planned.interest);
  const tax = add(accrued.tax, planned.tax);
  const principal = add(done.principal, planned.principal);
  const { fee, feeTax } = row;
  position.row = {
    ...withParts(position, { principal, interest, tax, fee, feeTax }),
    days: daysBetween(planned.from, row.dueDate),
    balance: planned.balance,
  };
  position.start = planned.from;
  position.joined = planned.joined;
  position.accruedBefore = accrued;
  // Carried charges have been paid: a prepayment covers them first.
  const charge = subtract(add(fee, feeTax), add(carried.fee, carried.feeTax));
  position.isEmpty = sum([planned.principal, planned.interest, planned.tax, charge]) === 0;
  settleIfPaid(position, loan, date);
}
