import {
  type Allocation,
  type Dues,
  type InstalmentDues,
  addDues,
  allocate,
  subtractDues,
  totalDues,
} from './allocation.ts';
import { type CreditAccount, splitParts } from './credit.ts';
import { type Centavos, ZERO, sum } from '../money.ts';
import { type Position, cover, outstanding, payoffDues, settleIfPaid, unaccruedParts } from './position.ts';
import { release } from './prepayment.ts';
import { type State, coverFromCredit, openOf, owedFor, owing, payoffOf } from './replay-state.ts';

/** True if the amount, the credit and payments for future days close the loan. */
export function isEnough(amount: Centavos, ahead: readonly InstalmentDues[], state: State): boolean {
  return sum([amount, state.credit.available, totalOf(ahead)]) >= payoffOf(state);
}

/**
 * Closes a loan when its last open instalment was paid before its due date, and an accelerated one as soon as
 * it has what closes it; before that, ends its rows that are paid.
 */
export function closeIfPaid(state: State): void {
  const isPaid = state.positions.every(({ settledOn, isShortfall }) => isShortfall || settledOn !== null);
  if (isPaid) return void close(state, unaccruedOf(state), ZERO);
  if (state.acceleratedOn === undefined) return;
  endPaidRows(state);
  const ahead = unaccruedOf(state);
  if (isEnough(ZERO, ahead, state)) close(state, ahead, ZERO);
}

/**
 * Waives what rows of an accelerated loan would charge after their capital and all that accrued were paid. Money
 * for their days to come pays the other rows, which may end too.
 */
export function endPaidRows(state: State): void {
  const { loan, date } = state;
  for (;;) {
    const ended = openOf(state).filter(
      (position) => position.row.dueDate > date && totalDues(payoffDues(position, loan, date)) === 0,
    );
    if (ended.length === 0) return;
    const ahead = unaccruedOf(state).filter(({ number }) => ended.some(({ row }) => row.number === number));
    const freed = letOffUnaccrued(state, ended, ahead);
    for (const position of ended) settleIfPaid(position, loan, date);
    payFromFreed(freed, ahead, openOf(state), state);
  }
}

/**
 * Waives unaccrued amounts and covers the rest with the payment, then with payments for future days, then
 * with credit. The remainder of payments for future days becomes credit.
 */
export function close(state: State, ahead: readonly InstalmentDues[], amount: Centavos): Allocation {
  const { loan, credit, date } = state;
  const open = owing(state);
  const freed = letOffUnaccrued(state, open, ahead);
  state.acceleratedOn = undefined;
  const allocation = amount > 0 ? allocate(amount, owedFor(open, state)) : { parts: [], excess: ZERO };
  cover(open, allocation.parts, loan, date);
  for (const position of open) settleIfPaid(position, loan, date);
  payFromFreed(freed, ahead, open, state);
  coverFromCredit(open, credit.pay(owedFor(open, state), date), loan, date);
  return allocation;
}

/** Closes a loan with a completed settlement offer: the remaining debt is waived, and credit stays. */
export function closeWaivingRest(state: State): void {
  const { loan, date } = state;
  const ahead = unaccruedOf(state);
  const open = owing(state);
  const freed = letOffUnaccrued(state, open, ahead);
  state.acceleratedOn = undefined;
  payFromFreed(freed, ahead, open, state);
  for (const position of open) {
    forgive(position, outstanding(position, loan));
    settleIfPaid(position, loan, date);
  }
}

/** Waives unaccrued amounts of rows, and frees payments for them. */
function letOffUnaccrued(
  { loan, credit, date }: State,
  rows: readonly Position[],
  ahead: readonly InstalmentDues[],
): ReturnType<CreditAccount['release']> {
  const owed = rows.map((position) => [position, payoffDues(position, loan, date)] as const);
  const freed = credit.release(ahead);
  release(rows, ahead);
  for (const [position, dues] of owed) {
    const waived = subtractDues(outstanding(position, loan), dues);
    position.waived = addDues(position.waived, waived);
  }
  return freed;
}

/** Pays debts with payments for future days, which were released; the remainder becomes credit. */
export function payFromFreed(
  freed: ReturnType<CreditAccount['release']>,
  ahead: readonly InstalmentDues[],
  open: readonly Position[],
  state: State,
): void {
  const { loan, credit, date } = state;
  const [byAhead] = splitParts(owedFor(open, state), totalOf(ahead));
  credit.replace(freed, byAhead);
  cover(open, byAhead, loan, date);
}

/** Waives accrued debt. */
export function forgive(position: Position, dues: Dues): void {
  position.waived = addDues(position.waived, dues);
  position.forgiven = addDues(position.forgiven, dues);
}

/** Pays due debt from credit: all of it, once the loan was accelerated. */
export function payDue(state: State): void {
  const { loan, positions, credit, date, acceleratedOn } = state;
  if (credit.available <= 0) return;
  const due =
    acceleratedOn === undefined
      ? positions.filter(({ row, settledOn }) => settledOn === null && row.dueDate <= date)
      : openOf(state);
  if (due.length > 0) coverFromCredit(due, credit.pay(owedFor(due, state), date), loan, date);
}

export function unaccruedOf({ positions, loan, date }: State): InstalmentDues[] {
  return unaccruedParts(positions, loan, date);
}

export function totalOf(parts: readonly InstalmentDues[]): Centavos {
  return sum(parts.map(({ dues }) => totalDues(dues)));
}
