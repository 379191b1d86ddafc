import { type CalendarDate, addMonthsAnchored, dayOfMonth, daysBetween } from './calendar-date.ts';
import {
  type Centavos,
  ZERO,
  centavos,
  larger,
  smaller,
  subtract,
  sum,
  type MoneyRounding,
  roundMoney,
} from './money.ts';
import { type RateTerms, periodRate } from './period-rate.ts';
import { type Decimal, type Rational, applyRate, parseRational } from './rate.ts';

/** Charge and its tax, in centavos. */
export type Charge = { readonly net: Centavos; readonly tax: Centavos };

export const NO_CHARGE: Charge = { net: ZERO, tax: ZERO };

export type ScheduleInput = {
  readonly principal: Centavos;
  /** Monthly, 1 or more. */
  readonly instalments: number;
  readonly rate: RateTerms;
  /** IVA on interest, a fraction. */
  readonly taxRate: Decimal;
  readonly rounding: MoneyRounding;
  readonly payoutDate: CalendarDate;
  readonly firstDueDate: CalendarDate;
  /** Charges on top of the constant amount, one per instalment; absent for none. */
  readonly instalmentFees?: readonly Charge[];
};

export type ScheduleRow = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  /** Last day without default interest: the due date or, if that is no business day, the next one. */
  readonly payableUntil: CalendarDate;
  /** Days since the previous due date, or since disbursement. */
  readonly days: number;
  readonly principal: Centavos;
  readonly interest: Centavos;
  /** IVA on the interest. */
  readonly tax: Centavos;
  readonly fee: Centavos;
  readonly feeTax: Centavos;
  /** Total that the customer pays. */
  readonly amount: Centavos;
  /** Principal still owed after this instalment. */
  readonly balance: Centavos;
};

export type Schedule = {
  readonly principal: Centavos;
  readonly payoutDate: CalendarDate;
  /** The constant instalment without fees; the last row may differ by the residue. */
  readonly instalment: Centavos;
  readonly rows: readonly ScheduleRow[];
};

/**
 * Builds the French schedule with the tax inside a constant instalment
 * (docs/product/loan-and-money.md#french-plan). The instalment is P / Σ v_k, rounded once; each row's
 * interest and tax are rounded on their own, and the last row's principal is the remainder, so that principal
 * adds up exactly.
 *
 * Principal is never below zero or above the balance: a long first period collects its interest instead of
 * adding it to the debt (interest on interest is barred, CCyC art. 770). @throws RangeError for a principal
 * that is not positive or fewer than one instalment.
 */
export function buildSchedule(input: ScheduleInput): Schedule {
  const { principal, instalments, rounding, payoutDate } = input;
  if (principal <= 0) throw new RangeError(`the principal must be positive: ${principal}`);
  if (!Number.isSafeInteger(instalments) || instalments < 1)
    throw new RangeError(`not a count: ${instalments}`);
  const periods = schedulePeriods(input);
  const taxRate = parseRational(input.taxRate);
  const instalment = constantInstalment(principal, periods, taxRate, rounding);
  const { instalmentFees = [] } = input;
  const rows = amortize(principal, periods, { instalment, taxRate, rounding }).map(
    ({ dueDate, days, principal: capital, interest, tax, balance }, index): ScheduleRow => {
      const fee = instalmentFees[index] ?? NO_CHARGE;
      return {
        number: index + 1,
        dueDate,
        payableUntil: dueDate,
        days,
        principal: capital,
        interest,
        tax,
        fee: fee.net,
        feeTax: fee.tax,
        amount: sum([capital, interest, tax, fee.net, fee.tax]),
        balance,
      };
    },
  );
  return { principal, payoutDate, instalment, rows };
}

/** Period of a plan: its rate and, where the agreed interest is a ceiling, the most it may charge. */
export type AmortizedPeriod = {
  readonly rate: Rational;
  readonly most?: { readonly interest: Centavos; readonly tax: Centavos };
};

type AmortizationTerms = {
  /** Interest, tax and principal of each period except the last. */
  readonly instalment: Centavos;
  readonly taxRate: Rational;
  readonly rounding: MoneyRounding;
};

export type AmortizedParts = {
  readonly principal: Centavos;
  readonly interest: Centavos;
  readonly tax: Centavos;
  /** Principal still owed after the period. */
  readonly balance: Centavos;
};

/** Interest of a period on the principal owed in it, and its tax, in centavos. */
export function chargedIn(
  { rate, most }: AmortizedPeriod,
  principal: Centavos,
  { taxRate, rounding }: Pick<AmortizationTerms, 'taxRate' | 'rounding'>,
): Pick<AmortizedParts, 'interest' | 'tax'> {
  const charged = applyRate(principal, rate, rounding);
  const interest = most === undefined ? charged : smaller(charged, most.interest);
  const taxed = applyRate(interest, taxRate, rounding);
  return { interest, tax: most === undefined ? taxed : smaller(taxed, most.tax) };
}

/** Repays a principal over these periods; the last takes the remainder, so principal adds up exactly. */
export function amortize<P extends AmortizedPeriod>(
  principal: Centavos,
  periods: readonly P[],
  { instalment, taxRate, rounding }: AmortizationTerms,
): (P & AmortizedParts)[] {
  let balance = principal;
  return periods.map((period, index) => {
    const { interest, tax } = chargedIn(period, balance, { taxRate, rounding });
    const rest = larger(ZERO, smaller(balance, centavos(instalment - interest - tax)));
    const capital = index === periods.length - 1 ? balance : rest;
    balance = subtract(balance, capital);
    return { ...period, principal: capital, interest, tax, balance };
  });
}

type Period = { readonly dueDate: CalendarDate; readonly days: number; readonly rate: Rational };

function schedulePeriods({ payoutDate, firstDueDate, instalments, rate }: ScheduleInput): Period[] {
  const anchorDay = anchorDayOf(payoutDate, firstDueDate);
  const rateOf = periodRate(rate);
  let previous = payoutDate;
  return Array.from({ length: instalments }, (_, index) => {
    const dueDate = index === 0 ? firstDueDate : addMonthsAnchored(firstDueDate, index, anchorDay);
    const days = daysBetween(previous, dueDate);
    if (days <= 0) throw new RangeError(`the first due date ${dueDate} is not after ${previous}`);
    previous = dueDate;
    return { dueDate, days, rate: rateOf(days) };
  });
}

/**
 * Day of the month on which instalments fall due: the first due date's, unless a shorter month cut it. A loan
 * of 31 January first due on 29 February continues with 31 March.
 */
export function anchorDayOf(payoutDate: CalendarDate, firstDueDate: CalendarDate): number {
  const wanted = dayOfMonth(payoutDate);
  const cut = addMonthsAnchored(firstDueDate, 0, wanted) === firstDueDate;
  return cut ? wanted : dayOfMonth(firstDueDate);
}

/**
 * P / Σ v_k with v_k = Π 1/(1 + i_j·(1 + tax)), in exact fractions by Horner's scheme from the last period
 * backwards, so that an exact half is recognized.
 */
export function constantInstalment(
  principal: Centavos,
  periods: readonly { readonly rate: Rational }[],
  taxRate: Rational,
  rounding: MoneyRounding,
): Centavos {
  let num = 0n;
  let den = 1n;
  const backwards = [...periods];
  backwards.reverse();
  for (const { rate } of backwards) {
    const base = rate.den * taxRate.den;
    const grown = base + rate.num * (taxRate.den + taxRate.num);
    num = (den + num) * base;
    den *= grown;
  }
  return roundMoney(BigInt(principal) * den, num, rounding);
}
