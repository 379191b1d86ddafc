import type { LoanAction } from './actions.ts';
import { type Allocation, type InstalmentDues, allocate, totalDues } from './allocation.ts';
import { applyAction, pausesOf } from './apply-action.ts';
import { type CalendarDate, daysBetween } from '../calendar-date.ts';
import { close, closeIfPaid, closeWaivingRest, isEnough, payDue, unaccruedOf } from './closing.ts';
import { CreditAccount, type CreditUse, allot, mergeParts, splitParts } from './credit.ts';
import { type Payment, type Piece, type Segment, eventsByDay } from './payment.ts';
import { type Centavos, ZERO, add, negate, smaller, subtract, sum } from '../money.ts';
import { type LoanConditions, type Position, accrueArrears, cover, openPosition } from './position.ts';
import { type PrepaymentMode, applyPrepayment, planPrepayment } from './prepayment.ts';
import {
  type OfferState,
  type State,
  coverFromCredit,
  freeNumber,
  notePaidWithCredit,
  openOf,
  owedFor,
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
  readonly offers: readonly OfferState[];
  readonly agreement: string | undefined;
  readonly acceleratedOn: CalendarDate | undefined;
};

/**
 * Applies the payments up to `date` day by day, and accrues arrears until `date`. Credit pays due debts at
 * once, and every other instalment on its due date, before anything is charged for it. The result of a day
 * does not depend on the order of its payments (docs/product/loan-and-money.md#order-within-a-day).
 */
export function replay(loan: LoanConditions, payments: readonly Payment[], date: CalendarDate): Replayed {
  const { positions, credit, offers, agreement, acceleratedOn } = replayedState(loan, payments, date);
  return {
    positions,
    allocations: credit.payments.map(({ held: _held, ...allocation }) => allocation),
    credit: credit.held,
    creditUses: credit.uses,
    offers: offers.size === 0 ? NO_OFFERS : [...offers.values()],
    agreement,
    acceleratedOn,
  };
}

/** State at the end of a day. */
export function replayedState(loan: LoanConditions, payments: readonly Payment[], date: CalendarDate): State {
  const { schedule, actions = NO_ACTIONS } = loan;
  const shortfalls = new Set<number>();
  const state: State = {
    loan,
    positions: openPositions(schedule),
    shortfalls,
    credit: new CreditAccount(shortfalls),
    defaultDays: { pauses: pausesOf(actions, date), suedOn: undefined },
    offers: new Map(),
    agreement: undefined,
    acceleratedOn: undefined,
    deferred: new Map(),
    missing: [],
    date: schedule.payoutDate,
  };
  for (const { day, segments } of eventsByDay(payments, actions, date)) {
    advance(state, day);
    for (const segment of segments) play(segment, state);
  }
  advance(state, date);
  return state;
}

const NO_ACTIONS: readonly LoanAction[] = [];
const NO_OFFERS: readonly OfferState[] = [];

function play({ pieces, leaving, action }: Segment, state: State): void {
  const { credit } = state;
  const first = leaving.filter(({ isFirst }) => isFirst === true);
  if (leaving.length > 0) credit.setAside(totalLeaving(leaving), totalLeaving(first));
  for (const closings of turnsOf(pieces)) if (!closeTogether(closings, state)) applyEach(closings, state);
  if (leaving.length > 0) {
    credit.setAside(ZERO, ZERO);
    takeOut(leaving, state);
  }
  // Uses the part of the reserve that did not leave.
  if (first.length > 0) payDue(state);
  if (action !== undefined) applyAction(action, state);
}

/** Pieces one by one; the closings that follow one at the price of this day are judged with it. */
function turnsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const turns: Piece[][] = [];
  for (const piece of pieces) {
    const last = turns.at(-1);
    if (last?.[0]?.isTrial === true && piece.payment.isPayoff === true) last.push(piece);
    else turns.push([piece]);
  }
  return turns;
}

function applyEach(pieces: readonly Piece[], state: State): void {
  for (const piece of pieces) {
    apply(piece, state);
    payDue(state);
    closeIfPaid(state);
  }
}

/** Closes the loan with several closings that only suffice together. @returns false if they do not */
function closeTogether(closings: readonly Piece[], state: State): boolean {
  if (closings.length === 1 || closings.some(({ payment }) => isForOffer(payment, state))) return false;
  const funds = closings.map(({ payment: { id }, amount }) => ({
    id,
    amount: add(amount, state.deferred.get(id) ?? ZERO),
  }));
  const total = sum(funds.map(({ amount }) => amount));
  const ahead = unaccruedOf(state);
  if (!isEnough(total, ahead, state)) return false;
  let { parts } = close(state, ahead, total);
  for (const { id, amount } of funds) {
    const [own, others] = splitParts(parts, amount);
    state.credit.add(id, own, subtract(amount, sum(own.map(({ dues }) => totalDues(dues)))));
    parts = others;
  }
  payDue(state);
  return true;
}

