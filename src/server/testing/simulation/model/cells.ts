import { type CalendarDate, daysBetween } from '../../../../domain/calendar-date.ts';
import { centavos, type MoneyRounding, roundMoney } from '../../../../domain/money.ts';
import { applyRate, type Decimal, parseRational } from '../../../../domain/rate.ts';
import type { Schedule } from '../../../../domain/schedule.ts';
import { defaultInterest, type DefaultInterestTerms } from '../../../../domain/standing/default-interest.ts';

/** What an instalment can owe, in the order in which money pays it (docs/product/loan-and-money.md#allocation). */
export const PARTS = [
  'penalty',
  'penaltyTax',
  'charge',
  'chargeTax',
  'interest',
  'interestTax',
  'capital',
] as const;
export type Part = (typeof PARTS)[number];
export type Amounts = Record<Part, number>;

/** What was agreed of a loan. */
export interface Terms {
  readonly schedule: Schedule;
  readonly taxRate: Decimal;
  readonly penalty: DefaultInterestTerms;
  readonly rounding: MoneyRounding;
}

/** One instalment in the model. */
export interface Cell {
  readonly number: number;
  readonly due: CalendarDate;
  /** As the plan has it now; of the penalty nothing is planned. */
  plan: Amounts;
  readonly agreed: { readonly days: number; readonly interest: number; readonly capital: number };
  /** Interest runs from here, for `days` until it falls due. */
  from: CalendarDate;
  days: number;
  /** Had run up before `from`. */
  before: { interest: number; tax: number };
  /** The planned instalment without its charge. */
  level: number;
  readonly paid: Amounts;
  readonly waived: Amounts;
  /** Unpaid capital times days past due. */
  late: bigint;
  settledOn: CalendarDate | null;
}

export const nothing = (): Amounts => ({
  penalty: 0,
  penaltyTax: 0,
  charge: 0,
  chargeTax: 0,
  interest: 0,
  interestTax: 0,
  capital: 0,
});

export function totalOf(amounts: Amounts): number {
  let total = 0;
  for (const part of PARTS) total += amounts[part];
  return total;
}

export function cellsOf({ schedule }: Terms): Cell[] {
  let from = schedule.disbursementDate;
  let bearing: number = schedule.principal;
  return schedule.rows.map((row) => {
    const plan = {
      ...nothing(),
      charge: row.fee,
      chargeTax: row.feeTax,
      interest: row.interest,
      interestTax: row.tax,
      capital: row.principal,
    };
    const cell: Cell = {
      number: row.number,
      due: row.dueDate,
      plan,
      agreed: { days: row.days, interest: row.interest, capital: bearing },
      from,
      days: row.days,
      before: { interest: 0, tax: 0 },
      level: row.principal + row.interest + row.tax,
      paid: nothing(),
      waived: nothing(),
      late: 0n,
      settledOn: totalOf(plan) === 0 ? schedule.disbursementDate : null,
    };
    from = row.dueDate;
    bearing -= row.principal;
    return cell;
  });
}

/** All that the instalment owes if it runs to its end. */
export function owedOf(cell: Cell, { penalty, rounding }: Terms): Amounts {
  const owed = nothing();
  if (cell.settledOn !== null) return owed;
  const late = defaultInterest(cell.late, penalty, rounding);
  const asked = { ...cell.plan, penalty: late.net, penaltyTax: late.tax };
  for (const part of PARTS) owed[part] = asked[part] - cell.paid[part] - cell.waived[part];
  return owed;
}

/** Interest and its tax that have run up on a day before the due date, linear by days. */
export function accruedOf(cell: Cell, { taxRate, rounding }: Terms, day: CalendarDate) {
  const gone = BigInt(Math.max(0, daysBetween(cell.from, day)));
  const running = BigInt(cell.plan.interest - cell.before.interest);
  const interest = roundMoney(running * gone, BigInt(cell.days), rounding);
  const tax = applyRate(centavos(interest), parseRational(taxRate), rounding);
  return { interest: cell.before.interest + interest, tax: cell.before.tax + tax };
}

/** What closes the instalment on a day: before it falls due, capital and the interest that has run up. */
export function closingOf(cell: Cell, terms: Terms, day: CalendarDate): Amounts {
  const owed = owedOf(cell, terms);
  if (cell.settledOn !== null || cell.due <= day) return owed;
  const run = accruedOf(cell, terms, day);
  const open = (accrued: number, planned: number, rest: number) =>
    Math.max(0, Math.min(rest, accrued - (planned - rest)));
  return {
    ...owed,
    charge: 0,
    chargeTax: 0,
    interest: open(run.interest, cell.plan.interest, owed.interest),
    interestTax: open(run.tax, cell.plan.interestTax, owed.interestTax),
  };
}

/** The same without the capital that is not due: what is to be paid before anything lowers the capital. */
export function dueOf(cell: Cell, terms: Terms, day: CalendarDate): Amounts {
  const closing = closingOf(cell, terms, day);
  return cell.due > day ? { ...closing, capital: 0 } : closing;
}

/** Lets unpaid capital that is past due run for the days between. */
export function runLate(cells: readonly Cell[], from: CalendarDate, to: CalendarDate): void {
  for (const cell of cells) {
    const since = cell.due > from ? cell.due : from;
    if (cell.settledOn !== null || to <= since) continue;
    cell.late += BigInt(cell.plan.capital - cell.paid.capital) * BigInt(daysBetween(since, to));
  }
}
