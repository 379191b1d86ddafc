import {
  type Allocation,
  type Dues,
  type InstalmentDues,
  NO_DUES,
  addDues,
  allocate,
  subtractDues,
  totalDues,
} from './allocation.ts';
import { type CalendarDate, daysBetween } from '../calendar-date.ts';
import { CreditAccount, type CreditUse, allot, mergeParts, splitParts } from './credit.ts';
import { type Centavos, ZERO, add, negate, subtract, sum } from '../money.ts';
import { type LoanConditions, type Position, cover, outstanding, payoffDues } from './position.ts';
import { type PrepaymentMode, prepay } from './prepayment.ts';
import type { Schedule } from '../schedule.ts';

export type Payment = {
  readonly id: string;
  /** The day on which the money counts, except for what `priced` covers. */
  readonly valueDate: CalendarDate;
  /**
   * The request's price: up to `amount` centavos count on `on`, an earlier day, for what was chosen; the rest counts on
   * `valueDate` (docs/product/payments.md#how-long-a-price-holds).
   */
  readonly priced?: { readonly on: CalendarDate; readonly amount: Centavos };
  /** Of money that leaves: the first day on which what is missing of it is owed. */
  readonly owedFrom?: CalendarDate;
  /**
   * In centavos. Zero with `isPayoff`: closes the loan with money in favour alone. Below zero: taken out of the money
   * in favour, because it was given back or moved to another loan of the customer.
   */
  readonly amount: Centavos;
  /**
   * The instalments the customer chose; absent, or for a payoff: all. What they do not need is the customer's
   * money in favour.
   */
  readonly instalments?: readonly number[];
  /**
   * Meant to settle the whole loan: if it suffices together with the money in favour, interest and charges not yet
   * accrued are not owed. If it falls short, because it came too late or is less than was asked for, it counts as paid ahead for fewer
   * instalments: interest that has not accrued is not charged on capital that was paid back.
   */
  readonly isPayoff?: boolean;
  /** Paid ahead: what today's dues leave lowers the capital, and the instalments to come are planned anew. */
  readonly prepayment?: PrepaymentMode;
};

export type PaymentAllocation = Allocation & {
  readonly paymentId: string;
  /** Of `excess`, what is no money in favour: it made up for what had been given back beyond what was there. */
  readonly madeUp?: Centavos;
};

export type Replayed = {
  readonly positions: readonly Position[];
  /** One per payment; its parts include what its money in favour has covered since. */
  readonly allocations: readonly PaymentAllocation[];
  /** Money in favour that is held on the date. */
  readonly credit: Centavos;
  /** Taken out of money in favour beyond what was there on the date. */
  readonly shortfall: Centavos;
  /** When money in favour paid something, and what, in the order in which it did. */
  readonly creditUses: readonly CreditUse[];
};

/** The loan while payments are replayed. */
type State = {
  readonly loan: LoanConditions;
  readonly positions: readonly Position[];
  readonly credit: CreditAccount;
  date: CalendarDate;
};

/**
 * Applies the payments up to `date` in the order of their value dates, and lets arrears run until `date`. Money in
 * favour pays what is due at once, and every other instalment on its due date, before anything is charged for it.
 */
export function replay(loan: LoanConditions, payments: readonly Payment[], date: CalendarDate): Replayed {
  const { schedule } = loan;
  const credit = new CreditAccount();
  const state = { loan, positions: openPositions(schedule), credit, date: schedule.disbursementDate };
  const counted = payments.filter(({ valueDate }) => valueDate <= date);
  counted.sort((a, b) => daysBetween(b.valueDate, a.valueDate));
  for (const payment of counted) {
    advance(state, payment.valueDate);
    apply(payment, state);
    payDue(state);
  }
  advance(state, date);
  const allocations = credit.payments.map(({ held: _held, ...allocation }) => allocation);
  return {
    positions: state.positions,
    allocations,
    credit: credit.held,
    shortfall: credit.shortfall,
    creditUses: credit.uses,
  };
}

/** Lets time go by: on each due date money in favour pays first, and arrears run on what it leaves. */
function advance(state: State, to: CalendarDate): void {
  for (const { row, settledOn } of state.positions) {
    if (state.credit.held <= 0) break;
    if (settledOn !== null || row.dueDate <= state.date || row.dueDate > to) continue;
    accrueArrears(state.positions, state.date, row.dueDate);
    state.date = row.dueDate;
    payDue(state);
  }
  accrueArrears(state.positions, state.date, to);
  state.date = to;
}

function openPositions({ rows, principal, disbursementDate }: Schedule): Position[] {
  return rows.map((row, index) => ({
    row,
    agreed: { days: row.days, interest: row.interest, capital: rows[index - 1]?.balance ?? principal },
    start: rows[index - 1]?.dueDate ?? disbursementDate,
    accruedBefore: { interest: ZERO, tax: ZERO },
    instalment: sum([row.principal, row.interest, row.tax]),
    paid: NO_DUES,
    paidAhead: NO_DUES,
    isDropped: false,
    paidWithCredit: ZERO,
    waived: NO_DUES,
    arrears: 0n,
    // A row can be zero when a few centavos are spread over many instalments.
    settledOn: row.amount === 0 ? disbursementDate : null,
  }));
}

