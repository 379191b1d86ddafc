import { type CalendarDate, daysBetween } from '../../calendar-date.ts';
import {
  type Fraction,
  NOTHING,
  type OracleRounding,
  fraction,
  least,
  plus,
  rounded,
  times,
} from './arithmetic.ts';
import { PARTS, type OracleTerms, type Parts, noParts } from './terms.ts';

/** Interest and its tax. */
export type Interest = { readonly interest: bigint; readonly tax: bigint };

export const NO_INTEREST: Interest = { interest: 0n, tax: 0n };

/** A row's part in the plan that a prepayment plans again. */
export type Agreed = Interest & {
  readonly principal: bigint;
  /** Capital of the plan before the row. */
  readonly before: bigint;
  /** First day of the row's interest. */
  readonly start: CalendarDate;
};

/** Days of an agreed period, and their interest as a fraction of the capital. */
export type Pace = { readonly from: CalendarDate; readonly to: CalendarDate; readonly rate: Fraction };

/** State of an instalment or a shortfall on a day. */
export type Slot = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly payableUntil: CalendarDate;
  readonly isShortfall: boolean;
  /** Absent for a shortfall and for what an agreement found more. */
  readonly agreed?: Agreed;
  /** Part of `charged` carried over from the rows that an agreement ended: accrued from the beginning. */
  readonly carried: Parts;
  readonly charged: Parts;
  readonly paid: Parts;
  readonly waived: Parts;
  readonly moved: Parts;
  /** Interest and tax accrued by `start`; the rest accrues evenly until the due date. */
  base: Interest;
  part: Interest;
  /** Interest of the plan that ended, and tax, which had not accrued by then. */
  left: Interest;
  start: CalendarDate;
  /** Agreed periods joined in the row's period, each with its rate; empty before a plan. */
  pace: readonly Pace[];
  /** Capital not paid when its interest to come was planned. */
  planned: bigint;
  /** Paid whole, dropped or closed: excluded from planning. */
  isOut: boolean;
  settledOn: CalendarDate | undefined;
  /** Unpaid capital times days with default interest, centavo-days. */
  capitalDays: bigint;
};

export function newSlot(
  facts: Pick<Slot, 'number' | 'dueDate' | 'payableUntil' | 'isShortfall' | 'start' | 'agreed'>,
  fresh: Partial<Parts>,
  carried: Readonly<Parts> = noParts(),
): Slot {
  const charged = { ...noParts(), ...fresh };
  for (const part of PARTS) charged[part] += carried[part];
  return {
    ...facts,
    carried: { ...carried },
    charged,
    paid: noParts(),
    waived: noParts(),
    moved: noParts(),
    base: { interest: carried.interest, tax: carried.tax },
    part: { interest: fresh.interest ?? 0n, tax: fresh.tax ?? 0n },
    left: NO_INTEREST,
    pace: [],
    planned: charged.principal,
    isOut: false,
    settledOn: undefined,
    capitalDays: 0n,
  };
}

export function owedParts({ charged, paid, waived, moved }: Slot): Parts {
  const owed = noParts();
  for (const part of PARTS) owed[part] = charged[part] - paid[part] - waived[part] - moved[part];
  return owed;
}

export function unpaidCapital({ charged, paid, waived, moved }: Slot): bigint {
  return charged.principal - paid.principal - waived.principal - moved.principal;
}

export function owedOf({ charged, paid, waived, moved }: Slot): bigint {
  let owed = 0n;
  for (const part of PARTS) owed += charged[part] - paid[part] - waived[part] - moved[part];
  return owed;
}

/** Pays a slot part by part, as far as the money reaches. Returns the amount used. */
export function cover(slot: Slot, money: bigint, on: CalendarDate): bigint {
  return money === 0n ? 0n : coverParts(slot, owedParts(slot), money, on);
}

/** Pays a slot's debt, part by part, as far as the money goes. @returns the amount used */
export function coverParts(slot: Slot, owed: Readonly<Parts>, money: bigint, on: CalendarDate): bigint {
  let left = money;
  for (const part of PARTS) {
    const taken = least(left, owed[part]);
    slot.paid[part] += taken;
    left -= taken;
  }
  if (money > left && owedOf(slot) === 0n) {
    slot.isOut = true;
    slot.settledOn = on;
  }
  return money - left;
}

/** docs/product/loan-and-money.md#what-accrues */
export function accrued(slot: Slot, on: CalendarDate, terms: OracleTerms): Interest {
  const { base, part, start, dueDate, pace } = slot;
  if (on >= dueDate) return addInterest(base, part);
  if (on <= start) return base;
  const share = paceShare(pace, on) ?? {
    num: BigInt(daysBetween(start, on)),
    den: BigInt(daysBetween(start, dueDate)),
  };
  const interest = rounded(part.interest, share, terms);
  return addInterest(base, { interest, tax: least(part.tax, taxOn(interest, terms.taxRate, terms)) });
}

/** Share of the periods' interest accrued by a day; undefined if they bear none. */
function paceShare(pace: readonly Pace[], on: CalendarDate): Fraction | undefined {
  let run = NOTHING;
  let all = NOTHING;
  for (const { from, to, rate } of pace) {
    all = plus(all, rate);
    if (on >= to) run = plus(run, rate);
    else if (on > from) {
      const days = { num: BigInt(daysBetween(from, on)), den: BigInt(daysBetween(from, to)) };
      run = plus(run, times(rate, days));
    }
  }
  return all.num === 0n ? undefined : { num: run.num * all.den, den: run.den * all.num };
}

/** Ends a row's plan on a day: what has accrued stays. */
export function endPlan(slot: Slot, on: CalendarDate, terms: OracleTerms): Interest {
  const { base, part } = slot;
  const now = accrued(slot, on, terms);
  slot.left = {
    interest: base.interest + part.interest - now.interest,
    tax: base.tax + part.tax - now.tax,
  };
  slot.base = now;
  slot.part = NO_INTEREST;
  return now;
}

/** Accrued amounts of a future row except capital: its interest and carried amounts. */
export function accruedParts(slot: Slot, on: CalendarDate, terms: OracleTerms): Parts {
  return { ...slot.carried, ...accrued(slot, on, terms), principal: 0n };
}

export function addInterest(a: Interest, b: Interest): Interest {
  return { interest: a.interest + b.interest, tax: a.tax + b.tax };
}

export function taxOn(amount: bigint, rate: string, rounding: OracleRounding): bigint {
  return rounded(amount, fraction(rate), rounding);
}
