import {
  type Dues,
  type InstalmentDues,
  NO_DUES,
  addDues,
  allocate,
  mapDues,
  subtractDues,
  totalDues,
} from './allocation.ts';
import type { CalendarDate } from '../calendar-date.ts';
import { type Centavos, ZERO, add, smaller, subtract, sum } from '../money.ts';

/** What one payment came to so far; money that it left over may cover more of the loan later. */
type Ledgered = {
  readonly paymentId: string;
  parts: readonly InstalmentDues[];
  /** What of it is the customer's; below zero for money that was taken out. */
  excess: Centavos;
  /** Of `excess`, what can still be used. */
  held: Centavos;
  /** Of `excess`, what made up for money that had been taken out beyond what was there. */
  readonly madeUp: Centavos;
};

/** Money in favour that paid instalments on a day. */
export type CreditUse = { readonly date: CalendarDate; readonly parts: readonly InstalmentDues[] };

/** Money in favour while payments are replayed: what each payment has left over is used oldest first. */
export class CreditAccount {
  readonly payments: Ledgered[] = [];
  readonly uses: CreditUse[] = [];
  private missing = ZERO;

  /** What can be used now. */
  get held(): Centavos {
    return sum(this.payments.map(({ held }) => held));
  }

  /** Taken out beyond what was held: the customer's next money makes up for it first. */
  get shortfall(): Centavos {
    return this.missing;
  }

  /** A payment came: what it covered, and what it left over. */
  add(paymentId: string, parts: readonly InstalmentDues[], excess: Centavos): void {
    const madeUp = smaller(this.missing, excess);
    this.missing = subtract(this.missing, madeUp);
    this.payments.push({ paymentId, parts, excess, held: subtract(excess, madeUp), madeUp });
  }

  /** Money was given back to the customer or moved to another of their loans. `amount` is positive. */
  takeOut(paymentId: string, amount: Centavos): void {
    this.payments.push({ paymentId, parts: [], excess: subtract(ZERO, amount), held: ZERO, madeUp: ZERO });
    let left = amount;
    for (const payment of this.payments) {
      const part = smaller(payment.held, left);
      payment.held = subtract(payment.held, part);
      left = subtract(left, part);
    }
    this.missing = add(this.missing, left);
  }

  /**
   * Uses what is held for what is owed, the oldest instalment first.
   * @returns what it covered
   */
  pay(owed: readonly InstalmentDues[], date: CalendarDate): readonly InstalmentDues[] {
    const { held } = this;
    if (held <= 0) return [];
    const { parts } = allocate(held, owed);
    this.use(parts, date);
    return parts;
  }

  /** Notes that what is held covered these parts, which are not more than is held. */
  use(parts: readonly InstalmentDues[], date: CalendarDate): void {
    if (parts.length === 0) return;
    this.uses.push({ date, parts });
    let rest = parts;
    for (const payment of this.payments) {
      if (payment.held <= 0) continue;
      const [covered, left] = splitParts(rest, payment.held);
      const amount = totalOf(covered);
      payment.parts = mergeParts(payment.parts, covered);
      payment.excess = subtract(payment.excess, amount);
      payment.held = subtract(payment.held, amount);
      rest = left;
    }
  }
}

/**
 * The day from which money can count that is to count from `day`: not before money in favour was last taken out, since
 * that would be used a second time.
 */
export function countsFrom(
  day: CalendarDate,
  payments: readonly { readonly amount: Centavos; readonly valueDate: CalendarDate }[],
): CalendarDate {
  const takenOut = payments.filter(({ amount }) => amount < 0).map(({ valueDate }) => valueDate);
  return takenOut.reduce((latest, each) => (each > latest ? each : latest), day);
}

/** What an amount covers of the parts, in their order, and the parts that are left. */
export function splitParts(
  parts: readonly InstalmentDues[],
  amount: Centavos,
): readonly [covered: readonly InstalmentDues[], left: readonly InstalmentDues[]] {
  let available = amount;
  const split = parts.map(({ number, dues }) => {
    const covered = mapDues((component) => {
      const part = smaller(available, dues[component]);
      available = subtract(available, part);
      return part;
    });
    return { covered: { number, dues: covered }, left: { number, dues: subtractDues(dues, covered) } };
  });
  return [
    split.map(({ covered }) => covered).filter(isSomething),
    split.map(({ left }) => left).filter(isSomething),
  ];
}

/** Each item with what it gets of the available amount, in their order and never more than its own amount. */
export function allot<T>(
  available: Centavos,
  items: readonly T[],
  amountOf: (item: T) => Centavos,
): (readonly [item: T, part: Centavos])[] {
  let left = available;
  return items.map((item) => {
    const part = smaller(left, amountOf(item));
    left = subtract(left, part);
    return [item, part] as const;
  });
}

const isSomething = ({ dues }: InstalmentDues): boolean => totalDues(dues) > 0;

function totalOf(parts: readonly InstalmentDues[]): Centavos {
  return sum(parts.map(({ dues }) => totalDues(dues)));
}

/** The same amounts, one entry an instalment. */
export function mergeParts(
  parts: readonly InstalmentDues[],
  more: readonly InstalmentDues[],
): readonly InstalmentDues[] {
  const byNumber = new Map<number, Dues>();
  for (const { number, dues } of [...parts, ...more])
    byNumber.set(number, addDues(byNumber.get(number) ?? NO_DUES, dues));
  return [...byNumber].map(([number, dues]) => ({ number, dues }));
}
