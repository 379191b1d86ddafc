import type { AgreedRow, LoanAction } from './actions.ts';
import { type Dues, NO_DUES, mapDues, subtractDues, sumDues, totalDues } from './allocation.ts';
import { movableDues } from './apply-action.ts';
import { addMonthsAnchored, type CalendarDate, dayOfMonth, daysBetween } from '../calendar-date.ts';
import { type Centavos, ZERO, add, centavos, roundMoney, subtract, sum } from '../money.ts';
import type { Payment } from './payment.ts';
import { type LoanConditions, type Position, accruedOn } from './position.ts';
import { DAYS_PER_YEAR } from '../period-rate.ts';
import {
  type Decimal,
  type Rational,
  applyRate,
  compareRational,
  multiply,
  parseRational,
  rational,
  toDecimalText,
} from '../rate.ts';
import { replayedState } from './replay.ts';
import { type State, owing } from './replay-state.ts';
import { type AmortizedParts, amortize, constantInstalment } from '../schedule.ts';
import { loanStanding } from './standing.ts';

/** Body of an agreement, without its place among the loan's actions. */
type AgreementBody = Omit<Extract<LoanAction, { readonly kind: 'agreement' }>, 'id' | 'on' | 'after'>;

type Refused<R extends string> = { readonly isOffered: false; readonly reason: R };

const refused = <R extends string>(reason: R): Refused<R> => ({ isOffered: false, reason });

/**
 * Debt by component that an agreement on the date would move: the cost of closing, after payments for
 * future days and money in favour. All zero for a loan that they close.
 */
export function agreementBase(loan: LoanConditions, payments: readonly Payment[], date: CalendarDate): Dues {
  return sumDues(movableDues(replayedState(loan, payments, date)).map(({ dues }) => dues));
}

type Basis = {
  readonly loan: LoanConditions;
  readonly payments: readonly Payment[];
  readonly date: CalendarDate;
  /** Last day to pay a row without default interest. */
  readonly payableUntil: (dueDate: CalendarDate) => CalendarDate;
};

type PlanTerms = Basis & {
  readonly count: number;
  readonly firstDueDate: CalendarDate;
  /** Rate of new interest, a fraction per year of 365 days. */
  readonly annualRate: Decimal;
  readonly waived: Dues;
};

type PlanOffer = {
  readonly isOffered: true;
  readonly agreement: AgreementBody;
  /** Cost of closing the loan on the date, in centavos. */
  readonly today: Centavos;
  /** Sum of the rows. */
  readonly total: Centavos;
  /** `total` less `today`; negative if more is waived than the plan costs. */
  readonly cost: Centavos;
};

export type PlanRefusal = 'count' | 'first-due-date' | 'rate' | 'waived' | 'nothing-owed';

/** Days ahead that the first due date of a plan can be, at most. */
const FIRST_DUE_WITHIN_DAYS = 45;

/**
 * Figures of a plan for the debt on the date (docs/product/loan-changes.md#plan-on-offer). They hold on
 * that day only.
 */
export function offerPlan(terms: PlanTerms): PlanOffer | Refused<PlanRefusal> {
  const { loan, payments, date, count, firstDueDate, annualRate, waived } = terms;
  const ahead = daysBetween(date, firstDueDate);
  if (ahead < 1 || ahead > FIRST_DUE_WITHIN_DAYS) return refused('first-due-date');
  const rate = parseRational(annualRate);
  if (rate.num < 0n || compareRational(rate, parseRational(ownAnnualRate(loan))) > 0) return refused('rate');
  const state = replayedState(loan, payments, date);
  const first = nextNumber(state);
  const base = sumDues(movableDues(state).map(({ dues }) => dues));
  const today = totalDues(base);
  if (today === 0) return refused('nothing-owed');
  const asked = subtractDues(base, waived);
  if (Math.min(...Object.values(asked), ...Object.values(waived)) < 0 || totalDues(asked) === 0)
    return refused('waived');
  if (!Number.isSafeInteger(count) || count < 1) return refused('count');
  const rows = planRows(asked, first, terms);
  const amounts = rows.map(amountOf);
  if (amounts.includes(ZERO)) return refused('count');
  const total = sum(amounts);
  const agreement: AgreementBody = { kind: 'agreement', base, waived, rows, isRefinancing: true };
  return { isOffered: true, agreement, today, total, cost: subtract(total, today) };
}

