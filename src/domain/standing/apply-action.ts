import type { AgreedRow, LoanAction } from './actions.ts';
import {
  COMPONENTS,
  type Dues,
  type InstalmentDues,
  NO_DUES,
  addDues,
  mapDues,
  subtractDues,
  sumDues,
  totalDues,
} from './allocation.ts';
import { addDays, type CalendarDate, daysBetween } from '../calendar-date.ts';
import {
  close,
  closeIfPaid,
  forgive,
  isEnough,
  lowerInterest,
  payDue,
  payFromFreed,
  totalOf,
  unaccruedOf,
} from './closing.ts';
import { splitParts } from './credit.ts';
import { type Centavos, ZERO, add, larger, smaller, subtract, sum } from '../money.ts';
import {
  type DefaultDays,
  type LoanConditions,
  type Position,
  openPosition,
  outstanding,
  payoffDues,
  settleIfPaid,
} from './position.ts';
import { release, withParts } from './prepayment.ts';
import {
  type State,
  coverFromCredit,
  freeNumber,
  inPaymentOrder,
  openOf,
  owedFor,
  owing,
  payoffOf,
} from './replay-state.ts';
import type { Schedule, ScheduleRow } from '../schedule.ts';

type Of<K extends LoanAction['kind']> = Extract<LoanAction, { readonly kind: K }>;

type Agreement = Of<'agreement'>;

/** Applies an action after the payments that count before it (docs/product/loan-changes.md#actions). */
export function applyAction(action: LoanAction, state: State): void {
  switch (action.kind) {
    case 'pause':
      // Its days are known from the beginning: all of them come later.
      return;
    case 'waive':
      return waive(action, state);
    case 'settlement-offer':
      return offer(action, state);
    case 'agreement':
      return agree(action, state);
    case 'accelerate':
      return accelerate(state);
    case 'sued':
      state.defaultDays.suedOn ??= state.date;
  }
}

/** Days without default interest, merged. @throws RangeError for a pause that is not after its action's day */
export function pausesOf(actions: readonly LoanAction[], until: CalendarDate): DefaultDays['pauses'] {
  if (actions.length === 0) return [];
  const pauses = actions.flatMap((action) => (action.kind === 'pause' && action.on <= until ? [action] : []));
  const merged: { before: CalendarDate; to: CalendarDate }[] = [];
  for (const { on, from, to } of pauses.toSorted((a, b) => daysBetween(b.from, a.from))) {
    if (from <= on) throw new RangeError(`a pause decided on ${on} cannot begin on ${from}`);
    if (to < from) throw new RangeError(`a pause from ${from} cannot end on ${to}`);
    const before = addDays(from, -1);
    const last = merged.at(-1);
    if (last === undefined || last.to < before) merged.push({ before, to });
    else if (last.to < to) last.to = to;
  }
  return merged;
}

/** Waives instalment debt owed on the day, oldest first, and closes the loan if none is left. */
function waive({ amount, instalment, component }: Of<'waive'>, state: State): void {
  if (amount <= 0) throw new RangeError(`a waiver must be positive: ${amount}`);
  const { loan, date } = state;
  const open = openOf(state).filter(({ isShortfall }) => !isShortfall);
  const owed = open
    .filter(({ row }) => instalment === undefined || row.number === instalment)
    .map((position) => {
      const dues = payoffDues(position, loan, date);
      const waivable = component === undefined ? dues : { ...NO_DUES, [component]: dues[component] };
      return { number: position.row.number, dues: waivable };
    });
  const parts = splitParts(owed, smaller(amount, leftToClose(state)))[0];
  for (const position of open) {
    const part = parts.find(({ number }) => number === position.row.number);
    if (part !== undefined) forgive(position, part.dues);
    settleIfPaid(position, loan, date);
  }
  const ahead = unaccruedOf(state);
  if (isEnough(ZERO, ahead, state)) close(state, ahead, ZERO);
  else if (state.acceleratedOn !== undefined) lowerInterest(state);
}

/** Closes the loan on the day, after payments for future days and credit. */
function leftToClose(state: State): Centavos {
  const counted = add(totalOf(unaccruedOf(state)), state.credit.available);
  return larger(ZERO, subtract(payoffOf(state), counted));
}

