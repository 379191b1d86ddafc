import type { CountryCode } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import { calendarDate, daysBetween } from '../../domain/calendar-date.ts';
import { defaultAnnualRate, type DefaultInterestTerms } from '../../domain/standing/default-interest.ts';
import { centavos, negate, roundingOf, sum, ZERO, type Rounding } from '../../domain/money.ts';
import type { Plan, PriceTerms } from '../../domain/pricing.ts';
import type { Decimal } from '../../domain/rate.ts';
import type { LoanConditions } from '../../domain/standing/position.ts';
import type { PrepaymentMode } from '../../domain/standing/prepayment.ts';
import type { Payment } from '../../domain/standing/replay.ts';
import type { Charge, ScheduleRow } from '../../domain/schedule.ts';

/** What was agreed beyond the schedule, kept with the loan: a newer price list never changes it. */
export interface StoredTerms {
  readonly taxRate: Decimal;
  readonly rounding: Rounding;
  readonly defaultInterest: DefaultInterestTerms;
  readonly originationFee: Charge;
}

/**
 * Terms of a loan that is being confirmed. Default interest runs at its ceiling
 * (docs/product/loan-and-money.md#default-interest).
 */
export function termsOf(plan: Plan, { rate, taxRate, rounding }: PriceTerms): StoredTerms {
  return {
    taxRate,
    rounding,
    defaultInterest: { annualRate: defaultAnnualRate(rate), taxRate },
    originationFee: plan.originationFee,
  };
}

/** An instalment as a query gives it, amounts in centavos. */
export type InstalmentColumns = readonly [
  number: number,
  dueDate: string,
  principal: number,
  interest: number,
  tax: number,
  fee: number,
  feeTax: number,
];

/** A payment that counts, as a query gives it. */
export type PaymentColumns = readonly [
  id: string,
  valueDate: string,
  amount: number,
  instalments: readonly number[] | null,
  isPayoff: boolean,
  prepayment: PrepaymentMode | null,
];

export interface StoredLoan {
  readonly country: CountryCode;
  readonly principal: number;
  readonly interest_from: string;
  readonly instalment_amount: number;
  readonly terms: StoredTerms;
  readonly instalments: readonly InstalmentColumns[];
}

/** What the loan's standing follows from. */
export function conditionsOf(loan: StoredLoan): LoanConditions {
  const { taxRate, rounding, defaultInterest } = loan.terms;
  return {
    schedule: {
      principal: centavos(loan.principal),
      disbursementDate: calendarDate(loan.interest_from),
      instalment: centavos(loan.instalment_amount),
      rows: scheduleRows(loan),
    },
    taxRate,
    rounding: roundingOf(packOf(loan.country).currency, rounding),
    defaultInterest,
  };
}

function scheduleRows({ principal, interest_from, instalments }: StoredLoan): ScheduleRow[] {
  let previous = calendarDate(interest_from);
  let balance = centavos(principal);
  return instalments.map(([number, due, ...amounts]) => {
    const dueDate = calendarDate(due);
    const [capital = ZERO, interest = ZERO, tax = ZERO, fee = ZERO, feeTax = ZERO] = amounts.map(centavos);
    const days = daysBetween(previous, dueDate);
    previous = dueDate;
    balance = sum([balance, negate(capital)]);
    return {
      number,
      dueDate,
      days,
      principal: capital,
      interest,
      tax,
      fee,
      feeTax,
      amount: sum([capital, interest, tax, fee, feeTax]),
      balance,
    };
  });
}

export function paymentsOf(rows: readonly PaymentColumns[]): Payment[] {
  return rows.map(([id, valueDate, amount, instalments, isPayoff, prepayment]) => ({
    id,
    valueDate: calendarDate(valueDate),
    amount: centavos(amount),
    isPayoff,
    ...(instalments === null ? {} : { instalments }),
    ...(prepayment === null ? {} : { prepayment }),
  }));
}
