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
import { type DefaultInterestTerms, defaultInterest } from './default-interest.ts';
import {
  type Centavos,
  type Rounding,
  ZERO,
  centavosFromBigint,
  divideRounded,
  larger,
  smaller,
  subtract,
  sum,
} from './money.ts';
import { type Decimal, applyRate, parseRational } from './rate.ts';
import type { Schedule, ScheduleRow } from './schedule.ts';

/** What was agreed: kept with the loan, never looked up in a newer price list. */
export type LoanConditions = {
  readonly schedule: Schedule;
  /** IVA on interest, a fraction. */
  readonly taxRate: Decimal;
  readonly defaultInterest: DefaultInterestTerms;
  readonly rounding: Rounding;
};

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
  /** Meant to settle the whole loan: if it suffices, interest and charges not yet accrued are not owed. */
  readonly isPayoff?: boolean;
};

/** One instalment while payments are replayed. */
export type Position = {
  readonly row: ScheduleRow;
  /** First day of its interest period. */
  readonly start: CalendarDate;
  paid: Dues;
  /** Not owed any more because the loan was settled before it accrued. */
  waived: Dues;
  /** Unpaid capital × days past due, in centavo-days. */
  arrears: bigint;
  settledOn: CalendarDate | null;
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

function openPositions({ rows, disbursementDate }: Schedule): Position[] {
  return rows.map((row, index) => ({
    row,
    start: rows[index - 1]?.dueDate ?? disbursementDate,
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
  const { amount, valueDate, isPayoff } = payment;
  if (isPayoff === true) waiveWhatHasNotAccrued(amount, positions, loan, valueDate);
  const numbers = isPayoff === true ? undefined : payment.instalments;
  const open = positions.filter(({ settledOn }) => settledOn === null);
  const chosen = open.filter(({ row }) => numbers === undefined || numbers.includes(row.number));
  const allocation = allocate(
    amount,
    chosen.map((position) => ({ number: position.row.number, dues: outstanding(position, loan) })),
  );
  for (const position of open) {
    const part = allocation.parts.find(({ number }) => number === position.row.number);
    if (part !== undefined) position.paid = addDues(position.paid, part.dues);
    if (totalDues(outstanding(position, loan)) === 0) position.settledOn = valueDate;
  }
  return allocation;
}

function waiveWhatHasNotAccrued(
  amount: Centavos,
  positions: readonly Position[],
  loan: LoanConditions,
  date: CalendarDate,
): void {
  const settling = positions.map((position) => ({ position, needed: payoffDues(position, loan, date) }));
  if (amount < sum(settling.map(({ needed }) => totalDues(needed)))) return;
  for (const { position, needed } of settling) {
    const future = subtractDues(outstanding(position, loan), needed);
    position.waived = addDues(position.waived, future);
  }
}

/** What is owed for the instalment, future interest included, with default interest up to the last accrual. */
export function outstanding(position: Position, loan: LoanConditions): Dues {
  const { row, paid, waived, arrears, settledOn } = position;
  if (settledOn !== null) return NO_DUES;
  const late = defaultInterest(arrears, loan.defaultInterest, loan.rounding);
  const charged: Dues = {
    defaultInterest: late.net,
    defaultInterestTax: late.tax,
    fee: row.fee,
    feeTax: row.feeTax,
    interest: row.interest,
    tax: row.tax,
    principal: row.principal,
  };
  return subtractDues(subtractDues(charged, paid), waived);
}

/**
 * What settles the instalment on a day before its due date: its principal, and of its interest the part of the
 * days gone by, linear within the period. Charges fall due with the instalment only.
 */
export function payoffDues(position: Position, loan: LoanConditions, date: CalendarDate): Dues {
  const { row, start, settledOn } = position;
  const owed = outstanding(position, loan);
  if (row.dueDate <= date || settledOn !== null) return owed;
  const elapsed = BigInt(Math.max(0, daysBetween(start, date)));
  const accrued = centavosFromBigint(
    divideRounded(BigInt(row.interest) * elapsed, BigInt(row.days), loan.rounding),
  );
  const tax = applyRate(accrued, parseRational(loan.taxRate), loan.rounding);
  return {
    ...owed,
    fee: ZERO,
    feeTax: ZERO,
    interest: unpaidPart(accrued, row.interest, owed.interest),
    tax: unpaidPart(tax, row.tax, owed.tax),
  };
}

/** Of what has accrued, the part that payments (the scheduled amount less what is owed) do not cover yet. */
function unpaidPart(accrued: Centavos, scheduled: Centavos, owed: Centavos): Centavos {
  return larger(ZERO, smaller(owed, subtract(accrued, subtract(scheduled, owed))));
}
