import { sql } from 'kysely';
import type { CountryCode } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import { daysBetween, type CalendarDate } from '../../domain/calendar-date.ts';
import { defaultAnnualRate, type DefaultInterestTerms } from '../../domain/standing/default-interest.ts';
import {
  roundingOf,
  subtract,
  sum,
  type Centavos,
  type Currency,
  type Rounding,
} from '../../domain/money.ts';
import type { Plan, PriceTerms } from '../../domain/pricing.ts';
import { lawfulTerms, type AgreedCeiling } from './default-interest/service.ts';
import type { Decimal } from '../../domain/rate.ts';
import type { Payment } from '../../domain/standing/payment.ts';
import type { LoanAction } from '../../domain/standing/actions.ts';
import type { LoanConditions } from '../../domain/standing/position.ts';
import type { PrepaymentMode } from '../../domain/standing/prepayment.ts';
import type { Charge, ScheduleRow } from '../../domain/schedule.ts';
import { MEMBERSHIP_PRICE } from './ledger/service.ts';

/** Agreed terms beyond the schedule, stored with the loan; a newer price list never changes them. */
export interface StoredTerms {
  readonly taxRate: Decimal;
  readonly rounding: Rounding;
  readonly defaultInterest: DefaultInterestTerms;
  readonly originationFee: Charge;
}

export function termsOf(plan: Plan, terms: PriceTerms): StoredTerms {
  const { taxRate, rounding } = terms;
  return {
    taxRate,
    rounding,
    defaultInterest: defaultInterestOf(terms),
    originationFee: plan.originationFee,
  };
}

/** Rates stored with a loan, fractions; the country advertises the first two. */
export interface StoredRates {
  readonly interestRate: number;
  readonly cft: number;
  readonly tna: number;
  readonly tea: number;
  readonly cftna: number;
  /** CFTEA by periods; no document or screen shows it. */
  readonly cftea: number;
  readonly cfteaDated: number;
  /** `cfteaDated` including the membership's price; absent without the membership. */
  readonly cfteaWithMembership?: number;
}

export function ratesOf(plan: Plan, country: CountryCode): StoredRates {
  const { tna, tea, cftna, cfteaPeriodic12, cfteaActual365 } = plan.rates;
  const interestRate = packOf(country).tasaSigla === 'TNA' ? tna : tea;
  return { interestRate, cft: cftna, tna, tea, cftna, cftea: cfteaPeriodic12, cfteaDated: cfteaActual365 };
}

/**
 * Default interest at the maximum that note and law allow (docs/product/loan-and-money.md#default-interest).
 */
export function defaultInterestOf({ rate, taxRate, defaultBounds }: PriceTerms): DefaultInterestTerms {
  if (defaultBounds === undefined) return { annualRate: defaultAnnualRate(rate), taxRate };
  const { ceiling, endsAfterMonths } = defaultBounds;
  return { annualRate: defaultAnnualRate(rate, ceiling), taxRate, endsAfterMonths };
}

/** Amounts of an instalment, centavos. */
type AmountColumns = readonly [
  principal: Centavos,
  interest: Centavos,
  tax: Centavos,
  fee: Centavos,
  feeTax: Centavos,
];

/** Instalment as the load statement returns it. */
type InstalmentColumns = readonly [
  number: number,
  dueDate: CalendarDate,
  payableUntil: CalendarDate,
  ...amounts: AmountColumns,
];

/** Figures of a basic plan that a loan follows, replacing the agreed ones. Amounts in centavos. */
export interface ChangedPlan {
  readonly instalmentAmount: Centavos;
  readonly finalAmount: Centavos;
  readonly terms: StoredTerms;
  readonly rates: StoredRates;
  readonly rows: readonly AmountColumns[];
}

/** Payment as the load statement returns it, reversed or not. */
export type PaymentColumns = readonly [
  row: number,
  id: string,
  source: string,
  valueDate: CalendarDate,
  amount: Centavos,
  instalments: readonly number[] | null,
  isPayoff: boolean,
  prepayment: PrepaymentMode | null,
  pricedOn: CalendarDate | null,
  pricedAmount: Centavos | null,
  reversedOn: CalendarDate | null,
  place: number | null,
  offer: number | null,
];