/** Interest that the agreed plan asks on its capital, a fraction per year of 365 days, cut at six decimals. */
export function ownAnnualRate({ schedule }: LoanConditions): string {
  let balance = schedule.principal;
  let centavoDays = 0n;
  for (const row of schedule.rows) {
    centavoDays += BigInt(balance) * BigInt(row.days);
    balance = row.balance;
  }
  const interest = BigInt(sum(schedule.rows.map((row) => row.interest)));
  return toDecimalText(rational(interest * DAYS_PER_YEAR, centavoDays), 6);
}

function planRows(asked: Dues, first: number, terms: PlanTerms): AgreedRow[] {
  const { loan, date, count, firstDueDate, annualRate, payableUntil } = terms;
  const daily = multiply(parseRational(annualRate), rational(1n, DAYS_PER_YEAR));
  let previous = date;
  const periods = Array.from({ length: count }, (_, index) => {
    const dueDate = addMonthsAnchored(firstDueDate, index, dayOfMonth(firstDueDate));
    const rate = multiply(daily, rational(BigInt(daysBetween(previous, dueDate)), 1n));
    previous = dueDate;
    return { dueDate, rate };
  });
  const split = { count, step: loan.rounding.step };
  return spreadCapital(asked.principal, periods, loan).map(
    ({ dueDate, principal, interest, tax }, index): AgreedRow => ({
      number: first + index,
      dueDate,
      payableUntil: payableUntil(dueDate),
      principal,
      interest,
      tax,
      fee: ZERO,
      feeTax: ZERO,
      carried: mapDues((component) =>
        component === 'principal' ? ZERO : equalPart(asked[component], index, split),
      ),
    }),
  );
}

type PlannedPeriod = { readonly dueDate: CalendarDate; readonly rate: Rational };

/** Capital in constant instalments with interest; in equal parts without. */
function spreadCapital(
  principal: Centavos,
  periods: readonly PlannedPeriod[],
  { taxRate, rounding }: LoanConditions,
): (PlannedPeriod & Pick<AmortizedParts, 'principal' | 'interest' | 'tax'>)[] {
  if (periods.every(({ rate }) => rate.num === 0n)) {
    const split = { count: periods.length, step: rounding.step };
    return periods.map((period, index) => ({
      ...period,
      principal: equalPart(principal, index, split),
      interest: ZERO,
      tax: ZERO,
    }));
  }
  const terms = { taxRate: parseRational(taxRate), rounding };
  const instalment = constantInstalment(principal, periods, terms.taxRate, rounding);
  return amortize(principal, periods, { ...terms, instalment });
}

/** Part of an amount split evenly in whole steps; the first parts take the remainder. */
function equalPart(
  amount: Centavos,
  index: number,
  { count, step }: { readonly count: number; readonly step: number },
): Centavos {
  const steps = Math.floor(amount / step);
  const own = Math.floor(steps / count) + (index < steps % count ? 1 : 0);
  return centavos(own * step + (index === 0 ? amount % step : 0));
}

type DueDayTerms = Basis & {
  /** Day of the month, 1 to 31; shorter months use their last. */
  readonly day: number;
};

type DueDayOffer = {
  readonly isOffered: true;
  readonly agreement: AgreementBody;
  readonly total: Centavos;
  /** Interest and tax of the days between the old and the new first due date, part of `total`. */
  readonly added: Centavos;
};

export type DueDayRefusal = 'day' | 'overdue' | 'nothing-owed';

/** Most days that a due date can move. */
const MOST_DAYS_LATER = 31;

/**
 * Figures of a change of the due day on the date (docs/product/loan-changes.md#due-day-change). How often it
 * is offered is for the caller to limit.
 */
export function offerDueDayChange(terms: DueDayTerms): DueDayOffer | Refused<DueDayRefusal> {
  const { loan, payments, date, day, payableUntil } = terms;
  if (!Number.isSafeInteger(day) || day < 1 || day > 31) return refused('day');
  const { overdue, shortfall, acceleratedOn } = loanStanding(loan, payments, date);
  if (overdue > 0 || shortfall > 0 || acceleratedOn !== null) return refused('overdue');
  const state = replayedState(loan, payments, date);
  const first = nextNumber(state);
  const open = unaccruedRows(state);
  const moved = movableDues(state);
  if (moved.length === 0) return refused('nothing-owed');
  const placed = withMovedDates(open, terms);
  if (placed === undefined) return refused('day');
  const added = addedInterest(placed, terms);
  const rows = placed.flatMap((row, index): AgreedRow[] => {
    const { fee, feeTax, movedTo } = row;
    const interest = index === 0 ? add(row.interest, added.interest) : row.interest;
    const tax = index === 0 ? add(row.tax, added.tax) : row.tax;
    const dates = { dueDate: movedTo, payableUntil: payableUntil(movedTo) };
    return moved
      .filter(({ number }) => number === row.number)
      .map(({ dues: { principal, ...carried } }) => {
        const amounts = { principal, interest, tax, fee, feeTax, carried: { ...carried, principal: ZERO } };
        return { number: first + index, ...dates, ...amounts };
      })
      .filter((each) => amountOf(each) > 0);
  });
  const base = sumDues(moved.map(({ dues }) => dues));
  return {
    isOffered: true,
    agreement: { kind: 'agreement', base, waived: NO_DUES, rows, isRefinancing: false },
    total: sum(rows.map(amountOf)),
    added: add(added.interest, added.tax),
  };
}

