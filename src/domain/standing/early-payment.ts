import { sumDues, totalDues } from './allocation.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { type Centavos, add, centavos, larger, smaller, subtract, sum } from '../money.ts';
import type { LoanConditions } from './position.ts';
import type { PrepaymentMode } from './prepayment.ts';
import type { Payment } from './payment.ts';
import { type InstalmentStanding, type LoanStanding, loanStanding, payoffToPay } from './standing.ts';

/** Amounts due on a date before a payment lowers the capital. */
export type DuesToday = {
  /**
   * Debt of instalments due on or before the date, default interest included, and charges and default interest
   * that later instalments carry from before an agreement.
   */
  readonly overdue: Centavos;
  /** Default interest within `overdue`, with its tax. */
  readonly defaultInterest: Centavos;
  /** Interest of the current period up to the date. */
  readonly accruedInterest: Centavos;
  /** Tax on `accruedInterest`. */
  readonly tax: Centavos;
};

type SettlementQuote = DuesToday & {
  /** Capital of the instalments not yet due. */
  readonly principal: Centavos;
  /** Credit used towards closing. */
  readonly credit: Centavos;
  /** Credit left after closing. */
  readonly creditLeft: Centavos;
  /** Capital within the dues that is owed because refunded credit was missing afterwards. */
  readonly shortfall: Centavos;
  /** Interest, tax and charges already paid for future days, which count towards closing. */
  readonly paidAhead: Centavos;
  /** Amount that closes the loan on the date: all of the above less `credit` and `paidAhead`. */
  readonly total: Centavos;
  /** Cost of letting the loan run to its end. */
  readonly outstanding: Centavos;
  /** Interest, tax and charges not yet accrued: `outstanding` less the cost of closing. */
  readonly saved: Centavos;
};

/** Price of closing the loan on the standing's date. */
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

/** Smallest amount that can be paid beyond today's dues: one currency unit. */
const LEAST_REDUCTION = centavos(100);

type PrepaymentBounds = { readonly min: Centavos; readonly max: Centavos; readonly step: number };

/** Smallest and largest prepayment; undefined if none is possible. */
export function prepaymentBounds(standing: LoanStanding): PrepaymentBounds | undefined {
  const { smallestStep: step } = standing;
  const { onPrepaying } = standing.paidForDaysToCome;
  const min = larger(subtract(add(todayTotal(standing), LEAST_REDUCTION), onPrepaying), LEAST_REDUCTION);
  // A larger amount would close the loan together with the credit.
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
  /**
   * Agreed amount, without default interest and before partial payments; rounding may change the last one.
   */
  readonly instalment: Centavos;
  readonly total: Centavos;
  /** Reduction of the total compared with no prepayment. */
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
 * Quotes both ways to prepay an amount on a date, with the plans that the payment itself would produce.
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

/** Planned amount of the first of these instalments, less the part covered by prepayments. */
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
  const late = sumDues(due.map(({ dues }) => dues));
  const accrued = sumDues(notYetDue(standing).map((each) => each.accrued));
  // Later rows of an agreement owe their carried amounts already.
  const { defaultInterest, defaultInterestTax, fee, feeTax } = accrued;
  const carriedDefault = add(defaultInterest, defaultInterestTax);
  const carried = sum([carriedDefault, fee, feeTax]);
  return {
    overdue: add(subtract(totalDues(late), standing.shortfall), carried),
    defaultInterest: sum([late.defaultInterest, late.defaultInterestTax, carriedDefault]),
    accruedInterest: accrued.interest,
    tax: accrued.tax,
  };
}

function todayTotal(standing: LoanStanding): Centavos {
  return sum(standing.instalments.map(({ accrued }) => totalDues(accrued)));
}
