import { appendFileSync } from 'node:fs';

export type Kind = 'loan' | 'payment';

/** One thing that somebody wanted, and what became of it. */
export interface Wish {
  readonly kind: Kind;
  /** Who wanted it: the applicant, or the customer of the portfolio. */
  readonly who: number;
  readonly askedAt: number;
  /** When it was acknowledged; undefined while it was not. */
  doneAt?: number;
  /** The product's own name for it, of the answer. */
  id?: string;
  /** Answers that were not the one that was wanted, as `status code`. */
  readonly failures: string[];
}

/** What was asked and what was acknowledged, each acknowledged answer also in a file as soon as it came. */
export class Journal {
  readonly #file: string | undefined;
  readonly wishes: Wish[] = [];

  constructor(file?: string) {
    this.#file = file;
  }

  begin(kind: Kind, who: number, now: number): Wish {
    const wish: Wish = { kind, who, askedAt: now, failures: [] };
    this.wishes.push(wish);
    return wish;
  }

  acknowledge(wish: Wish, id: string, now: number): void {
    Object.assign(wish, { id, doneAt: now });
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(wish)}\n`);
  }

  acknowledged(): readonly Wish[] {
    return this.wishes.filter(({ doneAt }) => doneAt !== undefined);
  }

  /** What was lost on purpose is not looked for any more. */
  forget(lost: readonly string[]): void {
    const kept = this.wishes.filter((wish) => !lost.includes(nameOf(wish)));
    this.wishes.splice(0, this.wishes.length, ...kept);
  }

  failures(from: number, to: number): readonly string[] {
    return this.wishes
      .filter(({ askedAt }) => askedAt >= from && askedAt <= to)
      .flatMap((wish) => wish.failures);
  }
}

/** The longest time without an acknowledged write between two instants, milliseconds. */
export function longestPause(wishes: readonly Pick<Wish, 'doneAt'>[], from: number, to: number): number {
  const times = wishes
    .flatMap(({ doneAt }) => (doneAt === undefined || doneAt <= from || doneAt >= to ? [] : [doneAt]))
    .toSorted((a, b) => a - b);
  return Math.max(...[...times, to].map((time, at) => time - (times[at - 1] ?? from)));
}

/** Rows of the database, as far as they are compared. */
export interface Books {
  /** Public ids of the loans of each applicant. */
  readonly loans: ReadonlyMap<number, readonly string[]>;
  /** How many payments each customer of the portfolio has made, those that the load did not make left out. */
  readonly payments: ReadonlyMap<number, number>;
}

export interface Compared {
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** There more than once, or never asked for. */
  readonly doubled: readonly string[];
}

/** What is said of it where it is missing. */
export const nameOf = ({ kind, who, id }: Wish) => `${kind} ${who} ${id}`;

/** What the product acknowledged against what its database has. */
export function compare(wishes: readonly Wish[], books: Books): Compared {
  const lost: string[] = [];
  const doubled: string[] = [];
  const asked = { loan: new Map<number, Wish>(), payment: new Map<number, Wish>() };
  for (const wish of wishes) asked[wish.kind].set(wish.who, wish);
  for (const wish of asked.loan.values())
    if (wish.doneAt !== undefined && !books.loans.get(wish.who)?.includes(wish.id ?? ''))
      lost.push(nameOf(wish));
  for (const [who, ids] of books.loans)
    if (ids.length > 1 || !asked.loan.has(who)) doubled.push(`loan ${who} ${ids.join(' ')}`);
  for (const wish of asked.payment.values())
    if (wish.doneAt !== undefined && !books.payments.get(wish.who)) lost.push(nameOf(wish));
  for (const [who, count] of books.payments)
    if (count > 1 || !asked.payment.has(who)) doubled.push(`payment ${who} ×${count}`);
  return { lost, doubled };
}
