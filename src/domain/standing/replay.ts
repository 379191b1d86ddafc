import {
  type Allocation,
  type InstalmentDues,
  addDues,
  allocate,
  subtractDues,
  totalDues,
} from './allocation.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { CreditAccount, type CreditUse, allot, mergeParts, splitParts } from './credit.ts';
import { type Payment, type Piece, eventsByDay } from './payment.ts';
import { type Centavos, ZERO, add, negate, subtract, sum } from '../money.ts';
import {
  type LoanConditions,
  type Position,
  accrueArrears,
  cover,
  openPosition,
  outstanding,
  payoffDues,
  settleIfPaid,
  unaccruedParts,
} from './position.ts';
import { type PrepaymentMode, applyPrepayment, planPrepayment, release } from './prepayment.ts';
import {
  type State,
  coverFromCredit,
  notePaidWithCredit,
  openOf,
  owedFor,
  owing,
  payoffOf,
} from './replay-state.ts';
import type { Schedule } from '../schedule.ts';

export type PaymentAllocation = Allocation & {
  readonly paymentId: string;
  /** Part of `excess` that is not credit: it made up for an earlier refund larger than the credit held. */
  readonly madeUp?: Centavos;
};

type Replayed = {
  readonly positions: readonly Position[];
  /** One per payment; its parts include what its remainder has covered since. */
  readonly allocations: readonly PaymentAllocation[];
  /** Credit held on the date. */
  readonly credit: Centavos;
  readonly creditUses: readonly CreditUse[];
};

/**
 * Applies the payments up to `date` day by day, and accrues arrears until `date`. Credit pays due debts at
 * once, and every other instalment on its due date, before anything is charged for it. The result of a day
 * does not depend on the order of its payments (docs/product/loan-and-money.md#order-within-a-day).
 */
export function replay(loan: LoanConditions, payments: readonly Payment[], date: CalendarDate): Replayed {
  const { schedule } = loan;
  const credit = new CreditAccount(schedule.rows.length);
  const positions = openPositions(schedule);
  const state: State = { loan, positions, credit, deferred: new Map(), date: schedule.disbursementDate };
  for (const { day, pieces, leaving, waived } of eventsByDay(payments, loan.waivers ?? [], date)) {
    advance(state, day);
    const first = leaving.filter(({ isFirst }) => isFirst === true);
    credit.setAside(totalLeaving(leaving), totalLeaving(first));
    for (const piece of pieces) {
      apply(piece, state);
      payDue(state);
      closeIfPaid(state);
    }
    waive(waived, state);
    credit.setAside(ZERO, ZERO);
    takeOut(leaving, state);
    // Uses the part of the reserve that did not leave.
    if (first.length > 0) payDue(state);
  }
  advance(state, date);
  return {
    positions: state.positions,
    allocations: credit.payments.map(({ held: _held, ...allocation }) => allocation),
    credit: credit.held,
    creditUses: credit.uses,
  };
}

function totalLeaving(leaving: readonly Payment[]): Centavos {
  return sum(leaving.map(({ amount }) => negate(amount)));
}

/** Advances the date: on each due date credit pays first, and arrears accrue on the remainder. */
function advance(state: State, to: CalendarDate): void {
  if (state.credit.held > 0) {
    for (const dueDate of dueDatesOf(state.positions, state.date, to)) {
      accrueArrears(state.positions, state.loan, state.date, dueDate);
      state.date = dueDate;
      payDue(state);
      closeIfPaid(state);
    }
  }
  accrueArrears(state.positions, state.loan, state.date, to);
  state.date = to;
}

function dueDatesOf(positions: readonly Position[], after: CalendarDate, to: CalendarDate): CalendarDate[] {
  const open = positions.filter(({ settledOn }) => settledOn === null);
  const days = open.map(({ row }) => row.dueDate).filter((day) => day > after && day <= to);
  return [...new Set(days.toSorted())];
}

function openPositions({ rows, disbursementDate }: Schedule): Position[] {
  return rows.map((row, index) => openPosition(row, rows[index - 1]?.dueDate ?? disbursementDate));
}

