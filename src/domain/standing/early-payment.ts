import { type Dues, NO_DUES, addDues, totalDues } from './allocation.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { type Centavos, add, centavos, larger, smaller, subtract, sum } from '../money.ts';
import type { LoanConditions } from './position.ts';
import type { PrepaymentMode } from './prepayment.ts';
import type { Payment } from './payment.ts';
import { type InstalmentStanding, type LoanStanding, loanStanding, payoffToPay } from './standing.ts';

/** Amounts to pay on a date before anything lowers the capital. */
export type DuesToday = {
  /** Debt of instalments due on or before the date, default interest included. */
  readonly overdue: Centavos;
  /** Default interest within `overdue`, with its tax. */
  readonly defaultInterest: Centavos;
  /** Interest of the current period up to the date. */
  readonly accruedInterest: Centavos;
  /** On `accruedInterest`. */
  readonly tax: Centavos;
};

type SettlementQuote = DuesToday & {
  /** Capital of the instalments not yet due. */
  readonly principal: Centavos;
  /** Money in favour that is used for it. */
  readonly credit: Centavos;
  /** Money in favour that it leaves. */
  readonly creditLeft: Centavos;
  /** Capital within the dues that is owed because refunded money in favour was missing afterwards. */
  readonly shortfall: Centavos;
  /** Interest, tax and charges paid for days to come that count for it. */
  readonly paidAhead: Centavos;
  /** Closes the loan on the date: all of the above less `credit` and `paidAhead`. */
  readonly total: Centavos;
  /** Cost of letting the loan run to its end. */
  readonly outstanding: Centavos;
  /** The difference: interest, tax and charges that have not accrued. */
  readonly saved: Centavos;
};

/** Price of closing the loan on the date of the standing. */
export function settlementQuote(standing: LoanStanding): SettlementQuote {
  const { payoffTotal, outstandingTotal, shortfall } = standing;
  const { onClosing } = standing.paidForDaysToCome;
  const paidAhead = smaller(onClosing, payoffTotal);
  const credit = smaller(standing.credit, subtract(payoffTotal, paidAhead));
  return {
    ...duesToday(standing),
    principal: sum(notYetDue(standing).map(({ dues }) => dues.principal)),
    credit,
    creditLeft: add(subtract(standing.credit, credit), subtract(onClosing, paidAhead)),
    shortfall,
    paidAhead,
    total: payoffToPay(standing),
    outstanding: outstandingTotal,
    saved: add(subtract(outstandingTotal, payoffTotal), onClosing),
  };
}

/** The least that can be paid ahead beyond today's dues: one unit of the currency. */
const LEAST_REDUCTION = centavos(100);

type PrepaymentBounds = { readonly min: Centavos; readonly max: Centavos; readonly step: number };

/** Between which amounts the loan can be paid ahead; undefined when there are none. */
export function prepaymentBounds(standing: LoanStanding): PrepaymentBounds | undefined {
  const { smallestStep: step } = standing;
  const { onPrepaying } = standing.paidForDaysToCome;
  const min = larger(subtract(add(todayTotal(standing), LEAST_REDUCTION), onPrepaying), LEAST_REDUCTION);
  // More, with the money in favour, closes the loan.
  const max = subtract(payoffToPay(standing), centavos(step));
  return min <= max ? { min, max, step } : undefined;
}

export function isPrepayable(bounds: PrepaymentBounds | undefined, amount: Centavos): boolean {
  return bounds !== undefined && bounds.min <= amount && amount <= bounds.max && amount % bounds.step === 0;
}

/** Instalments left after a prepayment, or without one. */
export type RemainingPlan = {
  readonly instalments: readonly Pick<
    InstalmentStanding,
    'number' | 'dueDate' | 'payableUntil' | 'dues' | 'total'
  >[];
  /** As agreed, without what being late adds or a part that is paid; the last may differ by a rest. */
  readonly instalment: Centavos;
  readonly total: Centavos;
  /** Reduction of the total to pay compared with no prepayment. */
  readonly saved: Centavos;
};

type PrepaymentQuote = DuesToday & {
  readonly amount: Centavos;
  /** Reduction of the capital. */
  readonly principal: Centavos;
  readonly current: RemainingPlan;
  /** Undefined when the amount drops no instalment. */
  readonly fewer: RemainingPlan | undefined;
  readonly smaller: RemainingPlan;
};

/**
 * Both ways to pay an amount ahead on a date. The plans are those which the payment itself would lead to.
 * @returns undefined for an amount that is not {@link isPrepayable}
 */
export function prepaymentQuote(
  loan: LoanConditions,
  payments: readonly Payment[],
  date: CalendarDate,
  amount: Centavos,
): PrepaymentQuote | undefined {
  const standing = loanStanding(loan, payments, date);
  if (!isPrepayable(prepaymentBounds(standing), amount)) return undefined;
  const cost = standing.outstandingTotal;
  const planAfter = (prepayment: PrepaymentMode) => {
    const payment: Payment = { id: 'quoted', valueDate: date, amount, prepayment };
    return planOf(loanStanding(loan, [...payments, payment], date), subtract(cost, amount));
  };
  const fewer = planAfter('fewer');
  const lower = planAfter('smaller');
  return {
    ...duesToday(standing),
    amount,
    principal: subtract(add(amount, standing.paidForDaysToCome.onPrepaying), todayTotal(standing)),
    current: planOf(standing, cost),
    fewer: fewer.instalments.length < lower.instalments.length ? fewer : undefined,
    smaller: lower,
  };
}

function planOf({ instalments, plan }: LoanStanding, otherwise: Centavos): RemainingPlan {
  const open = instalments.filter(({ settledOn }) => settledOn === null);
  const total = sum(open.map((each) => each.total));
  return { instalments: open, instalment: agreedOf(open, plan), total, saved: subtract(otherwise, total) };
}

/** The plan's amount for the first of these instalments, less the part that prepayments have covered. */
function agreedOf(open: readonly InstalmentStanding[], plan: LoanStanding['plan']): Centavos {
  const parts = open
    .slice(0, 1)
    .flatMap(({ number, paidAhead }) =>
      plan.filter((row) => row.number === number).map(({ amount }) => subtract(amount, totalDues(paidAhead))),
    );
  return sum(parts);
}

function notYetDue({ instalments, date }: LoanStanding): InstalmentStanding[] {
  return instalments.filter(
    ({ dueDate, settledOn, isShortfall }) => settledOn === null && dueDate > date && !isShortfall,
  );
}

function duesToday(standing: LoanStanding): DuesToday {
  const due = standing.instalments.filter(
    ({ dueDate, isShortfall }) => dueDate <= standing.date || isShortfall,
  );
  const late = sumOf(due.map(({ dues }) => dues));
  const accrued = sumOf(notYetDue(standing).map((each) => each.accrued));
  return {
    overdue: subtract(totalDues(late), standing.shortfall),
    defaultInterest: add(late.defaultInterest, late.defaultInterestTax),
    accruedInterest: accrued.interest,
    tax: accrued.tax,
  };
}

function todayTotal(standing: LoanStanding): Centavos {
  return sum(standing.instalments.map(({ accrued }) => totalDues(accrued)));
}

function sumOf(dues: readonly Dues[]): Dues {
  let total: Dues = NO_DUES;
  for (const each of dues) total = addDues(total, each);
  return total;
}
