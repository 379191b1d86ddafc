import type { LoanAction } from './actions.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { type Centavos, ZERO, smaller, subtract } from '../money.ts';
import type { PrepaymentMode } from './prepayment.ts';

export type Payment = {
  readonly id: string;
  /** Day on which the money counts, except for the part covered by `priced`. */
  readonly valueDate: CalendarDate;
  /**
   * Price agreed with the payment request: up to `amount` centavos count on `on`, an earlier day, for the
   * chosen items; the rest counts on `valueDate` (docs/product/payments.md#how-long-a-price-holds).
   */
  readonly priced?: { readonly on: CalendarDate; readonly amount: Centavos };
  /** Outgoing money: first day on which a missing part of it is owed. */
  readonly owedFrom?: CalendarDate;
  /** Outgoing money: money that arrives on the same day pays it first, as for a membership's price. */
  readonly isFirst?: boolean;
  /**
   * In centavos. Zero with `isPayoff` closes the loan with credit alone. Negative: taken out of the credit,
   * because it was refunded or moved to another loan of the customer.
   */
  readonly amount: Centavos;
  /**
   * Instalments the customer chose; absent, or for a payoff: all. The remainder becomes the customer's
   * credit.
   */
  readonly instalments?: readonly number[];
  /**
   * Meant to settle the whole loan: if it suffices together with the credit, interest and charges not yet
   * accrued are not owed. If it falls short, because it came too late or is too small, it counts as a
   * prepayment for fewer instalments, so that repaid capital bears no further interest.
   */
  readonly isPayoff?: boolean;
  /**
   * Prepayment mode: the remainder after today's dues lowers the capital, and later instalments are
   * re-planned.
   */
  readonly prepayment?: PrepaymentMode;
  /** Settlement offer that it names: the action's id (docs/product/loan-changes.md#settlement-offer). */
  readonly offer?: string;
};

/** Payment, or the part of it that counts on one day. */
export type Piece = {
  readonly payment: Payment;
  readonly amount: Centavos;
  /** Priced on an earlier day, to close the loan: it counts on that day only if it suffices there. */
  readonly isTrial: boolean;
};

/** Part of a day: payments, and the action that counts after them. */
export type Segment = {
  /** Incoming money, in order of application. */
  readonly pieces: readonly Piece[];
  /** Credit that leaves: negative payments. */
  readonly leaving: readonly Payment[];
  readonly action: LoanAction | undefined;
};

type EventDay = { readonly day: CalendarDate; readonly segments: readonly Segment[] };

/** `place`: index of the payment in the list. */
type Placed = Piece & { readonly place: number };

type Dated = Placed & { readonly day: CalendarDate };

type Events = { readonly placed: Placed[]; readonly actions: LoanAction[] };

/** Groups payments and actions by the day on which they count, up to a date. */
export function eventsByDay(
  payments: readonly Payment[],
  actions: readonly LoanAction[],
  until: CalendarDate,
): EventDay[] {
  const days = new Map<CalendarDate, Events>();
  const eventsOf = (day: CalendarDate): Events => {
    const known = days.get(day);
    if (known !== undefined) return known;
    const none: Events = { placed: [], actions: [] };
    days.set(day, none);
    return none;
  };
  for (const { day, ...placed } of payments.flatMap((payment, place) => piecesOf(payment, place, until)))
    if (day <= until) eventsOf(day).placed.push(placed);
  for (const action of actions) if (action.on <= until) eventsOf(action.on).actions.push(action);
  const sorted = [...days];
  sorted.sort(([a], [b]) => compareDays(a, b));
  return sorted.map(([day, events]) => ({ day, segments: segmentsOf(day, events, actions) }));
}

/** Splits a day at its actions: a payment counts before an action if it was booked before it was stored. */
function segmentsOf(
  day: CalendarDate,
  { placed, actions }: Events,
  all: readonly LoanAction[],
): readonly Segment[] {
  if (actions.length === 0) return [segmentOf(day, placed, undefined, all)];
  let rest = placed;
  const segments = actions.map((action) => {
    const before = rest.filter(({ place }) => place < action.after);
    rest = rest.filter(({ place }) => place >= action.after);
    return segmentOf(day, before, action, all);
  });
  return rest.length === 0 ? segments : [...segments, segmentOf(day, rest, undefined, all)];
}

function segmentOf(
  day: CalendarDate,
  placed: readonly Placed[],
  action: LoanAction | undefined,
  all: readonly LoanAction[],
): Segment {
  const incoming = placed.filter(({ amount }) => amount >= 0);
  const leaving = placed.length === incoming.length ? [] : placed.filter(({ amount }) => amount < 0);
  return {
    pieces: incoming.length < 2 ? incoming : inOrder(incoming, (payment) => namesOffer(payment, day, all)),
    leaving: leaving
      .map(({ payment }) => payment)
      .toSorted((a, b) => compareDays(a.owedFrom ?? day, b.owedFrom ?? day)),
    action,
  };
}

/** True if the payment names a settlement offer and counts within its days. */
function namesOffer({ offer, valueDate }: Payment, day: CalendarDate, all: readonly LoanAction[]): boolean {
  if (offer === undefined) return false;
  return all.some(
    (each) =>
      each.kind === 'settlement-offer' && each.id === offer && each.on <= day && valueDate <= each.until,
  );
}

/**
 * Splits a payment: the priced part counts on the day of the price, the rest on the day of payment, and
 * nothing before it was paid.
 */
function piecesOf(payment: Payment, place: number, until: CalendarDate): Dated[] {
  const { amount, valueDate, priced } = payment;
  if (priced === undefined || priced.on >= valueDate || valueDate > until)
    return [{ payment, place, amount, day: valueDate, isTrial: false }];
  const isTrial = payment.isPayoff === true;
  const first = smaller(amount, priced.amount);
  const rest = subtract(amount, first);
  const pieces: Dated[] = [{ payment, place, amount: first, day: priced.on, isTrial }];
  const isWhole = rest === ZERO && !isTrial;
  return isWhole ? pieces : [...pieces, { payment, place, amount: rest, day: valueDate, isTrial: false }];
}

/**
 * Orders the payments of a day. The order does not depend on arrival, except that payments that change the
 * plan keep their place among the others (docs/product/loan-and-money.md#order-within-a-day), and those for a
 * settlement offer come first.
 */
function inOrder(pieces: readonly Piece[], isForOffer: (payment: Payment) => boolean): Piece[] {
  let changes = 0;
  const placed = pieces.map((piece) => {
    if (isForOffer(piece.payment)) return { piece, place: -1 };
    const place = changes;
    if (changesPlan(piece.payment)) changes += 1;
    return { piece, place };
  });
  placed.sort((a, b) => a.place - b.place || comparePayments(a.piece.payment, b.piece.payment));
  return placed.map(({ piece }) => piece);
}

function changesPlan({ isPayoff, prepayment }: Payment): boolean {
  return isPayoff === true || prepayment !== undefined;
}

function comparePayments(a: Payment, b: Payment): number {
  const [first, second] = [rankOf(a), rankOf(b)];
  return first === second ? compareNumbers(a.instalments ?? [], b.instalments ?? []) : first - second;
}

function rankOf(payment: Payment): number {
  if (changesPlan(payment)) return 2;
  return payment.instalments === undefined ? 1 : 0;
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  const [left, right] = [a.toSorted(ascending), b.toSorted(ascending)];
  for (const [index, number] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return left.length - right.length;
}

const compareDays = (a: CalendarDate, b: CalendarDate): number => (a === b ? 0 : a < b ? -1 : 1);

const ascending = (a: number, b: number): number => a - b;
