import { type CalendarDate, addDays, daysBetween } from '../../calendar-date.ts';
import { endAcceleration, payDue } from './acceleration.ts';
import { takeAction } from './actions.ts';
import { least, most } from './arithmetic.ts';
import { payOffer } from './offer.ts';
import { type Turn, turnsOf, valueDay } from './day.ts';
import {
  type OracleLoan,
  accrueDefault,
  chargeDefault,
  available,
  close,
  closingNeed,
  debtParts,
  dueSlots,
  newLoan,
  owedTotal,
  paidAhead,
  payChosen,
  payOldest,
  slotsToCome,
} from './loan.ts';
import { forCapital, payToClose, prepay } from './prepayment.ts';
import { type Slot, cover, newSlot, owedOf, owedParts } from './slot.ts';
import {
  type OracleAction,
  type OracleInstalment,
  type OraclePayment,
  type OracleStanding,
  type OracleTerms,
  noParts,
} from './terms.ts';

type Missing = { readonly amount: bigint; readonly owedFrom: CalendarDate };

/** A payment and how many were booked before it. */
type Booked = { readonly payment: OraclePayment; readonly before: number };

type Course = {
  readonly loan: OracleLoan;
  readonly payments: readonly Booked[];
  readonly actions: readonly OracleAction[];
  /** Days on which a payment or an action counts. */
  readonly eventDays: ReadonlySet<CalendarDate>;
  /** Priced closings that fell short on the day of their price: they count when they were paid. */
  readonly deferred: Set<string>;
  readonly covered: Map<string, { covered: bigint; left: bigint }>;
  missing: Missing[];
};

/**
 * Computes what is owed at the end of a day, day by day, from the words of docs/product/loan-and-money.md
 * and loan-changes.md. Tests compare `domain/standing` with it, so it shares no code with it except dates.
 */
export function oracleStanding(
  terms: OracleTerms,
  payments: readonly OraclePayment[],
  on: CalendarDate,
  actions: readonly OracleAction[] = [],
): OracleStanding {
  const booked = payments.map((payment, before) => ({ payment, before }));
  const known = booked.filter(({ payment }) => payment.day <= on);
  const loan = newLoan(terms);
  const covered = new Map(known.map(({ payment }) => [payment.id, { covered: 0n, left: 0n }]));
  const days = known.flatMap(({ payment }) => [payment.day, valueDay(payment)]);
  const course: Course = {
    loan,
    payments: known,
    actions,
    eventDays: new Set([...days, ...actions.map((action) => action.on)]),
    deferred: new Set(),
    covered,
    missing: [],
  };
  const first = days.reduce((a, b) => (a < b ? a : b), terms.from < on ? terms.from : on);
  for (let day = first; day <= on; day = addDays(day, 1)) {
    loan.today = day;
    liveDay(course);
  }
  loan.today = on;
  chargeDefault(loan);
  return standingOf(course);
}

function liveDay(course: Course): void {
  const { loan, payments, actions } = course;
  accrueDefault(loan);
  openShortfalls(course);
  const isEventDay = course.eventDays.has(loan.today);
  const held = loan.inFavour;
  // Skips days without money, since nothing reads them before the next one with some.
  if (!isEventDay && held === 0n && loan.acceleratedOn === undefined) return;
  chargeDefault(loan);
  payDue(loan);
  if (!isEventDay) {
    if (loan.inFavour !== held) closeWhenPaidAhead(loan);
    return endAcceleration(loan);
  }
  let from = 0;
  for (const action of [...actions.filter(({ on }) => on === loan.today), undefined]) {
    const to = action === undefined ? Infinity : Math.max(from, action.after);
    const between = payments.filter(({ before }) => from <= before && before < to);
    const came = between.map(({ payment }) => payment);
    count(course, came, held);
    if (action !== undefined) {
      const rows = action.kind === 'agreement' ? action.rows : [];
      const last = Math.max(0, ...rows.map(({ number }) => number));
      takeAction(loan, action, nextNumber(course, last));
    }
    from = to;
  }
}

