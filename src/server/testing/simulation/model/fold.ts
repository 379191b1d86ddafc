import { type CalendarDate } from '../../../../domain/calendar-date.ts';
import {
  type Amounts,
  type Cell,
  cellsOf,
  closingOf,
  nothing,
  owedOf,
  PARTS,
  runLate,
  type Terms,
  totalOf,
} from './cells.ts';
import { payAhead } from './replan.ts';

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
  readonly meant: readonly number[] | 'close' | 'fewer' | 'smaller';
}

interface Want {
  readonly cell: Cell;
  readonly owed: Amounts;
}

/** How a loan stands when its money has been gone through in the order of its days. */
export class Fold {
  readonly cells: readonly Cell[];
  /** What was given back or moved beyond what was there. */
  missing = 0;
  /** Money in favour has ever paid something. */
  hasUsed = false;
  /** What each money has left in favour, the oldest first. */
  private readonly lots: { readonly id: string; left: number }[] = [];
  private day: CalendarDate;
  private readonly terms: Terms;

  constructor(terms: Terms, moneys: readonly Money[], until: CalendarDate) {
    this.terms = terms;
    this.cells = cellsOf(terms);
    this.day = terms.schedule.disbursementDate;
    const counting = moneys.filter(({ day }) => day <= until).flatMap(piecesOf);
    // The order of arrival stays within a day.
    counting.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
    for (const money of counting) {
      this.goTo(money.day);
      this.take(money);
      this.payDue();
    }
    this.goTo(until);
  }

  get held(): number {
    return this.lots.reduce((sum, { left }) => sum + left, 0);
  }

  heldOf(id: string): number {
    return this.lots.filter((lot) => lot.id === id).reduce((sum, { left }) => sum + left, 0);
  }

  get isSettled(): boolean {
    return this.missing === 0 && this.open.length === 0;
  }

  get open(): readonly Cell[] {
    return this.cells.filter(({ settledOn }) => settledOn === null);
  }

  /** What closes the loan now, without what is held. */
  get closing(): number {
    return this.cells.reduce((sum, cell) => sum + totalOf(closingOf(cell, this.terms, this.day)), 0);
  }

  /** Owed for each instalment, and of that what money in favour will pay: the oldest first. */
  owing(): readonly { readonly cell: Cell; readonly total: number; readonly credit: number }[] {
    let left = this.held;
    return this.cells.map((cell) => {
      const total = totalOf(owedOf(cell, this.terms));
      const credit = Math.min(left, total);
      left -= credit;
      return { cell, total, credit };
    });
  }

  private goTo(day: CalendarDate): void {
    for (const cell of this.cells) {
      if (this.held <= 0) break;
      if (cell.settledOn !== null || cell.due <= this.day || cell.due > day) continue;
      runLate(this.cells, this.day, cell.due);
      this.day = cell.due;
      this.payDue();
    }
    runLate(this.cells, this.day, day);
    this.day = day;
  }

  private take(money: Money): void {
    const { id, amount, meant } = money;
    if (amount < 0) return this.takeOut(-amount);
    if (typeof meant === 'string') {
      if (this.close(id, amount) || this.ahead(amount, meant)) return;
      if (amount > 0) this.keep(id, this.spend(amount, this.wants(this.open)));
      return;
    }
    if (amount === 0) return;
    // What money in favour will pay of the chosen ones is not asked of the payment.
    const chosen = () => this.open.filter(({ number }) => meant.includes(number));
    const asked = this.owing()
      .filter(({ cell }) => cell.settledOn === null && meant.includes(cell.number))
      .map(({ cell, total, credit }) => ({ cell, owed: firstOf(owedOf(cell, this.terms), total - credit) }));
    const rest = this.spend(amount, asked);
    this.keep(id, rest === 0 ? 0 : this.spend(rest, this.wants(chosen())));
    // Nothing is left to be asked for: money in favour pays its part now.
    const covered = this.owing().filter(
      ({ cell, total, credit }) => cell.settledOn === null && meant.includes(cell.number) && credit === total,
    );
    this.use(this.wants(covered.map(({ cell }) => cell)));
  }

  /** Closes the loan, if that and what is held suffice. */
  private close(id: string, amount: number): boolean {
    if (amount + this.held < this.closing) return false;
    for (const cell of this.cells) {
      const [owed, closing] = [owedOf(cell, this.terms), closingOf(cell, this.terms, this.day)];
      for (const part of PARTS) cell.waived[part] += owed[part] - closing[part];
    }
    this.settle();
    const rest = this.spend(amount, this.wants(this.open));
    this.use(this.wants(this.open));
    this.keep(id, rest);
    return true;
  }

  private ahead(amount: number, meant: 'close' | 'fewer' | 'smaller'): boolean {
    if (amount <= 0) return false;
    const fromHeld = meant === 'close' ? this.held : 0;
    const mode = meant === 'close' ? 'fewer' : meant;
    if (!payAhead(this.cells, this.terms, this.day, amount + fromHeld, mode)) return false;
    if (fromHeld > 0) this.hasUsed = true;
    this.draw(fromHeld);
    return true;
  }

  private takeOut(amount: number): void {
    const there = Math.min(amount, this.held);
    this.draw(there);
    this.missing += amount - there;
  }

  private keep(id: string, excess: number): void {
    const made = Math.min(this.missing, excess);
    this.missing -= made;
    this.lots.push({ id, left: excess - made });
  }

  private draw(amount: number): void {
    let left = amount;
    for (const lot of this.lots) {
      const part = Math.min(lot.left, left);
      lot.left -= part;
      left -= part;
    }
  }

  private payDue(): void {
    this.use(this.wants(this.open.filter(({ due }) => due <= this.day)));
  }

  private use(wants: readonly Want[]): void {
    const { held } = this;
    if (held <= 0 || wants.length === 0) return;
    const used = held - this.spend(held, wants);
    if (used > 0) this.hasUsed = true;
    this.draw(used);
  }

  private wants(cells: readonly Cell[]): Want[] {
    return cells.map((cell) => ({ cell, owed: owedOf(cell, this.terms) }));
  }

  /** @returns what is left */
  private spend(amount: number, wants: readonly Want[]): number {
    let left = amount;
    for (const { cell, owed } of wants)
      for (const part of PARTS) {
        const some = Math.min(left, owed[part]);
        cell.paid[part] += some;
        left -= some;
      }
    this.settle();
    return left;
  }

  private settle(): void {
    for (const cell of this.open) if (totalOf(owedOf(cell, this.terms)) === 0) cell.settledOn = this.day;
  }
}

function piecesOf(money: Money): Money[] {
  const { priced, amount, day } = money;
  if (priced === undefined || priced.on >= day) return [money];
  const first = { ...money, day: priced.on, amount: Math.min(amount, priced.amount) };
  return first.amount === amount ? [first] : [first, { ...money, amount: amount - first.amount }];
}

/** The first `amount` of the parts. */
function firstOf(owed: Amounts, amount: number): Amounts {
  const first = nothing();
  let left = amount;
  for (const part of PARTS) {
    first[part] = Math.min(left, owed[part]);
    left -= first[part];
  }
  return first;
}