function apply({ payment, amount: own, isTrial }: Piece, state: State): void {
  const { id, isPayoff, prepayment, instalments } = payment;
  const mode = prepayment ?? (isPayoff === true ? 'fewer' : undefined);
  const amount = add(own, state.deferred.get(id) ?? ZERO);
  const funds = { id, amount, isPayoff: isPayoff === true };
  if (isTrial) {
    if (!settle(funds, state)) state.deferred.set(id, amount);
    return;
  }
  if (amount === 0 && payment.amount !== 0) return;
  if (mode !== undefined && (settle(funds, state) || payAhead(funds, mode, state))) return;
  if (amount === 0) return state.credit.add(id, [], ZERO);
  const numbers = mode === undefined ? instalments : undefined;
  const { parts, excess } =
    numbers !== undefined && state.credit.available > 0
      ? payBesideCredit(amount, numbers, state)
      : payOldestFirst(amount, numbers, state);
  state.credit.add(id, parts, excess);
  if (numbers !== undefined) completeChosen(numbers, state);
}

type Funds = { readonly id: string; readonly amount: Centavos; readonly isPayoff: boolean };

/** Takes credit out of the loan at the end of a day; a missing part becomes its own row, due at once. */
function takeOut(leaving: readonly Payment[], { positions, credit, date }: State): void {
  const missing = new Map<CalendarDate, Centavos>();
  for (const { id, amount, owedFrom } of leaving) {
    const dueDate = owedFrom !== undefined && owedFrom > date ? owedFrom : date;
    const part = credit.takeOut(id, negate(amount));
    if (part > 0) missing.set(dueDate, add(missing.get(dueDate) ?? ZERO, part));
  }
  const free = { interest: ZERO, tax: ZERO, fee: ZERO, feeTax: ZERO, balance: ZERO, days: 0 };
  for (const [dueDate, principal] of missing) {
    const dates = { dueDate, payableUntil: dueDate };
    const row = { number: positions.length + 1, ...dates, ...free, principal, amount: principal };
    positions.push(openPosition(row, date, true));
  }
}

function payOldestFirst(amount: Centavos, numbers: readonly number[] | undefined, state: State): Allocation {
  const { loan, date } = state;
  const open = openOf(state);
  const chosen = open.filter(({ row }) => numbers === undefined || numbers.includes(row.number));
  const allocation = allocate(amount, owedFor(chosen, state));
  cover(open, allocation.parts, loan, date);
  return allocation;
}

/** Pays first the parts of the chosen instalments that credit will not pay. */
function payBesideCredit(amount: Centavos, numbers: readonly number[], state: State): Allocation {
  const { loan, date } = state;
  const open = openOf(state);
  const needed = allotted(state).flatMap(({ number, dues, credit }) =>
    numbers.includes(number) ? splitParts([{ number, dues }], subtract(totalDues(dues), credit))[0] : [],
  );
  const first = allocate(amount, needed);
  cover(open, first.parts, loan, date);
  if (first.excess === 0) return first;
  const rest = payOldestFirst(first.excess, numbers, state);
  return { parts: mergeParts(first.parts, rest.parts), excess: rest.excess };
}

/** Closes the loan if the payment, the credit and payments for future days suffice. */
function settle({ id, amount }: Funds, state: State): boolean {
  const { credit } = state;
  const ahead = unaccruedOf(state);
  if (sum([amount, credit.available, totalOf(ahead)]) < payoffOf(state)) return false;
  const { parts, excess } = close(state, ahead, amount);
  credit.add(id, parts, excess);
  return true;
}

/** Closes a loan when its last open instalment was paid before its due date. */
function closeIfPaid(state: State): void {
  const isPaid = state.positions.every(({ settledOn, isShortfall }) => isShortfall || settledOn !== null);
  if (isPaid) close(state, unaccruedOf(state), ZERO);
}

/**
 * Waives unaccrued amounts and covers the rest with the payment, then with payments for future days, then
 * with credit. The remainder of payments for future days becomes credit.
 */
