import { appendFileSync } from 'node:fs';

export type Kind = 'loan' | 'payment';

/** A requested operation and its outcome. */
export interface Wish {
  readonly kind: Kind;
  /** Applicant, or customer of the portfolio. */
  readonly who: number;
  readonly askedAt: number;
  /** Time of the acknowledgement; undefined until then. */
  doneAt?: number;
  /** Public id from the answer. */
  id?: string;
  /** Unexpected answers, as `status code`. */
  readonly failures: string[];
}

/** Records requests and acknowledgements; each acknowledgement is also written to a file on arrival. */
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

  /** Stops expecting what was lost on purpose. */
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

/** Longest time without an acknowledged write between two instants, ms. */
export function longestPause(wishes: readonly Pick<Wish, 'doneAt'>[], from: number, to: number): number {
  const times = wishes
    .flatMap(({ doneAt }) => (doneAt === undefined || doneAt <= from || doneAt >= to ? [] : [doneAt]))
    .toSorted((a, b) => a - b);
  return Math.max(...[...times, to].map((time, at) => time - (times[at - 1] ?? from)));
}

/** Database rows to compare. */
export interface Books {
  /** Public ids of each applicant's loans. */
  readonly loans: ReadonlyMap<number, readonly string[]>;
  /** Payments of each portfolio customer, except those from outside the load. */
  readonly payments: ReadonlyMap<number, number>;
}

export interface Compared {
  /** Acknowledged but missing. */
  readonly lost: readonly string[];
  /** Duplicated, or never requested. */
  readonly doubled: readonly string[];
}

/** Description in reports of lost operations. */
export const nameOf = ({ kind, who, id }: Wish) => `${kind} ${who} ${id}`;

/** Compares acknowledgements with the database. */
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