/** Counts the payments between two actions of a day. @param held money in favour at the day's start */
function count(course: Course, payments: readonly OraclePayment[], held: bigint): void {
  const { loan } = course;
  const leaving = payments.filter(({ day, amount }) => amount < 0n && day === loan.today);
  const first = leaving.filter(({ isFirst }) => isFirst === true);
  loan.setAside = most(sumOut(first), least(loan.inFavour, sumOut(leaving)));
  const turns = turnsOf(loan.today, payments, course.deferred, loan.offers);
  for (const turn of turns) takeTurn(course, turn);
  if (turns.length > 0 || loan.inFavour !== held) closeWhenPaidAhead(loan);
  loan.setAside = 0n;
  takeOut(course, leaving);
  if (first.length > 0) payDue(loan);
  endAcceleration(loan);
}

/** First number after `last` that no row has, nor any that an agreement names. */
function nextNumber({ loan, actions }: Course, last: number): number {
  const agreed = actions.flatMap((action) => (action.kind === 'agreement' ? action.rows : []));
  const rows = [...loan.ended, ...loan.instalments, ...loan.shortfalls, ...agreed];
  let number = last + 1;
  while (rows.some((row) => row.number === number)) number += 1;
  return number;
}

function sumOut(leaving: readonly OraclePayment[]): bigint {
  return leaving.reduce((sum, { amount }) => sum - amount, 0n);
}

/** Counts what came for one purpose on one day as one sum; each payment covers of it in its order. */
function takeTurn(course: Course, { kind, items, trial, offer }: Turn): void {
  const { loan } = course;
  const firm = items.reduce((sum, { money }) => sum + money, 0n);
  const tried = trial.reduce((sum, { money }) => sum + money, 0n);
  if (trial.length > 0 && firm + tried + available(loan) < closingNeed(loan)) {
    for (const { payment } of trial) course.deferred.add(payment.id);
    if (items.length > 0) takeTurn(course, { kind, items, trial: [] });
    return;
  }
  const money = firm + tried;
  const isOwing = [...dueSlots(loan), ...slotsToCome(loan)].some((slot) => owedOf(slot) > 0n);
  const isOffer = offer !== undefined && isOwing;
  const left = isOffer ? payOffer(loan, offer, money) : leftOf(loan, money, kind);
  // Closing also frees money paid ahead by earlier payments, so `left` may exceed `money`.
  let used = left > money ? 0n : money - left;
  for (const { payment, money: own } of [...items, ...trial]) {
    const part = least(used, own);
    used -= part;
    const entry = course.covered.get(payment.id);
    if (entry === undefined) throw new Error(`an unknown payment ${payment.id}`);
    entry.covered += part;
    entry.left += own - part;
  }
  loan.inFavour += left;
  payDue(loan);
}

/** What is left of money of a purpose. */
function leftOf(loan: OracleLoan, money: bigint, kind: Turn['kind']): bigint {
  if (typeof kind !== 'string') return payChosen(loan, money, kind);
  if (kind === 'oldest') return payOldest(loan, money);
  return kind === 'closing' ? payToClose(loan, money) : prepay(loan, money, kind);
}

/**
 * Closes a loan whose last open instalment was paid before the last due date. What has not accrued pays a
 * shortfall first, whatever leaves the loan on this day.
 */
function closeWhenPaidAhead(loan: OracleLoan): void {
  if (slotsToCome(loan).length === 0 || owedTotal(loan.instalments) > 0n) return;
  let back = paidAhead(loan);
  close(loan);
  for (const slot of dueSlots(loan)) back -= cover(slot, back, loan.today);
  loan.inFavour += back;
  payDue(loan);
}

