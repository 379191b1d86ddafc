import { type Dues, type InstalmentDues, sumDues, totalDues } from './allocation.ts';
import type { CalendarDate } from '../calendar-date.ts';
import {
  type InstalmentState,
  type OpenPaymentState,
  daysLate,
  instalmentState,
} from './instalment-state.ts';
import { DEFAULT_THRESHOLD_DAYS } from './instalment-state.ts';
import { type CreditUse, allot } from './credit.ts';
import { type Centavos, ZERO, add, larger, subtract, sum } from '../money.ts';
import {
  type LoanConditions,
  type Position,
  chargedFor,
  outstanding,
  payoffDues,
  unaccruedParts,
} from './position.ts';
import { duesOn, releasedBy } from './prepayment.ts';
import type { Payment } from './payment.ts';
import { type PaymentAllocation, replay } from './replay.ts';
import type { OfferState } from './replay-state.ts';
import type { ScheduleRow } from '../schedule.ts';

export type InstalmentStanding = InstalmentDues & {
  readonly dueDate: CalendarDate;
  /** Last day to pay without default interest. */
  readonly payableUntil: CalendarDate;
  /** True for refunded money that was missing afterwards, which is no instalment of the schedule. */
  readonly isShortfall: boolean;
  readonly state: InstalmentState;
  /** Days past `payableUntil`, until settled. */
  readonly daysLate: number;
  /** Unpaid for more than 30 days. */
  readonly isDefault: boolean;
  readonly settledOn: CalendarDate | null;
  /** Everything owed for it, due or not; `dues` has the components. */
  readonly total: Centavos;
  /** Part of `dues` already owed on the date: all of it once due, before that the accrued interest. */
  readonly accrued: Dues;
  /** Total cost under its plan, with default interest: the sum of `paid`, `waived`, `moved` and `dues`. */
  readonly charged: Dues;
  readonly paid: Dues;
  /** Not owed because the loan was closed before it accrued, or because it was waived. */
  readonly waived: Dues;
  /** Part of `paid` from before the last prepayment re-planned it. */
  readonly paidAhead: Dues;
  /** Removed from the plan by a prepayment: it owes nothing. */
  readonly isDropped: boolean;
  /** Part of `paid` covered by credit. */
  readonly paidWithCredit: Centavos;
  /** Part of `total` that the credit held will pay on the due date. */
  readonly credit: Centavos;
  /** Amount left to pay: `total`, or its cost of closing if the loan was accelerated, less `credit`. */
  readonly toPay: Centavos;
  /** Asked for by the rows of a later agreement. */
  readonly moved: Dues;
  /** Ended by an agreement while it was open: it owes nothing. */
  readonly isReplaced: boolean;
  /** Agreement that ended it while it was open, by its action's id. */
  readonly replacedBy: string | null;
  /** Agreement that it belongs to, by its action's id. */
  readonly agreement: string | null;
  /** Part of `charged` moved from the rows that its agreement ended, without principal. */
  readonly carried: Dues;
  /** Accepted, but found paid before the agreement: not part of `charged`. */
  readonly paidBefore: Dues;
};

export type LoanStanding = {
  readonly date: CalendarDate;
  readonly instalments: readonly InstalmentStanding[];
  /** Rows in force: as agreed, as re-planned by the last prepayment, or those of the last agreement. */
  readonly plan: readonly ScheduleRow[];
  /** Debt of instalments due on or before the date. */
  readonly dueToday: Centavos;
  /** Debt of instalments past their last day without default interest. */
  readonly overdue: Centavos;
  /** Due date of the first instalment not past due that has something to pay; null if there is none. */
  readonly nextDueDate: CalendarDate | null;
  readonly daysLate: number;
  readonly isDefault: boolean;
  /** All that is owed if the loan runs to its end. */
  readonly outstanding: Dues;
  readonly outstandingTotal: Centavos;
  /** Amount owed on the date if the loan is closed: interest accrued until then, no future interest. */
  readonly payoff: Dues;
  readonly payoffTotal: Centavos;
  /** Paid for future days, in centavos: closing the loan, or a prepayment, counts it first. */
  readonly paidForDaysToCome: { readonly onClosing: Centavos; readonly onPrepaying: Centavos };
  /** One per payment, in order of application; parts include later uses of its remainder. */
  readonly allocations: readonly PaymentAllocation[];
  /** Unused credit: paid twice, in excess, or for something already closed. */
  readonly credit: Centavos;
  /** Capital owed because refunded credit was missing afterwards; part of the instalments. */
  readonly shortfall: Centavos;
  readonly creditUses: readonly CreditUse[];
  /** True if nothing is owed: the loan is finished. */
  readonly isSettled: boolean;
  /** Smallest amount of its currency, in hundredths. */
  readonly smallestStep: number;
  /** First day on which the whole loan is due; null unless it was accelerated and something is owed. */
  readonly acceleratedOn: CalendarDate | null;
  /** Agreement in force, by its action's id. */
  readonly agreement: string | null;
  readonly offers: readonly OfferState[];
  /** Capital waived, shortfalls included. */
  readonly principalWaived: Centavos;
  /** Capital of shortfalls that was waived or moved into an agreement. */
  readonly shortfallEnded: Centavos;
};