/** Open row, and its unaccrued part. */
type UnaccruedRow = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly interest: Centavos;
  readonly tax: Centavos;
  readonly fee: Centavos;
  readonly feeTax: Centavos;
  /** Interest over `days`, its running period. */
  readonly running: Centavos;
  readonly days: number;
};

/** Open rows in order; interest of the days to come of a row paid whole ahead belongs to the next one. */
function unaccruedRows(state: State): UnaccruedRow[] {
  const { loan, date } = state;
  let pending = { interest: ZERO, tax: ZERO };
  const rows: UnaccruedRow[] = [];
  for (const position of owing(state)) {
    const { row, settledOn, isDropped, isShortfall, accruedBefore } = position;
    if (isDropped || isShortfall) continue;
    const { interest, tax, fee, feeTax } = unaccruedOf(position, loan, date);
    pending = { interest: add(pending.interest, interest), tax: add(pending.tax, tax) };
    if (settledOn !== null) continue;
    const { number, dueDate, days } = row;
    const running = subtract(row.interest, accruedBefore.interest);
    rows.push({ number, dueDate, ...pending, fee, feeTax, running, days });
    pending = { interest: ZERO, tax: ZERO };
  }
  return rows;
}

function unaccruedOf(
  position: Position,
  loan: LoanConditions,
  date: CalendarDate,
): Pick<UnaccruedRow, 'interest' | 'tax' | 'fee' | 'feeTax'> {
  const { row, carried } = position;
  if (row.dueDate <= date) return { interest: ZERO, tax: ZERO, fee: ZERO, feeTax: ZERO };
  const accrued = accruedOn(position, loan, date);
  return {
    interest: subtract(row.interest, accrued.interest),
    tax: subtract(row.tax, accrued.tax),
    fee: subtract(row.fee, carried.fee),
    feeTax: subtract(row.feeTax, carried.feeTax),
  };
}

type MovedRow = UnaccruedRow & { readonly movedTo: CalendarDate };

/** Rows with their new due dates, in the same months or the next; undefined if the day does not suit them. */
function withMovedDates(open: readonly UnaccruedRow[], { date, day }: DueDayTerms): MovedRow[] | undefined {
  const inMonth = (months: number): MovedRow[] =>
    open.map((row) => ({ ...row, movedTo: addMonthsAnchored(row.dueDate, months, day) }));
  const sameMonth = inMonth(0);
  if (sameMonth.every(({ dueDate, movedTo }) => dueDate === movedTo)) return undefined;
  return [sameMonth, inMonth(1)].find((rows) => {
    let last = date;
    return rows.every(({ dueDate, movedTo }) => {
      const later = daysBetween(dueDate, movedTo);
      const isAfter = movedTo > last;
      last = movedTo;
      return isAfter && later >= 0 && later <= MOST_DAYS_LATER;
    });
  });
}

/** Interest of the days that the first row moves, at its period's interest a day. */
function addedInterest(
  [first]: readonly MovedRow[],
  { loan: { taxRate, rounding }, date }: DueDayTerms,
): { readonly interest: Centavos; readonly tax: Centavos } {
  if (first === undefined || first.running === 0) return { interest: ZERO, tax: ZERO };
  const from = first.dueDate > date ? first.dueDate : date;
  const days = BigInt(daysBetween(from, first.movedTo));
  const interest = roundMoney(BigInt(first.running) * days, BigInt(first.days), rounding);
  return { interest, tax: applyRate(interest, parseRational(taxRate), rounding) };
}

/** First number for a new row: above every one that the loan has had. */
function nextNumber({ positions, loan: { actions = [] } }: State): number {
  const agreed = actions.flatMap((action) => (action.kind === 'agreement' ? action.rows : []));
  return 1 + Math.max(...[...positions.map(({ row }) => row), ...agreed].map(({ number }) => number));
}

function amountOf({ principal, interest, tax, fee, feeTax, carried }: AgreedRow): Centavos {
  return sum([principal, interest, tax, fee, feeTax, totalDues(carried)]);
}