function offer({ id, on, amount, until }: Of<'settlement-offer'>, { offers }: State): void {
  if (amount <= 0) throw new RangeError(`a settlement offer must be positive: ${amount}`);
  if (until < on) throw new RangeError(`a settlement offer of ${on} cannot end on ${until}`);
  offers.set(id, { id, amount, until, paid: ZERO, completedOn: null });
}

function accelerate(state: State): void {
  if (openOf(state).length === 0) return;
  state.acceleratedOn ??= state.date;
  payDue(state);
  closeIfPaid(state);
}

/**
 * Ends every open row and puts the accepted ones in their place, unless nothing is left to pay
 * (docs/product/loan-changes.md#agreement).
 */
function agree(action: Agreement, state: State): void {
  const { loan } = state;
  checkRows(action, loan);
  if (action.isRefinancing) endOffers(state);
  const ahead = unaccruedOf(state);
  if (isEnough(ZERO, ahead, state)) return void close(state, ahead, ZERO);
  const open = inPaymentOrder(openOf(state), state.date);
  payBeforeAgreeing(state, ahead);
  const found = sumDues(open.map((position) => outstanding(position, loan)));
  const moved = moveDues(action, open, state);
  if (totalDues(moved) === 0) return;
  state.agreement = action.id;
  state.acceleratedOn = undefined;
  state.loan = { ...loan, schedule: agreedSchedule(action) };
  state.positions.push(...differenceRow(action, found, state), ...newPositions(action, found));
}

/** Ends open settlement offers: payments that name them are ordinary from then on. */
function endOffers({ offers }: State): void {
  for (const { id, completedOn } of offers.values()) if (completedOn === null) offers.delete(id);
}

/**
 * Debt that an agreement on the date would move, by row: what payments for future days and credit leave of the
 * cost of closing. Changes the state.
 */
export function movableDues(state: State): InstalmentDues[] {
  const ahead = unaccruedOf(state);
  if (isEnough(ZERO, ahead, state)) return [];
  const open = openOf(state);
  payBeforeAgreeing(state, ahead);
  return open.map((position) => ({
    number: position.row.number,
    dues: outstanding(position, state.loan),
  }));
}

/** Limits every row to its accrued part, and pays that with payments for future days and with credit. */
function payBeforeAgreeing(state: State, ahead: ReturnType<typeof unaccruedOf>): void {
  const { loan, credit, date } = state;
  const rows = owing(state);
  const owed = rows.map((position) => [position, payoffDues(position, loan, date)] as const);
  const freed = credit.release(ahead);
  release(rows, ahead);
  for (const [position, dues] of owed) end(position, dues);
  payFromFreed(freed, ahead, rows, state);
  coverFromCredit(rows, credit.pay(owedFor(rows, state), date), loan, date);
}

function end(position: Position, owed: Dues): void {
  position.row = withParts(position, addDues(addDues(position.paid, position.waived), owed));
  const { interest, tax } = position.row;
  position.accruedBefore = { interest, tax };
  position.isPast = true;
  position.isEmpty = false;
}

/** Waives the agreement's waived amounts and moves the rest out of the old rows. @returns the sum moved */
function moveDues({ id, waived }: Agreement, open: readonly Position[], state: State): Dues {
  const { loan, date } = state;
  let toWaive = waived;
  let sumMoved = NO_DUES;
  for (const position of open) {
    const owed = outstanding(position, loan);
    const part = mapDues((component) => smaller(toWaive[component], owed[component]));
    toWaive = subtractDues(toWaive, part);
    forgive(position, part);
    position.moved = subtractDues(owed, part);
    position.replacedBy = id;
    sumMoved = addDues(sumMoved, position.moved);
    settleIfPaid(position, loan, date);
  }
  return sumMoved;
}

/** Row for debt found beyond the accepted base, after a charge-back: due at once. */
function differenceRow({ id, base, rows }: Agreement, found: Dues, state: State): Position[] {
  const more = mapDues((component) => larger(ZERO, subtract(found[component], base[component])));
  if (totalDues(more) === 0) return [];
  const { date } = state;
  const number = freeNumber(state, Math.max(0, ...rows.map((row) => row.number)));
  const { principal } = more;
  const row = { number, dueDate: date, payableUntil: date, principal, ...NOTHING_NEW, carried: more };
  return [positionOf(row, date, ZERO, { agreement: id, paidBefore: NO_DUES })];
}