/**
 * Standing of a loan on a date: a pure function of its conditions, the payments and the date. Payments with a
 * later value date do not count yet, so the standing of any past day can be computed. @param openPayments
 * instalment number → its pending payment
 */
export function loanStanding(
  loan: LoanConditions,
  payments: readonly Payment[],
  date: CalendarDate,
  openPayments: ReadonlyMap<number, OpenPaymentState> = new Map(),
): LoanStanding {
  const replayed = replay(loan, payments, date);
  // A shortfall does not count before the day it is owed.
  const positions = replayed.positions.filter(({ row, isShortfall }) => !isShortfall || row.dueDate <= date);
  const figures = positions.map((position) => figuresOf(position, loan, date));
  const isSettled = positions.every(({ settledOn }) => settledOn !== null);
  const acceleratedOn = isSettled ? null : (replayed.acceleratedOn ?? null);
  const payable = ({ total, payoff }: Figures) => (acceleratedOn === null ? total : totalDues(payoff));
  const instalments = allot(replayed.credit, figures, payable).map(([each, credit]) =>
    instalmentStanding(each, date, {
      openPayment: openPayments.get(each.position.row.number) ?? null,
      credit,
      acceleratedOn,
    }),
  );
  const payoff = sumDues(figures.map((each) => each.payoff));
  const unaccrued = unaccruedParts(positions, loan, date);
  const onClosing = totalOfParts(unaccrued);
  const onPrepaying = totalOfParts(releasedBy(positions, unaccrued));
  const { allocations, credit, creditUses, offers, agreement = null } = replayed;
  const debt = debtOf(instalments, date);
  const due = acceleratedOn === null ? debt : allDue(payoff, onClosing);
  const { principalWaived, shortfallEnded } = capitalEnded(instalments);
  return {
    date,
    instalments,
    plan: positions.filter(({ isShortfall, isPast }) => !isShortfall && !isPast).map(({ row }) => row),
    dueToday: due.dueToday,
    overdue: due.overdue,
    nextDueDate: due.nextDueDate,
    daysLate: debt.daysLate,
    isDefault: debt.daysLate > DEFAULT_THRESHOLD_DAYS,
    outstanding: debt.outstanding,
    outstandingTotal: totalDues(debt.outstanding),
    payoff,
    payoffTotal: totalDues(payoff),
    paidForDaysToCome: { onClosing, onPrepaying },
    allocations,
    credit,
    shortfall: debt.shortfall,
    creditUses,
    isSettled,
    smallestStep: loan.rounding.step,
    acceleratedOn,
    agreement,
    offers,
    principalWaived,
    shortfallEnded,
  };
}

/** Capital that actions waived, and capital of shortfalls that they waived or moved. */
function capitalEnded(instalments: readonly InstalmentStanding[]) {
  let principalWaived = ZERO;
  let shortfallEnded = ZERO;
  for (const { waived, moved, isShortfall } of instalments) {
    principalWaived = add(principalWaived, waived.principal);
    if (isShortfall) shortfallEnded = add(shortfallEnded, add(waived.principal, moved.principal));
  }
  return { principalWaived, shortfallEnded };
}

