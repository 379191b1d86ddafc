import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Centavos, MoneyRounding } from '../../../../domain/money.ts';
import type { Decimal } from '../../../../domain/rate.ts';
import type { Schedule } from '../../../../domain/schedule.ts';
import type { DefaultInterestTerms } from '../../../../domain/standing/default-interest.ts';
import { oracleStanding } from '../../../../domain/testing/oracle/oracle.ts';
import {
  type OracleInstalment,
  type OraclePayment,
  type OracleTerms,
  PARTS,
  type Part,
} from '../../../../domain/testing/oracle/terms.ts';
import { PRICE } from './membership.ts';

/** Agreed terms of a loan. */
export interface Terms {
  readonly schedule: Schedule;
  readonly taxRate: Decimal;
  readonly penalty: DefaultInterestTerms;
  readonly rounding: MoneyRounding;
}

/** Money of a loan that counts. */
export interface Money {
  readonly id: string;
  readonly source: string;
  readonly day: CalendarDate;
  /** Up to this amount counts from an earlier day. */
  readonly priced?: { readonly on: CalendarDate; readonly amount: number };
  /** Centavos; below zero for what was taken out of the money in favour. */
  readonly amount: number;
  /** Instalments that it was meant for, or what it was meant to do. */
  readonly meant: readonly number[] | 'close' | 'fewer' | 'smaller';
}

/** A payment that was taken back: what later money that left is missing of it is owed from then on. */
export interface Taken {
  readonly paidOn: CalendarDate;
  readonly on: CalendarDate;
}

/** An instalment, or a shortfall behind the last of them. */
export interface Cell {
  readonly number: number;
  readonly due: CalendarDate;
  /** Last day without surcharge. */
  readonly until: CalendarDate;
  readonly isShortfall: boolean;
  readonly settledOn: CalendarDate | null;
  /** Owed for it, centavos. */
  readonly total: number;
  readonly paid: Readonly<Record<Part, number>>;
  /** Tax of its interest and charge that is not paid. */
  readonly owedTax: number;
}

/** Standing of a loan on a day according to the oracle, in centavos. */
export class Fold {
  readonly cells: readonly Cell[];
  readonly held: number;
  /** Capital owed because more was refunded or moved than the loan held. */
  readonly missing: number;
  /** Money in favour has ever paid something. */
  readonly hasUsed: boolean;
  /** Amount that pays off the loan. */
  readonly toClose: number;
  /** Money in favour that closing the loan would leave. */
  readonly leftOnClosing: number;
  /** Amount that a prepayment pays before any of it reaches the capital; below zero with more paid ahead. */
  readonly dueToday: number;

  constructor(terms: Terms, moneys: readonly Money[], until: CalendarDate, taken: readonly Taken[] = []) {
    const standing = oracleStanding(
      termsOf(terms),
      moneys.map((money) => paymentOf(money, taken)),
      until,
    );
    const { instalments, shortfalls, inFavour, usedFavour, payoff, beforeCapital } = standing;
    this.cells = [...instalments, ...shortfalls].map((each) => cellOf(each, instalments.length));
    this.held = Number(inFavour);
    this.missing = shortfalls.reduce((sum, { owed }) => sum + Number(owed.principal), 0);
    this.hasUsed = usedFavour > 0n;
    this.toClose = Number(payoff);
    this.leftOnClosing = Number(standing.leftOnClosing);
    this.dueToday = Number(beforeCapital);
  }

  get isSettled(): boolean {
    return this.open.length === 0;
  }

  get open(): readonly Cell[] {
    return this.cells.filter(({ settledOn }) => settledOn === null);
  }

  /** Owed for each instalment, and of that what money in favour will pay: the oldest first. */
  owing(): readonly { readonly cell: Cell; readonly total: number; readonly credit: number }[] {
    let left = this.held;
    return this.cells.map((cell) => {
      const credit = Math.min(left, cell.total);
      left -= credit;
      return { cell, total: cell.total, credit };
    });
  }

  /** Unpaid tax of the instalments due by a day. */
  owedTax(until: CalendarDate): number {
    return this.cells.filter(({ due }) => due <= until).reduce((sum, cell) => sum + cell.owedTax, 0);
  }

  /** Paid on instalments and shortfalls; principal leaves out shortfalls, which were never lent. */
  paid(part: Part): number {
    return this.cells
      .filter(({ isShortfall }) => part !== 'principal' || !isShortfall)
      .reduce((sum, cell) => sum + cell.paid[part], 0);
  }
}

function cellOf(instalment: OracleInstalment, count: number): Cell {
  const { number, dueDate, payableUntil, settledOn, owed, paid } = instalment;
  const total = PARTS.reduce((sum, part) => sum + Number(owed[part]), 0);
  return {
    number,
    due: dueDate,
    until: payableUntil,
    isShortfall: number > count,
    settledOn: settledOn ?? null,
    total,
    owedTax: Number(owed.tax + owed.feeTax),
    paid: {
      default: Number(paid.default),
      defaultTax: Number(paid.defaultTax),
      fee: Number(paid.fee),
      feeTax: Number(paid.feeTax),
      interest: Number(paid.interest),
      tax: Number(paid.tax),
      principal: Number(paid.principal),
    },
  };
}

function termsOf({ schedule, taxRate, penalty, rounding }: Terms): OracleTerms {
  const whole = (amount: Centavos) => BigInt(amount);
  return {
    principal: whole(schedule.principal),
    rows: schedule.rows.map(({ number, dueDate, payableUntil, principal, interest, tax, fee, feeTax }) => ({
      number,
      dueDate,
      payableUntil,
      principal: whole(principal),
      interest: whole(interest),
      tax: whole(tax),
      fee: whole(fee),
      feeTax: whole(feeTax),
    })),
    from: schedule.disbursementDate,
    taxRate: String(taxRate),
    step: BigInt(rounding.step),
    half: rounding.half,
    defaultRate: String(penalty.annualRate),
    defaultTaxRate: String(penalty.taxRate),
    defaultMonths: penalty.endsAfterMonths,
  };
}

function paymentOf(
  { id, source, day, priced, amount, meant }: Money,
  taken: readonly Taken[],
): OraclePayment {
  const since = taken.filter(({ paidOn }) => paidOn <= day).map(({ on }) => on);
  return {
    id,
    day,
    amount: BigInt(amount),
    priced: priced && { on: priced.on, amount: BigInt(priced.amount) },
    ...(typeof meant !== 'string' && { chosen: meant }),
    ...(meant === 'close' && { isPayoff: true }),
    ...((meant === 'fewer' || meant === 'smaller') && { prepayment: meant }),
    ...(source === PRICE && { isFirst: true }),
    ...(amount < 0 && { owedFrom: since.toSorted().at(-1) }),
  };
}