/** Takes out at the end of the day what leaves it; what there is not enough of is owed from its day. */
function takeOut(course: Course, leaving: readonly OraclePayment[]): void {
  const { loan } = course;
  const { today } = loan;
  const owedFroms = leaving.map(({ owedFrom }) => latest(owedFrom ?? today, today));
  for (const owedFrom of [...new Set(owedFroms)].toSorted()) {
    const amount = leaving
      .filter((_, index) => owedFroms[index] === owedFrom)
      .reduce((sum, each) => sum - each.amount, 0n);
    const out = least(loan.inFavour, amount);
    loan.inFavour -= out;
    if (amount > out) course.missing.push({ amount: amount - out, owedFrom });
  }
  openShortfalls(course);
}

/** docs/product/loan-and-money.md#shortfall */
function openShortfalls(course: Course): void {
  const { loan } = course;
  const { today } = loan;
  for (const { amount, owedFrom } of course.missing.filter((missing) => missing.owedFrom <= today)) {
    const number = nextNumber(course, 0);
    const facts = { number, dueDate: owedFrom, payableUntil: owedFrom, isShortfall: true, start: owedFrom };
    loan.shortfalls.push(newSlot(facts, { principal: amount }));
  }
  course.missing = course.missing.filter(({ owedFrom }) => owedFrom > today);
}

function standingOf({ loan, covered }: Course): OracleStanding {
  const { today, inFavour, usedFavour, ended } = loan;
  const all = [...loan.instalments, ...loan.shortfalls];
  const calledOn = loan.acceleratedOn;
  const payoff = most(0n, closingNeed(loan) - inFavour);
  const isCalled = calledOn !== undefined;
  const endedSlots = new Set(ended);
  const reportOf = (slot: Slot) => ({ ...instalmentOf(slot, loan), isEnded: endedSlots.has(slot) });
  const late = all.filter((slot) => reportOf(slot).state === 'delayed');
  return {
    instalments: [...ended.filter((slot) => !slot.isShortfall), ...loan.instalments].map(reportOf),
    shortfalls: [...ended.filter((slot) => slot.isShortfall), ...loan.shortfalls].map(reportOf),
    owed: owedTotal(all),
    isAccelerated: isCalled,
    due: isCalled ? payoff : owedTotal(dueSlots(loan)),
    overdue: isCalled ? payoff : owedTotal(late),
    daysLate: Math.max(0, ...late.map((slot) => reportOf(slot).daysLate)),
    payoff,
    leftOnClosing: most(0n, inFavour - closingNeed(loan)),
    beforeCapital: -forCapital(loan, 0n),
    inFavour,
    usedFavour,
    offers: loan.offers
      .filter(({ until, came, amount }) => until >= today && came < amount)
      .map(({ id, until, came, amount }) => ({ id, until, remaining: amount - came })),
    payments: covered,
  };
}

/** An open row of a loan that was accelerated is late from that day; a shortfall from its own. */
function instalmentOf(slot: Slot, loan: OracleLoan): Omit<OracleInstalment, 'isEnded'> {
  const { today, acceleratedOn: calledOn } = loan;
  const { number, dueDate, payableUntil, settledOn } = slot;
  const isOpen = owedOf(slot) > 0n;
  const isCalled = isOpen && calledOn !== undefined;
  const isEarlier = isCalled && !slot.isShortfall && calledOn < payableUntil;
  const lateFrom = isEarlier ? calledOn : payableUntil;
  const until = isOpen ? today : (settledOn ?? today);
  const isLate = isCalled || until > lateFrom;
  const open = isLate ? 'delayed' : 'pending';
  const settled = isLate ? 'late' : 'payed';
  return {
    number,
    dueDate,
    payableUntil,
    charged: { ...slot.charged },
    carried: { ...slot.carried },
    paid: { ...slot.paid },
    waived: { ...slot.waived },
    moved: { ...slot.moved },
    owed: owedParts(slot),
    closing: isOpen ? debtParts(slot, loan) : noParts(),
    state: isOpen ? open : settled,
    daysLate: isLate ? daysBetween(lateFrom, until) : 0,
    settledOn: isOpen ? undefined : settledOn,
  };
}

function latest(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}
