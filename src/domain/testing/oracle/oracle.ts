import { type CalendarDate, addDays, daysBetween } from '../../calendar-date.ts';
import { least, most } from './arithmetic.ts';
import { type Turn, turnsOf, valueDay } from './day.ts';
import {
  type OracleLoan,
  accrueDefault,
  close,
  closeWith,
  closingNeed,
  dueSlots,
  newLoan,
  owedTotal,
  paidAhead,
  payChosen,
  payOldest,
  slotsToCome,
  takeInFavour,
} from './loan.ts';
import { prepay } from './prepayment.ts';
import { type Slot, newSlot, owedOf, owedParts } from './slot.ts';
import type { OracleInstalment, OraclePayment, OracleStanding, OracleTerms } from './terms.ts';

type Missing = { readonly amount: bigint; readonly owedFrom: CalendarDate };

type Course = {
  readonly loan: OracleLoan;
  readonly payments: readonly OraclePayment[];
  /** Priced closings that fell short on the day of their price: they count when they were paid. */
  readonly deferred: Set<string>;
  readonly covered: Map<string, { covered: bigint; left: bigint }>;
  missing: Missing[];
};

/**
 * What is owed at the end of a day, day by day from the words of docs/product/loan-and-money.md, for holding
 * `domain/standing` to them. It shares no code with what it is held against; dates apart, no step is shared.
 */
export function oracleStanding(
  terms: OracleTerms,
  payments: readonly OraclePayment[],
  on: CalendarDate,
): OracleStanding {
  const known = payments.filter(({ day }) => day <= on);
  const loan = newLoan(terms);
  const covered = new Map(known.map(({ id }) => [id, { covered: 0n, left: 0n }]));
  const course: Course = { loan, payments: known, deferred: new Set(), covered, missing: [] };
  const days = known.map((payment) => valueDay(payment, known));
  const first = days.reduce((a, b) => (a < b ? a : b), terms.from < on ? terms.from : on);
  for (let day = first; day <= on; day = addDays(day, 1)) {
    loan.today = day;
    liveDay(course);
  }
  loan.today = on;
  return standingOf(course);
}

function liveDay(course: Course): void {
  const { loan, payments } = course;
  accrueDefault(loan);
  openShortfalls(course);
  const leaving = payments.filter(({ day, amount }) => amount < 0n && day === loan.today);
  loan.leaving = leaving.reduce((sum, { amount }) => sum - amount, 0n);
  loan.setAside = 0n;
  const held = loan.inFavour;
  loan.inFavour = 0n;
  takeInFavour(loan, held);
  for (const turn of turnsOf(loan.today, payments, course.deferred)) takeTurn(course, turn);
  closeWhenPaidAhead(loan);
  takeOut(course, leaving);
}

/** Counts what came for one purpose on one day as one sum; each payment covers of it in its order. */
function takeTurn(course: Course, { kind, items, trial }: Turn): void {
  const { loan } = course;
  const firm = items.reduce((sum, { money }) => sum + money, 0n);
  const tried = trial.reduce((sum, { money }) => sum + money, 0n);
  if (trial.length > 0 && firm + tried + loan.inFavour < closingNeed(loan)) {
    for (const { payment } of trial) course.deferred.add(payment.id);
    if (items.length > 0) takeTurn(course, { kind, items, trial: [] });
    return;
  }
  const money = firm + tried;
  const left = leftOf(loan, money, kind);
  let used = money - left;
  for (const { payment, money: own } of [...items, ...trial]) {
    const part = least(used, own);
    used -= part;
    const entry = course.covered.get(payment.id);
    if (entry === undefined) throw new Error(`an unknown payment ${payment.id}`);
    entry.covered += part;
    entry.left += own - part;
  }
  takeInFavour(loan, left);
}

/** What is left of money of a purpose. */
function leftOf(loan: OracleLoan, money: bigint, kind: Turn['kind']): bigint {
  if (typeof kind !== 'string') return payChosen(loan, money, kind);
  if (kind === 'oldest') return payOldest(loan, money);
  if (kind !== 'closing') return prepay(loan, money, kind);
  if (money + loan.inFavour >= closingNeed(loan)) return closeWith(loan, money);
  const withFavour = money + loan.inFavour;
  loan.inFavour = 0n;
  return prepay(loan, withFavour, 'fewer');
}

/** The last open instalment, paid before its due date, closes the loan. */
function closeWhenPaidAhead(loan: OracleLoan): void {
  const { instalments, isClosed } = loan;
  if (isClosed || slotsToCome(loan).length === 0 || owedTotal(instalments) > 0n) return;
  const back = paidAhead(loan);
  close(loan);
  takeInFavour(loan, back);
}

/** Takes out at the end of the day what leaves it; what there is not enough of is owed from its day. */
function takeOut(course: Course, leaving: readonly OraclePayment[]): void {
  const { loan } = course;
  const { today } = loan;
  let there = loan.setAside;
  const owed = leaving
    .map(({ id, amount, owedFrom }) => ({ id, amount, owedFrom: latest(owedFrom ?? today, today) }))
    .toSorted((a, b) => compareText(a.owedFrom, b.owedFrom) || compareText(a.id, b.id));
  for (const { amount, owedFrom } of owed) {
    const out = least(there, -amount);
    there -= out;
    if (-amount > out) course.missing.push({ amount: -amount - out, owedFrom });
  }
  [loan.leaving, loan.setAside] = [0n, 0n];
  openShortfalls(course);
}

/** docs/product/loan-and-money.md#shortfall */
function openShortfalls(course: Course): void {
  const { loan } = course;
  const { today } = loan;
  for (const { amount, owedFrom } of course.missing.filter((missing) => missing.owedFrom <= today)) {
    const number = loan.instalments.length + loan.shortfalls.length + 1;
    const facts = { number, dueDate: owedFrom, payableUntil: owedFrom, isShortfall: true, start: owedFrom };
    loan.shortfalls.push(newSlot(facts, { principal: amount }));
  }
  course.missing = course.missing.filter(({ owedFrom }) => owedFrom > today);
}

function standingOf({ loan, covered }: Course): OracleStanding {
  const { today, inFavour } = loan;
  const all = [...loan.instalments, ...loan.shortfalls];
  const late = all.filter((slot) => today > slot.payableUntil && owedOf(slot) > 0n);
  return {
    instalments: loan.instalments.map((slot) => instalmentOf(slot, today)),
    shortfalls: loan.shortfalls.map((slot) => instalmentOf(slot, today)),
    owed: owedTotal(all),
    due: owedTotal(dueSlots(loan)),
    overdue: owedTotal(late),
    daysLate: Math.max(0, ...late.map((slot) => daysBetween(slot.payableUntil, today))),
    payoff: most(0n, closingNeed(loan) - inFavour),
    inFavour,
    payments: covered,
  };
}

function instalmentOf(slot: Slot, today: CalendarDate): OracleInstalment {
  const { number, dueDate, payableUntil, settledOn } = slot;
  const isOpen = owedOf(slot) > 0n;
  const isLate = (isOpen ? today : (settledOn ?? today)) > payableUntil;
  const open = isLate ? 'delayed' : 'pending';
  const settled = isLate ? 'late' : 'payed';
  return {
    number,
    dueDate,
    charged: { ...slot.charged },
    paid: { ...slot.paid },
    waived: { ...slot.waived },
    owed: owedParts(slot),
    state: isOpen ? open : settled,
    daysLate: isLate ? daysBetween(payableUntil, isOpen ? today : (settledOn ?? today)) : 0,
    settledOn: isOpen ? undefined : settledOn,
  };
}

function latest(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a > b ? a : b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
