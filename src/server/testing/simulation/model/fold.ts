import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Centavos, MoneyRounding } from '../../../../domain/money.ts';
import type { Decimal } from '../../../../domain/rate.ts';
import type { Schedule } from '../../../../domain/schedule.ts';
import type { DefaultInterestTerms } from '../../../../domain/standing/default-interest.ts';
import { oracleStanding } from '../../../../domain/testing/oracle/oracle.ts';
import { oracleTaxedRows } from '../../../../domain/testing/oracle/tax-points.ts';
import {
  type OracleInstalment,
  type OracleAction,
  type OraclePayment,
  type OracleTerms,
  PARTS,
  type Part,
  type Parts,
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
  readonly meant: readonly number[] | 'close' | 'fewer' | 'smaller' | 'oldest';
  /** Settlement offer that it names. */
  readonly offer?: string | undefined;
  /** Place among the payments and actions of its loan; absent for a trial, which comes last. */
  readonly place?: number;
}

type Unplaced<T> = T extends unknown ? Omit<T, 'after'> : never;

/** A change of a loan, with its place among the payments. */
export type Change = Unplaced<OracleAction> & { readonly place: number };

/** History of a loan up to a day: changes of its terms, and payments taken back. */
export interface Past {
  readonly changes: readonly Change[];
  readonly taken: readonly Taken[];
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
  readonly isLate: boolean;
  /** Owed for it, centavos. */
  readonly total: number;
  /** Can be paid of it. */
  readonly payable: number;
  /** Its part of closing the loan. */
  readonly closing: Readonly<Record<Part, number>>;
  /** Capital of it that was let off, and that an agreement moved. */
  readonly capital: { readonly waived: number; readonly moved: number };
  readonly paid: Readonly<Record<Part, number>>;
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
  readonly isAccelerated: boolean;
  /** Unpaid amount past its last day without surcharge. */
  readonly overdue: number;
  readonly daysLate: number;
  /** Settlement offers that can still be completed. */
  readonly offers: readonly {
    readonly id: string;
    readonly remaining: number;
    readonly until: CalendarDate;
  }[];

  /** Tax of its interest, charges and default interest, with due dates up to a day; null for tax at payment. */
  readonly #taxed: (until: CalendarDate | null) => number;

  constructor(terms: Terms, moneys: readonly Money[], until: CalendarDate, { changes, taken }: Past) {
    const standing = oracleStanding(
      termsOf(terms),
      moneys.map((money) => paymentOf(money, taken)),
      until,
      changes.map((change) => actionOf(change, moneys)),
    );
    const { instalments, shortfalls, inFavour, usedFavour, payoff, beforeCapital, isAccelerated } = standing;
    const cells = [
      ...instalments.map((each) => cellOf(each, { isShortfall: false, isAccelerated })),
      ...shortfalls.map((each) => cellOf(each, { isShortfall: true, isAccelerated })),
    ];
    this.cells = cells;
    this.#taxed = (dueUntil) =>
      oracleTaxedRows(termsOf(terms), standing, dueUntil).reduce((sum, { tax }) => sum + Number(tax), 0);
    this.isAccelerated = isAccelerated;
    this.overdue = Number(standing.overdue);
    this.daysLate = standing.daysLate;
    this.offers = standing.offers.map((offer) => ({ ...offer, remaining: Number(offer.remaining) }));
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
      const credit = Math.min(left, cell.payable);
      left -= credit;
      return { cell, total: cell.total, credit };
    });
  }

  /**
   * Tax of interest, charges and default interest that is due and not paid.
   * @param until last due date that counts; null while tax is due with payments alone
   */
  unpaidTax(until: CalendarDate | null): number {
    return this.#taxed(until) - this.paid('tax') - this.paid('feeTax') - this.paid('defaultTax');
  }

  /** Cost of closing the open instalments, of one or all, of one component or all. */
  closing(number: number | undefined, part: Part | undefined): number {
    const cells = this.open.filter(
      (cell) => !cell.isShortfall && (number === undefined || cell.number === number),
    );
    const parts: readonly Part[] = part === undefined ? PARTS : [part];
    return cells.reduce((sum, cell) => sum + parts.reduce((own, each) => own + cell.closing[each], 0), 0);
  }

  /** Left to pay of some instalments, money in favour not counted. */
  toPay(numbers: readonly number[]): number {
    return this.owing()
      .filter(({ cell }) => numbers.includes(cell.number))
      .reduce((sum, { cell, credit }) => sum + cell.payable - credit, 0);
  }

  /** Capital that was let off, and capital of shortfalls that ended otherwise than by money. */
  get capitalEnded(): { readonly waived: number; readonly ofShortfalls: number } {
    const sum = (cells: readonly Cell[], part: (cell: Cell) => number) =>
      cells.reduce((all, cell) => all + part(cell), 0);
    const shortfalls = this.cells.filter(({ isShortfall }) => isShortfall);
    return {
      waived: sum(this.cells, ({ capital }) => capital.waived),
      ofShortfalls: sum(shortfalls, ({ capital }) => capital.waived + capital.moved),
    };
  }

  /** Paid on instalments and shortfalls; principal leaves out shortfalls, which were never lent. */
  paid(part: Part): number {
    return this.cells
      .filter(({ isShortfall }) => part !== 'principal' || !isShortfall)
      .reduce((sum, cell) => sum + cell.paid[part], 0);
  }
}

const sumOf = (parts: Readonly<Parts>): number => PARTS.reduce((sum, part) => sum + Number(parts[part]), 0);

const inCentavos = (parts: Readonly<Parts>): Record<Part, number> => ({
  default: Number(parts.default),
  defaultTax: Number(parts.defaultTax),
  fee: Number(parts.fee),
  feeTax: Number(parts.feeTax),
  interest: Number(parts.interest),
  tax: Number(parts.tax),
  principal: Number(parts.principal),
});

function cellOf(
  instalment: OracleInstalment,
  { isShortfall, isAccelerated }: { readonly isShortfall: boolean; readonly isAccelerated: boolean },
): Cell {
  const { number, dueDate, payableUntil, settledOn, owed, closing, paid, state } = instalment;
  const total = sumOf(owed);
  return {
    number,
    due: dueDate,
    until: payableUntil,
    isShortfall,
    isLate: state === 'delayed' || state === 'late',
    settledOn: settledOn ?? null,
    total,
    payable: isAccelerated ? sumOf(closing) : total,
    closing: inCentavos(closing),
    capital: {
      waived: Number(instalment.waived.principal),
      moved: Number(instalment.moved.principal),
    },
    paid: inCentavos(paid),
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
    from: schedule.payoutDate,
    taxRate: String(taxRate),
    step: BigInt(rounding.step),
    half: rounding.half,
    defaultRate: String(penalty.annualRate),
    defaultTaxRate: String(penalty.taxRate),
    defaultMonths: penalty.endsAfterMonths,
  };
}

function actionOf({ place, ...change }: Change, moneys: readonly Money[]): OracleAction {
  return { ...change, after: moneys.filter((money) => (money.place ?? Infinity) < place).length };
}

function paymentOf(
  { id, source, day, priced, amount, meant, offer }: Money,
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
    ...(offer !== undefined && { offer }),
    ...(source === PRICE && { isFirst: true }),
    ...(amount < 0 && { owedFrom: since.toSorted().at(-1) }),
  };
}
