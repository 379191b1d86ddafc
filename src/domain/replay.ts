import {
  type Allocation,
  type Dues,
  NO_DUES,
  addDues,
  allocate,
  subtractDues,
  totalDues,
} from './allocation.ts';
import { type CalendarDate, daysBetween } from './calendar-date.ts';
import { type Centavos, ZERO, subtract, sum } from './money.ts';
import { type LoanConditions, type Position, cover, outstanding, payoffDues } from './position.ts';
import { type PrepaymentMode, prepay } from './prepayment.ts';
import type { Schedule } from './schedule.ts';

export type Payment = {
  readonly id: string;
  /** The day on which the money counts. */
  readonly valueDate: CalendarDate;
  /** Positive, in centavos. */
  readonly amount: Centavos;
  /**
   * The instalments the customer chose; absent, or for a payoff: all. Whatever they do not need is excess.
   */
  readonly instalments?: readonly number[];
  /**
   * Meant to settle the whole loan: if it suffices, interest and charges not yet accrued are not owed. If it
   * falls short, because it came too late or is less than was asked for, it counts as paid ahead for fewer
   * instalments: interest that has not accrued is not charged on capital that was paid back.
   */
  readonly isPayoff?: boolean;
  /** Paid ahead: what today's dues leave lowers the capital, and the instalments to come are planned anew. */
  readonly prepayment?: PrepaymentMode;
};

export type Replayed = {
  readonly positions: readonly Position[];
  readonly allocations: (Allocation & { readonly paymentId: string })[];
};

/** Applies the payments up to `date` in the order of their value dates, and lets arrears run until `date`. */
export function replay(loan: LoanConditions, payments: readonly Payment[], date: CalendarDate): Replayed {
  const positions = openPositions(loan.schedule);
  const allocations: Replayed['allocations'] = [];
  let until = loan.schedule.disbursementDate;
  const counted = payments.filter(({ valueDate }) => valueDate <= date);
  counted.sort((a, b) => daysBetween(b.valueDate, a.valueDate));
  for (const payment of counted) {
    accrueArrears(positions, until, payment.valueDate);
    until = payment.valueDate;
    allocations.push({ paymentId: payment.id, ...apply(payment, positions, loan) });
  }
  accrueArrears(positions, until, date);
  return { positions, allocations };
}

function openPositions({ rows, principal, disbursementDate }: Schedule): Position[] {
  return rows.map((row, index) => ({
    row,
    agreed: { days: row.days, interest: row.interest, capital: rows[index - 1]?.balance ?? principal },
    start: rows[index - 1]?.dueDate ?? disbursementDate,
    accruedBefore: { interest: ZERO, tax: ZERO },
    instalment: sum([row.principal, row.interest, row.tax]),
    paid: NO_DUES,
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

function apply(payment: Payment, positions: readonly Position[], loan: LoanConditions): Allocation {
  const { amount, valueDate } = payment;
  const mode = payment.prepayment ?? (payment.isPayoff === true ? 'fewer' : undefined);
  if (mode !== undefined) {
    const settling = positions.map((position) => ({ position, dues: payoffDues(position, loan, valueDate) }));
    const isEnough = amount >= sum(settling.map(({ dues }) => totalDues(dues)));
    if (isEnough) waiveWhatHasNotAccrued(settling, loan);
    const planned = isEnough ? undefined : prepay({ amount, date: valueDate, mode }, positions, loan);
    if (planned !== undefined) return planned;
  }
  const numbers = mode === undefined ? payment.instalments : undefined;
  const open = positions.filter(({ settledOn }) => settledOn === null);
  const chosen = open.filter(({ row }) => numbers === undefined || numbers.includes(row.number));
  const allocation = allocate(
    amount,
    chosen.map((position) => ({ number: position.row.number, dues: outstanding(position, loan) })),
  );
  cover(open, allocation.parts, loan, valueDate);
  return allocation;
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