function accrueArrears(positions: readonly Position[], from: CalendarDate, to: CalendarDate): void {
  for (const position of positions) {
    const { row, paid, settledOn } = position;
    const since = row.dueDate > from ? row.dueDate : from;
    if (settledOn !== null || to <= since) continue;
    position.arrears += BigInt(subtract(row.principal, paid.principal)) * BigInt(daysBetween(since, to));
  }
}

function apply(payment: Payment, state: State): void {
  const { id, amount } = payment;
  if (amount < 0) return state.credit.takeOut(id, negate(amount));
  const mode = payment.prepayment ?? (payment.isPayoff === true ? 'fewer' : undefined);
  if (mode !== undefined && (settle(payment, state) || payAhead(payment, mode, state))) return;
  if (amount === 0) return state.credit.add(id, [], ZERO);
  const numbers = mode === undefined ? payment.instalments : undefined;
  const { parts, excess } =
    numbers !== undefined && state.credit.held > 0
      ? payBesideCredit(amount, numbers, state)
      : payOldestFirst(amount, numbers, state);
  state.credit.add(id, parts, excess);
  if (numbers !== undefined) completeChosen(numbers, state);
}

function payOldestFirst(amount: Centavos, numbers: readonly number[] | undefined, state: State): Allocation {
  const { loan, date } = state;
  const open = openOf(state);
  const chosen = open.filter(({ row }) => numbers === undefined || numbers.includes(row.number));
  const allocation = allocate(amount, owedFor(chosen, loan));
  cover(open, allocation.parts, loan, date);
  return allocation;
}

/** Of the chosen instalments a payment covers first what money in favour will not. */
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

/** Closes the loan if the payment and the money in favour suffice. @returns whether they do */
function settle({ id, amount }: Payment, state: State): boolean {
  const { loan, positions, credit, date } = state;
  const settling = positions.map((position) => ({ position, dues: payoffDues(position, loan, date) }));
  if (add(amount, credit.held) < sum(settling.map(({ dues }) => totalDues(dues)))) return false;
  waiveWhatHasNotAccrued(settling, loan);
  const open = openOf(state);
  const { parts, excess } = amount > 0 ? allocate(amount, owedFor(open, loan)) : { parts: [], excess: ZERO };
  cover(open, parts, loan, date);
  coverFromCredit(open, credit.pay(owedFor(open, loan), date), loan, date);
  credit.add(id, parts, excess);
  return true;
}

/**
 * Lowers the capital. Money that was meant to close the loan and falls short takes the money in favour with it.
 * @returns false when nothing is left for the capital
 */
function payAhead({ id, amount, isPayoff }: Payment, mode: PrepaymentMode, state: State): boolean {
  const { loan, positions, credit, date } = state;
  if (amount <= 0) return false;
  const funds = isPayoff === true ? add(amount, credit.held) : amount;
  const planned = prepay({ amount: funds, date, mode }, positions, loan);
  if (planned === undefined) return false;
  const [own, fromCredit] = splitParts(planned.parts, amount);
  credit.use(fromCredit, date);
  notePaidWithCredit(positions, fromCredit);
  credit.add(id, own, ZERO);
  return true;
}

/** What is due is paid with money in favour at once. */
function payDue({ loan, positions, credit, date }: State): void {
  const due = positions.filter(({ row, settledOn }) => settledOn === null && row.dueDate <= date);
  if (due.length > 0) coverFromCredit(due, credit.pay(owedFor(due, loan), date), loan, date);
}

/**
 * An instalment of which money in favour will pay the rest is paid when the other part is: nothing is asked
 * for it any more, so the rest is paid at once.
 */
function completeChosen(numbers: readonly number[], state: State): void {
  const { loan, credit, date } = state;
  const complete = allotted(state).filter(
    (each) => numbers.includes(each.number) && each.credit === totalDues(each.dues),
  );
  if (complete.length > 0) coverFromCredit(openOf(state), credit.pay(complete, date), loan, date);
}

/** What is owed for each open instalment, and what the money in favour will pay of it on its due date. */
function allotted(state: State): (InstalmentDues & { readonly credit: Centavos })[] {
  const owed = owedFor(openOf(state), state.loan);
  return allot(state.credit.held, owed, ({ dues }) => totalDues(dues)).map(([each, credit]) => ({
    ...each,
    credit,
  }));
}

function openOf({ positions }: State): Position[] {
  return positions.filter(({ settledOn }) => settledOn === null);
}

function owedFor(positions: readonly Position[], loan: LoanConditions): InstalmentDues[] {
  return positions.map((position) => ({ number: position.row.number, dues: outstanding(position, loan) }));
}

function coverFromCredit(
  positions: readonly Position[],
  parts: readonly InstalmentDues[],
  loan: LoanConditions,
  date: CalendarDate,
): void {
  cover(positions, parts, loan, date);
  notePaidWithCredit(positions, parts);
}

function notePaidWithCredit(positions: readonly Position[], parts: readonly InstalmentDues[]): void {
  for (const position of positions) {
    const part = parts.find(({ number }) => number === position.row.number);
    if (part) position.paidWithCredit = add(position.paidWithCredit, totalDues(part.dues));
  }
}

function waiveWhatHasNotAccrued(
  settling: readonly { readonly position: Position; readonly dues: Dues }[],
  loan: LoanConditions,
): void {
  for (const { position, dues } of settling) {
    const future = subtractDues(outstanding(position, loan), dues);
    position.waived = addDues(position.waived, future);
  }
}
