import { type CalendarDate, daysBetween } from '../../calendar-date.ts';
import { type OracleRounding, fraction, least, rounded, total } from './arithmetic.ts';
import { PARTS, type OracleTerms, type Parts, noParts } from './terms.ts';

/** Interest and its tax. */
export type Interest = { readonly interest: bigint; readonly tax: bigint };

export const NO_INTEREST: Interest = { interest: 0n, tax: 0n };

/** State of an instalment or a shortfall on a day. */
export type Slot = {
  readonly number: number;
  readonly dueDate: CalendarDate;
  readonly payableUntil: CalendarDate;
  readonly isShortfall: boolean;
  readonly charged: Parts;
  readonly paid: Parts;
  readonly waived: Parts;
  /** Interest and tax accrued by `start`; the rest accrues evenly until the due date. */
  base: Interest;
  part: Interest;
  start: CalendarDate;
  /** Paid whole, dropped or closed: excluded from planning. */
  isOut: boolean;
  settledOn: CalendarDate | undefined;
  /** Unpaid capital times days with default interest, centavo-days. */
  capitalDays: bigint;
};

export function newSlot(
  facts: Pick<Slot, 'number' | 'dueDate' | 'payableUntil' | 'isShortfall' | 'start'>,
  charged: Partial<Parts>,
): Slot {
  const agreed = { interest: charged.interest ?? 0n, tax: charged.tax ?? 0n };
  return {
    ...facts,
    charged: { ...noParts(), ...charged },
    paid: noParts(),
    waived: noParts(),
    base: NO_INTEREST,
    part: agreed,
    isOut: false,
    settledOn: undefined,
    capitalDays: 0n,
  };
}

export function owedParts({ charged, paid, waived }: Slot): Parts {
  const owed = noParts();
  for (const part of PARTS) owed[part] = charged[part] - paid[part] - waived[part];
  return owed;
}

export function owedOf(slot: Slot): bigint {
  return total(Object.values(owedParts(slot)));
}

/** Pays a slot part by part, as far as the money reaches. Returns the amount used. */
export function cover(slot: Slot, money: bigint, on: CalendarDate): bigint {
  const owed = owedParts(slot);
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
  const { base, part, start, dueDate } = slot;
  if (on >= dueDate) return addInterest(base, part);
  if (on <= start) return base;
  const share = { num: BigInt(daysBetween(start, on)), den: BigInt(daysBetween(start, dueDate)) };
  const interest = rounded(part.interest, share, terms);
  return addInterest(base, { interest, tax: least(part.tax, taxOn(interest, terms.taxRate, terms)) });
}

export function addInterest(a: Interest, b: Interest): Interest {
  return { interest: a.interest + b.interest, tax: a.tax + b.tax };
}

export function taxOn(amount: bigint, rate: string, rounding: OracleRounding): bigint {
  return rounded(amount, fraction(rate), rounding);
}