function close(state: State, ahead: readonly InstalmentDues[], amount: Centavos): Allocation {
  const { loan, credit, date } = state;
  const open = owing(state);
  const owed = open.map((position) => [position, payoffDues(position, loan, date)] as const);
  const freed = credit.release(ahead);
  release(open, ahead);
  for (const [position, dues] of owed) {
    const waived = subtractDues(outstanding(position, loan), dues);
    position.waived = addDues(position.waived, waived);
  }
  const allocation = amount > 0 ? allocate(amount, owedFor(open, state)) : { parts: [], excess: ZERO };
  cover(open, allocation.parts, loan, date);
  for (const position of open) settleIfPaid(position, loan, date);
  const [byAhead] = splitParts(owedFor(open, state), totalOf(ahead));
  credit.replace(freed, byAhead);
  cover(open, byAhead, loan, date);
  coverFromCredit(open, credit.pay(owedFor(open, state), date), loan, date);
  return allocation;
}

/** Waives instalment debt owed on the day, oldest first, and closes the loan if none is left. */
function waive(amount: Centavos, state: State): void {
  if (amount === 0) return;
  const { loan, date } = state;
  const open = openOf(state).filter(({ isShortfall }) => !isShortfall);
  const owed = open.map((position) => ({
    number: position.row.number,
    dues: payoffDues(position, loan, date),
  }));
  const { parts } = allocate(amount, owed);
  for (const position of open) {
    const part = parts.find(({ number }) => number === position.row.number);
    if (part !== undefined) position.waived = addDues(position.waived, part.dues);
    settleIfPaid(position, loan, date);
  }
  if (payoffOf(state) === 0) close(state, unaccruedOf(state), ZERO);
}

/**
 * Lowers the capital. A payoff that falls short also uses the credit. @returns false when nothing is left for
 * the capital
 */
function payAhead({ id, amount, isPayoff }: Funds, mode: PrepaymentMode, state: State): boolean {
  const { loan, positions, credit, date } = state;
  if (amount <= 0) return false;
  const funds = isPayoff ? add(amount, credit.available) : amount;
  const plan = planPrepayment(positions, loan, { amount: funds, date, mode });
  if (plan === undefined) return false;
  const freed = credit.release(plan.released);
  applyPrepayment(plan, positions, loan, date);
  const [own, others] = splitParts(plan.parts, amount);
  const fromCredit = credit.replace(freed, others);
  credit.use(fromCredit, date);
  notePaidWithCredit(positions, fromCredit);
  credit.add(id, own, ZERO);
  return true;
}

function payDue(state: State): void {
  const { loan, positions, credit, date } = state;
  if (credit.available <= 0) return;
  const due = positions.filter(({ row, settledOn }) => settledOn === null && row.dueDate <= date);
  if (due.length > 0) coverFromCredit(due, credit.pay(owedFor(due, state), date), loan, date);
}

/**
 * Pays the rest of an instalment from credit as soon as the other part is paid, if credit would pay it
 * anyway: nothing more is claimed for it.
 */
function completeChosen(numbers: readonly number[], state: State): void {
  const { loan, credit, date } = state;
  const complete = allotted(state).filter(
    (each) => numbers.includes(each.number) && each.credit === totalDues(each.dues),
  );
  if (complete.length > 0) coverFromCredit(openOf(state), credit.pay(complete, date), loan, date);
}

/** Debt of each open instalment, and the part that credit will pay on its due date. */
function allotted(state: State): (InstalmentDues & { readonly credit: Centavos })[] {
  const owed = owedFor(openOf(state), state);
  return allot(state.credit.available, owed, ({ dues }) => totalDues(dues)).map(([each, credit]) => ({
    ...each,
    credit,
  }));
}

function unaccruedOf({ positions, loan, date }: State): InstalmentDues[] {
  return unaccruedParts(positions, loan, date);
}

function totalOf(parts: readonly InstalmentDues[]): Centavos {
  return sum(parts.map(({ dues }) => totalDues(dues)));
}