const NOTHING_NEW = { interest: ZERO, tax: ZERO, fee: ZERO, feeTax: ZERO };

/** Accepted rows; debt missing compared with the acceptance is taken off the first ones. */
function newPositions({ id, on, base, rows }: Agreement, found: Dues): Position[] {
  let less = mapDues((component) => larger(ZERO, subtract(base[component], found[component])));
  let start = on;
  let balance = sum(rows.map(({ principal }) => principal));
  return rows.map((agreed) => {
    const asked = { ...agreed.carried, principal: agreed.principal };
    const paidBefore = mapDues((component) => smaller(less[component], asked[component]));
    less = subtractDues(less, paidBefore);
    balance = subtract(balance, agreed.principal);
    const left = subtractDues(asked, paidBefore);
    const row = { ...agreed, principal: left.principal, carried: left };
    const position = positionOf(row, start, balance, { agreement: id, paidBefore });
    // A row paid before is no empty one, which a prepayment would plan again.
    if (totalDues(paidBefore) > 0) position.isEmpty = false;
    if (position.settledOn !== null) position.settledOn = on;
    start = agreed.dueDate;
    return position;
  });
}

function positionOf(
  { carried: asked, ...row }: AgreedRow,
  start: CalendarDate,
  balance: Centavos,
  facts: Pick<Position, 'agreement' | 'paidBefore'>,
): Position {
  const carried = { ...asked, principal: ZERO };
  const { number, dueDate, payableUntil, principal } = row;
  const parts = {
    interest: add(row.interest, carried.interest),
    tax: add(row.tax, carried.tax),
    fee: add(row.fee, carried.fee),
    feeTax: add(row.feeTax, carried.feeTax),
  };
  const amount = sum([
    principal,
    ...Object.values(parts),
    carried.defaultInterest,
    carried.defaultInterestTax,
  ]);
  const days = daysBetween(start, dueDate);
  return openPosition(
    { number, dueDate, payableUntil, days, principal, ...parts, amount, balance },
    start,
    false,
    { ...facts, carried },
  );
}

/** The agreement as a schedule of capital and new interest, which prepayments are planned by. */
function agreedSchedule({ on, rows }: Agreement): Schedule {
  const principal = sum(rows.map((row) => row.principal));
  let balance = principal;
  let start = on;
  const planned = rows.map(({ carried: _carried, ...row }): ScheduleRow => {
    balance = subtract(balance, row.principal);
    const days = daysBetween(start, row.dueDate);
    start = row.dueDate;
    const amount = sum([row.principal, row.interest, row.tax, row.fee, row.feeTax]);
    return { ...row, days, amount, balance };
  });
  const instalment = planned.reduce(
    (most, { amount, fee, feeTax }) => larger(most, subtract(amount, add(fee, feeTax))),
    ZERO,
  );
  return { principal, payoutDate: on, instalment, rows: planned };
}

/** @throws RangeError for rows that cannot have been accepted */
function checkRows(action: Agreement, { schedule, actions = [] }: LoanConditions): void {
  const { on, base, waived, rows } = action;
  for (const component of COMPONENTS) {
    const asked = sum(
      rows.map((row) => (component === 'principal' ? row.principal : row.carried[component])),
    );
    const agreed = subtract(base[component], waived[component]);
    if (waived[component] < 0 || agreed < 0 || asked !== agreed)
      throw new RangeError(`the rows of an agreement ask ${component} of ${asked}, not of ${agreed}`);
  }
  const earlier = actions.flatMap((each) => (each.kind === 'agreement' && each !== action ? each.rows : []));
  let highest = Math.max(...schedule.rows.map(({ number }) => number));
  let last = on;
  for (const { number, dueDate, payableUntil, carried, ...amounts } of rows) {
    if (number <= highest || earlier.some((row) => row.number === number))
      throw new RangeError(`the number ${number} of an agreement's row is taken`);
    if (dueDate <= last || payableUntil < dueDate)
      throw new RangeError(`a row of an agreement cannot be due on ${dueDate}`);
    if (carried.principal !== 0) throw new RangeError('a row of an agreement carries no principal');
    if (Math.min(...Object.values(amounts), ...Object.values(carried)) < 0)
      throw new RangeError('a row of an agreement is below zero');
    highest = number;
    last = dueDate;
  }
}