export interface StoredSchedule {
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly principal: Centavos;
  readonly interestFrom: CalendarDate;
  readonly instalmentAmount: Centavos;
  readonly terms: StoredTerms;
  readonly agreedCeiling: AgreedCeiling | null;
  /** Null while the loan follows its agreed plan. */
  readonly changedPlan: ChangedPlan | null;
  readonly instalments: readonly InstalmentColumns[];
  readonly actions: readonly LoanAction[];
}

export function conditionsOf(loan: StoredSchedule): LoanConditions {
  const { terms, instalmentAmount } = loan.changedPlan ?? loan;
  const { taxRate, rounding, defaultInterest } = terms;
  return {
    schedule: {
      principal: loan.principal,
      payoutDate: loan.interestFrom,
      instalment: instalmentAmount,
      rows: scheduleRows(loan),
    },
    taxRate,
    rounding: roundingOf(loan.currency, rounding),
    defaultInterest: lawfulTerms(loan.country, defaultInterest, loan.agreedCeiling),
    ...(loan.actions.length === 0 ? {} : { actions: loan.actions }),
  };
}

/** Schedule as seven array parameters for a statement, for any number of rows. */
export function unnestedRows(rows: readonly ScheduleRow[]) {
  const column = <K extends keyof ScheduleRow>(name: K) => rows.map((row) => row[name]);
  return sql`unnest(
    ${column('number')}::smallint[], ${column('dueDate')}::date[], ${column('principal')}::bigint[],
    ${column('interest')}::bigint[], ${column('tax')}::bigint[], ${column('fee')}::bigint[], ${column('feeTax')}::bigint[])`;
}

function scheduleRows({ principal, interestFrom, instalments, changedPlan }: StoredSchedule): ScheduleRow[] {
  let previous = interestFrom;
  let balance = principal;
  return instalments.map(([number, dueDate, payableUntil, ...agreed], index) => {
    const [capital, interest, tax, fee, feeTax] = changedPlan?.rows[index] ?? agreed;
    const days = daysBetween(previous, dueDate);
    previous = dueDate;
    balance = subtract(balance, capital);
    const amount = sum([capital, interest, tax, fee, feeTax]);
    const row = { number, dueDate, payableUntil, days };
    return { ...row, principal: capital, interest, tax, fee, feeTax, amount, balance };
  });
}

/** Reversed payment: whatever it had paid for is owed again from the reversal on. */
export interface ReversedPayment {
  readonly valueDate: CalendarDate;
  readonly reversedOn: CalendarDate;
}

/** Payments that are not reversed, in the given order, and the incoming ones that are. */
export function countedOf(stored: readonly PaymentColumns[]) {
  const payments = stored.map(paymentOf);
  const reversed = payments.flatMap(({ reversedOn, amount, valueDate }) =>
    reversedOn !== null && amount > 0 ? [{ valueDate, reversedOn }] : [],
  );
  const counted = payments.flatMap(({ reversedOn, ...payment }) =>
    reversedOn === null ? [sinceReversal(payment, reversed)] : [],
  );
  return { counted, reversed };
}

/** Marks outgoing money with the last reversal of a payment that preceded it: its shortfall is owed from then. */
export function sinceReversal<P extends Pick<Payment, 'amount' | 'valueDate'>>(
  payment: P,
  reversed: readonly ReversedPayment[],
): P & Pick<Payment, 'owedFrom'> {
  if (payment.amount >= 0) return payment;
  const owedFrom = reversed
    .filter(({ valueDate }) => valueDate <= payment.valueDate)
    .map(({ reversedOn }) => reversedOn)
    .toSorted()
    .at(-1);
  return owedFrom === undefined ? payment : { ...payment, owedFrom };
}

function paymentOf([
  row,
  id,
  source,
  valueDate,
  amount,
  instalments,
  isPayoff,
  prepayment,
  pricedOn,
  pricedAmount,
  reversedOn,
  place,
  offer,
]: PaymentColumns) {
  return {
    row,
    id,
    source,
    valueDate,
    amount,
    isPayoff,
    reversedOn,
    ...(instalments === null ? {} : { instalments }),
    ...(prepayment === null ? {} : { prepayment }),
    ...(pricedOn === null || pricedAmount === null ? {} : { priced: { on: pricedOn, amount: pricedAmount } }),
    ...(source === MEMBERSHIP_PRICE ? { isFirst: true } : {}),
    ...(place === null ? {} : { place }),
    ...(offer === null ? {} : { offer: String(offer) }),
  };
}