/** True if the payment counts for a settlement offer that is still open. */
function isForOffer(
  { offer: name, valueDate }: Pick<Payment, 'offer' | 'valueDate'>,
  { offers }: State,
): boolean {
  const offer = name === undefined ? undefined : offers.get(name);
  return offer !== undefined && offer.completedOn === null && valueDate <= offer.until;
}

function totalLeaving(leaving: readonly Payment[]): Centavos {
  return sum(leaving.map(({ amount }) => negate(amount)));
}

/** Advances the date: on each due date credit pays first, and arrears accrue on the remainder. */
function advance(state: State, to: CalendarDate): void {
  openShortfalls(state, to);
  if (state.credit.held > 0) {
    for (const dueDate of dueDatesOf(state.positions, state.date, to)) {
      accrueArrears(state.positions, state.loan, state.date, dueDate, state.defaultDays);
      state.date = dueDate;
      payDue(state);
      closeIfPaid(state);
    }
  }
  accrueArrears(state.positions, state.loan, state.date, to, state.defaultDays);
  state.date = to;
}

function dueDatesOf(positions: readonly Position[], after: CalendarDate, to: CalendarDate): CalendarDate[] {
  const open = positions.filter(({ settledOn }) => settledOn === null);
  const days = open.map(({ row }) => row.dueDate).filter((day) => day > after && day <= to);
  return [...new Set(days.toSorted())];
}

function openPositions({ rows, payoutDate }: Schedule): Position[] {
  return rows.map((row, index) => openPosition(row, rows[index - 1]?.dueDate ?? payoutDate));
}

function apply({ payment, amount: own, isTrial }: Piece, state: State): void {
  const { id, isPayoff, prepayment, instalments } = payment;
  const mode = prepayment ?? (isPayoff === true ? 'fewer' : undefined);
  const amount = add(own, state.deferred.get(id) ?? ZERO);
  const funds = { id, amount, valueDate: payment.valueDate, isPayoff: isPayoff === true };
  if (payment.offer !== undefined && payOffer(funds, payment.offer, state)) return;
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

type Funds = {
  readonly id: string;
  readonly amount: Centavos;
  readonly valueDate: CalendarDate;
  readonly isPayoff: boolean;
};

/**
 * Counts a payment for the settlement offer that it names, and waives the rest of the loan once the offer is
 * complete. @returns false if the offer does not count it
 */
function payOffer({ id, amount, valueDate }: Funds, name: string, state: State): boolean {
  const offer = state.offers.get(name);
  const { credit, date } = state;
  if (offer === undefined || !isForOffer({ offer: name, valueDate }, state)) return false;
  if (amount === 0 || openOf(state).length === 0) return false;
  const own = smaller(amount, subtract(offer.amount, offer.paid));
  const { parts, excess } = payOldestFirst(own, undefined, state);
  credit.add(id, parts, add(excess, subtract(amount, own)));
  const paid = add(offer.paid, own);
  const isComplete = paid === offer.amount;
  state.offers.set(offer.id, { ...offer, paid, completedOn: isComplete ? date : null });
  if (isComplete) closeWaivingRest(state);
  return true;
}

/** Takes credit out of the loan at the end of a day; a missing part becomes its own row, due at once. */
function takeOut(leaving: readonly Payment[], state: State): void {
  const { credit, date, missing } = state;
  for (const { id, amount, owedFrom } of leaving) {
    const dueDate = owedFrom !== undefined && owedFrom > date ? owedFrom : date;
    const part = credit.takeOut(id, negate(amount));
    if (part === 0) continue;
    const together = missing.find((each) => each.dueDate === dueDate && each.leftOn === date);
    if (together === undefined) missing.push({ leftOn: date, dueDate, principal: part });
    else together.principal = add(together.principal, part);
  }
  openShortfalls(state, date);
}

/** Opens the shortfalls that are owed by a day. Their numbers follow the days on which they become owed. */
function openShortfalls(state: State, by: CalendarDate): void {
  const { positions, shortfalls, missing, date } = state;
  const free = { interest: ZERO, tax: ZERO, fee: ZERO, feeTax: ZERO, balance: ZERO, days: 0 };
  const owed = missing.filter(({ dueDate }) => dueDate <= by);
  state.missing = missing.filter(({ dueDate }) => dueDate > by);
  for (const { dueDate, principal } of owed.toSorted((a, b) => daysBetween(b.dueDate, a.dueDate))) {
    const number = freeNumber(state, 0);
    shortfalls.add(number);
    const row = { number, dueDate, payableUntil: dueDate, ...free, principal, amount: principal };
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
  const ahead = unaccruedOf(state);
  if (!isEnough(amount, ahead, state)) return false;
  const { parts, excess } = close(state, ahead, amount);
  state.credit.add(id, parts, excess);
  return true;
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