/** Figures of an accelerated loan: the cost of closing is overdue. */
function allDue(payoff: Dues, onClosing: Centavos) {
  const overdue = larger(ZERO, subtract(totalDues(payoff), onClosing));
  return { dueToday: overdue, overdue, nextDueDate: null };
}

function debtOf(instalments: readonly InstalmentStanding[], date: CalendarDate) {
  const open = instalments.filter(({ settledOn }) => settledOn === null);
  return {
    dueToday: sum(open.filter(({ dueDate }) => dueDate <= date).map(({ total }) => total)),
    overdue: sum(open.filter(({ payableUntil }) => payableUntil < date).map(({ total }) => total)),
    nextDueDate: open.find(({ payableUntil, toPay }) => payableUntil >= date && toPay > 0)?.dueDate ?? null,
    daysLate: Math.max(0, ...open.map((instalment) => instalment.daysLate)),
    outstanding: sumDues(open.map(({ dues }) => dues)),
    shortfall: sum(open.filter(({ isShortfall }) => isShortfall).map(({ dues }) => dues.principal)),
  };
}

/**
 * Amount to pay for the chosen instalments on the date, for a payment request; the server never uses the
 * browser's figure. Settled or unknown numbers add nothing, and the part that credit will pay is excluded.
 */
export function totalOf(standing: LoanStanding, numbers: readonly number[]): Centavos {
  return sum(standing.instalments.filter(({ number }) => numbers.includes(number)).map(({ toPay }) => toPay));
}

/** Amount that closes the loan on the date, after credit and payments for future days. */
export function payoffToPay({ payoffTotal, credit, paidForDaysToCome }: LoanStanding): Centavos {
  return larger(ZERO, subtract(payoffTotal, add(credit, paidForDaysToCome.onClosing)));
}

type Figures = Pick<InstalmentStanding, 'charged' | 'dues' | 'total' | 'accrued'> & {
  readonly position: Position;
  readonly payoff: Dues;
};

function figuresOf(position: Position, loan: LoanConditions, date: CalendarDate): Figures {
  const charged = chargedFor(position, loan);
  const dues = outstanding(position, loan, charged);
  const payoff = payoffDues(position, loan, date, dues);
  const accrued = duesOn(position, loan, date, payoff);
  return { position, charged, dues, total: totalDues(dues), payoff, accrued };
}

type StandingFacts = {
  readonly openPayment: OpenPaymentState | null;
  readonly credit: Centavos;
  readonly acceleratedOn: CalendarDate | null;
};

function instalmentStanding(
  { position, charged, dues, total, payoff, accrued }: Figures,
  date: CalendarDate,
  { openPayment, credit, acceleratedOn }: StandingFacts,
): InstalmentStanding {
  const { row, isShortfall, settledOn, paid, waived, paidAhead, isDropped, paidWithCredit } = position;
  const { moved, replacedBy = null, agreement = null, carried, paidBefore } = position;
  const { dueDate, payableUntil } = row;
  const isAllDue = acceleratedOn !== null && settledOn === null;
  const isEarlier = isAllDue && !isShortfall && acceleratedOn < payableUntil;
  const payUntil = isEarlier ? acceleratedOn : payableUntil;
  const facts = { payableUntil: payUntil, settledOn, date, openPayment };
  const late = daysLate(facts);
  return {
    number: row.number,
    dueDate,
    payableUntil,
    isShortfall,
    state: isAllDue ? (openPayment ?? 'delayed') : instalmentState(facts),
    daysLate: late,
    isDefault: settledOn === null && late > DEFAULT_THRESHOLD_DAYS,
    settledOn,
    dues,
    total,
    accrued: isAllDue ? payoff : accrued,
    charged,
    paid,
    waived,
    paidAhead,
    isDropped,
    paidWithCredit,
    credit,
    toPay: subtract(isAllDue ? totalDues(payoff) : total, credit),
    moved,
    isReplaced: replacedBy !== null,
    replacedBy,
    agreement,
    carried,
    paidBefore,
  };
}

function totalOfParts(parts: readonly InstalmentDues[]): Centavos {
  return sum(parts.map(({ dues }) => totalDues(dues)));
}
