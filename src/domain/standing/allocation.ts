import { type Centavos, ZERO, add, centavos, smaller, subtract } from '../money.ts';

/**
 * Components of an instalment in order of allocation: default interest, its tax, interest, tax, capital
 * (docs/product/loan-and-money.md#allocation). Charges come before interest, like default interest, so that
 * capital is always covered last.
 */
export const COMPONENTS = [
  'defaultInterest',
  'defaultInterestTax',
  'fee',
  'feeTax',
  'interest',
  'tax',
  'principal',
] as const;

export type Component = (typeof COMPONENTS)[number];

/** An amount per component, in centavos. */
export type Dues = Readonly<Record<Component, Centavos>>;

export const NO_DUES: Dues = {
  defaultInterest: ZERO,
  defaultInterestTax: ZERO,
  fee: ZERO,
  feeTax: ZERO,
  interest: ZERO,
  tax: ZERO,
  principal: ZERO,
};

export type InstalmentDues = { readonly number: number; readonly dues: Dues };

export type Allocation = {
  /** Amounts allocated to each instalment; instalments without any are omitted. */
  readonly parts: readonly InstalmentDues[];
  /** Remainder after all debt is paid; it belongs to the customer. */
  readonly excess: Centavos;
};

export function mapDues(value: (component: Component) => Centavos): Dues {
  return {
    defaultInterest: value('defaultInterest'),
    defaultInterestTax: value('defaultInterestTax'),
    fee: value('fee'),
    feeTax: value('feeTax'),
    interest: value('interest'),
    tax: value('tax'),
    principal: value('principal'),
  };
}

export function addDues(a: Dues, b: Dues): Dues {
  return mapDues((component) => add(a[component], b[component]));
}

export function subtractDues(a: Dues, b: Dues): Dues {
  return mapDues((component) => subtract(a[component], b[component]));
}

export function sumDues(dues: readonly Dues[]): Dues {
  let total = NO_DUES;
  for (const part of dues) total = addDues(total, part);
  return total;
}

export function totalDues(dues: Dues): Centavos {
  const { defaultInterest, defaultInterestTax, fee, feeTax, interest, tax, principal } = dues;
  return centavos(defaultInterest + defaultInterestTax + fee + feeTax + interest + tax + principal);
}

/**
 * Allocates a payment to the debts in the given order, and within an instalment by {@link COMPONENTS}. Parts
 * and excess always add up to the payment. @throws RangeError for a payment that is not positive.
 */
export function allocate(amount: Centavos, owed: readonly InstalmentDues[]): Allocation {
  if (amount <= 0) throw new RangeError(`a payment must be positive: ${amount}`);
  let left = amount;
  const parts: InstalmentDues[] = [];
  for (const { number, dues } of owed) {
    const covered = mapDues((component) => {
      const part = smaller(left, dues[component]);
      left = subtract(left, part);
      return part;
    });
    if (totalDues(covered) > 0) parts.push({ number, dues: covered });
  }
  return { parts, excess: left };
}
