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
import { type Centavos, ZERO, add, larger, smaller, subtract, sum } from '../money.ts';

/** A payment so far; its remainder may cover more of the loan later. */
type Ledgered = {
  readonly paymentId: string;
  parts: readonly InstalmentDues[];
  /** The customer's part; negative for money taken out. */
  excess: Centavos;
  /** Part of `excess` still usable. */
  held: Centavos;
  /** Part of `excess` that made up for an earlier withdrawal larger than the credit held. */
  madeUp: Centavos;
};

export type CreditUse = { readonly date: CalendarDate; readonly parts: readonly InstalmentDues[] };

type Freed = { readonly payment: Ledgered; readonly amount: Centavos };

/** Customer credit while payments are replayed; the oldest remainder is used first. */
export class CreditAccount {
  readonly payments: Ledgered[] = [];
  readonly uses: CreditUse[] = [];
  private readonly shortfalls: ReadonlySet<number>;
  private reserved = ZERO;

  /** @param shortfalls numbers of the rows that are shortfalls, as they arise */
  constructor(shortfalls: ReadonlySet<number>) {
    this.shortfalls = shortfalls;
  }

  get held(): Centavos {
    return sum(this.payments.map(({ held }) => held));
  }

  /** Amount held, less the reserve. */
  get available(): Centavos {
    return larger(ZERO, subtract(this.held, this.reserved));
  }

  /**
   * Reserves part of the held amount, in centavos, that leaves the loan at the end of the day. @param first
   * part of it that money arriving on the day pays before anything else
   */
  setAside(leaving: Centavos, first: Centavos): void {
    this.reserved = larger(first, smaller(leaving, this.held));
  }

  /** Adds a payment, or another part of one: its covered parts and its remainder. */
  add(paymentId: string, parts: readonly InstalmentDues[], excess: Centavos): void {
    const madeUp = this.shortfallIn(parts);
    const earlier = this.payments.find((each) => each.paymentId === paymentId);
    const payment = earlier ?? { paymentId, parts: [], excess: ZERO, held: ZERO, madeUp: ZERO };
    if (earlier === undefined) this.payments.push(payment);
    payment.parts = mergeParts(payment.parts, this.withoutShortfall(parts));
    payment.excess = add(payment.excess, add(excess, madeUp));
    payment.held = add(payment.held, excess);
    payment.madeUp = add(payment.madeUp, madeUp);
  }

  /**
   * Takes out money that was refunded or moved to another loan of the customer. `amount` is positive.
   * @returns the missing amount
   */
  takeOut(paymentId: string, amount: Centavos): Centavos {
    const excess = subtract(ZERO, amount);
    this.payments.push({ paymentId, parts: [], excess, held: ZERO, madeUp: ZERO });
    let left = amount;
    for (const payment of this.payments) {
      const part = smaller(payment.held, left);
      payment.held = subtract(payment.held, part);
      left = subtract(left, part);
    }
    return left;
  }

  /** Pays debts from the available amount, oldest instalment first. @returns the covered parts */
  pay(owed: readonly InstalmentDues[], date: CalendarDate): readonly InstalmentDues[] {
    const { available } = this;
    if (available <= 0) return [];
    const { parts } = allocate(available, owed);
    this.use(parts, date);
    return parts;
  }

  /** Records that credit covered these parts, which never exceed the amount held. */
  use(parts: readonly InstalmentDues[], date: CalendarDate): void {
    if (parts.length === 0) return;
    this.uses.push({ date, parts });
    let rest = parts;
    for (const payment of this.payments) {
      if (payment.held <= 0) continue;
      const [covered, left] = splitParts(rest, payment.held);
      const madeUp = this.shortfallIn(covered);
      const amount = totalOf(covered);
      payment.parts = mergeParts(payment.parts, this.withoutShortfall(covered));
      payment.excess = subtract(payment.excess, subtract(amount, madeUp));
      payment.held = subtract(payment.held, amount);
      payment.madeUp = add(payment.madeUp, madeUp);
      rest = left;
    }
  }

  /** Frees amounts that payments had covered, newest payment first. */
  release(parts: readonly InstalmentDues[]): Freed[] {
    const freed: Freed[] = [];
    let wanted = parts;
    for (const payment of this.payments.toReversed()) {
      let amount = ZERO;
      wanted = wanted.map(({ number, dues }) => {
        const own = payment.parts.find((each) => each.number === number)?.dues ?? NO_DUES;
        const taken = mapDues((component) => smaller(own[component], dues[component]));
        amount = add(amount, totalDues(taken));
        payment.parts = takeFrom(payment.parts, { number, dues: taken });
        return { number, dues: subtractDues(dues, taken) };
      });
      if (amount > 0) freed.push({ payment, amount });
    }
    return freed;
  }

  /** Covers other parts with freed amounts; the remainder becomes credit. @returns the parts not covered */
  replace(freed: readonly Freed[], parts: readonly InstalmentDues[]): readonly InstalmentDues[] {
    let rest = parts;
    for (const { payment, amount } of freed) {
      const [covered, left] = splitParts(rest, amount);
      this.add(payment.paymentId, covered, subtract(amount, totalOf(covered)));
      rest = left;
    }
    return rest;
  }

  private shortfallIn(parts: readonly InstalmentDues[]): Centavos {
    return sum(parts.filter(({ number }) => this.shortfalls.has(number)).map(({ dues }) => dues.principal));
  }

  /** Omits capital of shortfalls: it makes up for credit that no instalment had received. */
  private withoutShortfall(parts: readonly InstalmentDues[]): readonly InstalmentDues[] {
    return parts
      .map((part) =>
        this.shortfalls.has(part.number) ? { ...part, dues: { ...part.dues, principal: ZERO } } : part,
      )
      .filter(isSomething);
  }
}

/**
 * Earliest value day for money meant to count from `day`: not before the last withdrawal of credit, or it
 * would be used twice.
 */
export function countsFrom(
  day: CalendarDate,
  payments: readonly { readonly amount: Centavos; readonly valueDate: CalendarDate }[],
): CalendarDate {
  const takenOut = payments.filter(({ amount }) => amount < 0).map(({ valueDate }) => valueDate);
  return takenOut.reduce((latest, each) => (each > latest ? each : latest), day);
}

/** Splits parts, in order, into those that an amount covers and the remaining ones. */
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

/** Allots the available amount to the items in order, never more than an item's own amount. */
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

function takeFrom(parts: readonly InstalmentDues[], taken: InstalmentDues): readonly InstalmentDues[] {
  return parts
    .map((part) =>
      part.number === taken.number ? { ...part, dues: subtractDues(part.dues, taken.dues) } : part,
    )
    .filter(isSomething);
}

function totalOf(parts: readonly InstalmentDues[]): Centavos {
  return sum(parts.map(({ dues }) => totalDues(dues)));
}

export function mergeParts(
  parts: readonly InstalmentDues[],
  more: readonly InstalmentDues[],
): readonly InstalmentDues[] {
  const byNumber = new Map<number, Dues>();
  for (const { number, dues } of [...parts, ...more])
    byNumber.set(number, addDues(byNumber.get(number) ?? NO_DUES, dues));
  return [...byNumber].map(([number, dues]) => ({ number, dues }));
}
