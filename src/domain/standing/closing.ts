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
import {
  keepAccrued,
  planUnpaid,
  release,
  releaseAhead,
  releasedBy,
  unaccruedInterest,
} from './prepayment.ts';
import { type State, coverFromCredit, openOf, owedFor, owing, payoffOf } from './replay-state.ts';

/** True if the amount, the credit and payments for future days close the loan. */
export function isEnough(amount: Centavos, ahead: readonly InstalmentDues[], state: State): boolean {
  return sum([amount, state.credit.available, totalOf(ahead)]) >= payoffOf(state);
}

/**
 * Closes a loan when its last open instalment was paid before its due date, and an accelerated one as soon as
 * it has what closes it.
 */
export function closeIfPaid(state: State): void {
  const isPaid = state.positions.every(({ settledOn, isShortfall }) => isShortfall || settledOn !== null);
  if (isPaid) return void close(state, unaccruedOf(state), ZERO);
  if (state.acceleratedOn === undefined) return;
  const ahead = unaccruedOf(state);
  if (isEnough(ZERO, ahead, state)) close(state, ahead, ZERO);
  else lowerInterest(state);
}

/**
 * Lowers the future interest of an accelerated loan after capital was paid before its due date. Rows without unpaid
 * capital or accrued debt end without their charge; payments for future days first pay other rows.
 */
export function lowerInterest(state: State): void {
  const { loan, positions, credit, date } = state;
  const toCome = owing(state).filter(({ row, isDropped }) => row.dueDate > date && !isDropped);
  const isPaid = (each: Position) => each.settledOn === null && totalDues(payoffDues(each, loan, date)) === 0;
  if (!toCome.some((each) => each.paid.principal > each.capitalAtPlan || isPaid(each))) return;
  const ahead = releasedBy(positions, unaccruedOf(state));
  const unaccrued = unaccruedInterest(positions, loan, date);
  const freed = credit.release(ahead);
  releaseAhead(positions, ahead, date);
  payFromFreed(freed, ahead, openOf(state), state);
  for (const position of toCome.filter(isPaid)) {
    position.waived = addDues(position.waived, outstanding(position, loan));
    settleIfPaid(position, loan, date);
    keepAccrued(position);
  }
  planUnpaid(positions, unaccrued, loan, date);
}

/**
 * Waives unaccrued amounts and covers the rest with the payment, then with payments for future days, then
 * with credit. The remainder of payments for future days becomes credit.
 */
export function close(state: State, ahead: readonly InstalmentDues[], amount: Centavos): Allocation {
  const { loan, credit, date } = state;
  const { open, freed } = letOffUnaccrued(state, ahead);
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
  const { open, freed } = letOffUnaccrued(state, ahead);
  state.acceleratedOn = undefined;
  payFromFreed(freed, ahead, open, state);
  for (const position of open) {
    forgive(position, outstanding(position, loan));
    settleIfPaid(position, loan, date);
  }
}

/** Waives unaccrued amounts, and frees payments for them. */
function letOffUnaccrued(state: State, ahead: readonly InstalmentDues[]) {
  const { loan, credit, date } = state;
  const open = owing(state);
  const owed = open.map((position) => [position, payoffDues(position, loan, date)] as const);
  const freed = credit.release(ahead);
  release(open, ahead);
  for (const [position, dues] of owed) {
    const waived = subtractDues(outstanding(position, loan), dues);
    position.waived = addDues(position.waived, waived);
  }
  return { open, freed };
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
