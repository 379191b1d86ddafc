import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { OpenPaymentState } from '../../../../domain/standing/instalment-state.ts';
import { centavos, smaller } from '../../../../domain/money.ts';
import type { LoanConditions } from '../../../../domain/standing/position.ts';
import type { Payment } from '../../../../domain/standing/payment.ts';
import {
  loanStanding,
  payoffToPay,
  totalOf,
  type LoanStanding,
} from '../../../../domain/standing/standing.ts';
import { pricedStanding } from '../../../loans/service.ts';

/** A payment that was asked for, in the model. */
export interface Noted {
  readonly hash: string;
  readonly reference: string;
  readonly method: string;
  readonly purpose: string;
  readonly numbers: readonly number[];
  readonly amount: number;
  readonly pricedOn: CalendarDate;
  readonly dueDate: CalendarDate;
  state: 'open' | 'paid' | 'rejected' | 'deleted' | 'expired' | 'reversed';
  /** When it was given up, or ended by other money; absent for one that ran out or was paid. */
  closedOn?: CalendarDate;
  /** Reports that were booked for it, in their order. */
  readonly reports: string[];
}

/**
 * A model that keeps a list of what was asked for and of the money that counts, and no books at all: each
 * report counts once, one that was taken back does not. What is owed follows from the list by the pure rules.
 */
export class BookModel {
  readonly asked: Noted[] = [];
  readonly conditions: LoanConditions;
  private readonly money: Payment[] = [];
  private readonly takenBack = new Set<string>();
  private readonly refunded = new Map<string, number>();

  constructor(conditions: LoanConditions) {
    this.conditions = conditions;
  }

  get counting(): readonly Payment[] {
    return this.money.filter(({ id }) => !this.takenBack.has(id));
  }

  get collected(): number {
    return this.counting.reduce((sum, { amount }) => sum + amount, 0);
  }

  standing(today: CalendarDate): LoanStanding {
    const open = new Map<number, OpenPaymentState>();
    for (const request of this.openOn(today))
      // A payment ahead issues no instalment: it only keeps others from being asked for.
      if (request.purpose === 'instalments' || request.purpose === 'settlement')
        for (const number of request.numbers)
          open.set(number, request.method === 'mercado-pago' ? 'online' : 'coupon');
    return loanStanding(this.conditions, this.counting, today, open);
  }

  /** Open payments of instalments that money in favour has settled by now have nothing left to pay. */
  useCredit(today: CalendarDate): void {
    const { creditUses, instalments } = this.standing(today);
    if (creditUses.length === 0) return;
    const settled = new Set(
      instalments.filter(({ settledOn }) => settledOn !== null).map(({ number }) => number),
    );
    for (const request of this.asked)
      if (request.state === 'open' && request.purpose === 'instalments')
        if (request.numbers.some((number) => settled.has(number))) this.end(request, 'expired', today);
  }

  stateOf({ state, dueDate }: Noted, today: CalendarDate): Noted['state'] {
    return state === 'open' && dueDate < today ? 'expired' : state;
  }

  private openOn(today: CalendarDate): readonly Noted[] {
    return this.asked.filter((request) => this.stateOf(request, today) === 'open');
  }

  /** Instalments that may be asked for. */
  free(today: CalendarDate): readonly number[] {
    const taken = new Set(this.openOn(today).flatMap(({ numbers }) => numbers));
    return this.standing(today)
      .instalments.filter(({ number, settledOn }) => settledOn === null && !taken.has(number))
      .map(({ number }) => number);
  }

  /** Those of them for which something is to be paid. */
  payable(today: CalendarDate): readonly number[] {
    const { instalments } = this.standing(today);
    return this.free(today).filter((number) => (instalments[number - 1]?.toPay ?? 0) > 0);
  }

  /** Somebody reports money for a request; the same report twice counts once, as it was said first. */
  report(request: Noted, id: string, amount: number, today: CalendarDate): void {
    if (this.money.some((known) => known.id === id)) return;
    const { numbers } = request;
    const meant = this.meantBy(request, today);
    const priced = this.pricedPart(request, amount, today);
    this.money.push({
      id,
      valueDate: today,
      amount: centavos(amount),
      ...meant,
      ...(priced ? { priced } : {}),
    });
    request.reports.push(id);
    request.state = 'paid';
    for (const other of this.asked) {
      const isShared = other.numbers.some((number) => numbers.includes(number));
      if (other !== request && other.state === 'open' && isShared) this.end(other, 'expired', today);
    }
    this.settleState(request);
  }

  /** Gives a request up, or ends it because others have paid. */
  end(request: Noted, state: 'rejected' | 'deleted' | 'expired', today: CalendarDate): void {
    request.state = state;
    request.closedOn = today;
  }

  /** Open on the day of payment, or on its last day before that. */
  private wasOpen({ state, closedOn, dueDate }: Noted, today: CalendarDate): boolean {
    if (state === 'paid' || state === 'reversed') return false;
    return closedOn === undefined || closedOn > (today <= dueDate ? today : dueDate);
  }

  private meantBy(request: Noted, today: CalendarDate): Partial<Payment> {
    const { purpose, numbers } = request;
    if (purpose === 'instalments') return { instalments: numbers };
    if (!this.wasOpen(request, today)) return { instalments: [] };
    return purpose === 'settlement' ? { isPayoff: true } : { prepayment: purpose as 'fewer' | 'smaller' };
  }

  /** What counts from the day of the price: at most that, and what it was for. */
  private pricedPart(request: Noted, amount: number, today: CalendarDate): Payment['priced'] | undefined {
    const { pricedOn: on, dueDate, purpose, numbers } = request;
    if (today > dueDate || on >= today || !this.wasOpen(request, today)) return undefined;
    const most = Math.min(amount, request.amount);
    const then = pricedStanding({ conditions: this.conditions, payments: this.counting }, on);
    const needed =
      purpose === 'instalments'
        ? totalOf(then, numbers)
        : purpose === 'settlement'
          ? payoffToPay(then)
          : most;
    if (needed === 0 || (purpose === 'settlement' && most < needed)) return undefined;
    return { on, amount: centavos(Math.min(most, needed)) };
  }

  /** Money in favour closes the loan alone: nothing comes in. */
  closeWithCredit(today: CalendarDate): void {
    this.money.push({ id: `closed ${today}`, valueDate: today, amount: centavos(0), isPayoff: true });
  }

  /** Somebody takes money back, whether its report has come yet or not. */
  takeBack(request: Noted, id: string): void {
    this.takenBack.add(id);
    if (request.reports.includes(id)) this.settleState(request);
  }

  /** The provider has given back `total` of a payment so far: it counts for the rest, in its place. */
  refund(id: string, total: number): void {
    const at = this.money.findIndex((known) => known.id === id);
    const known = this.money[at];
    const before = this.refunded.get(id) ?? 0;
    if (known === undefined || this.takenBack.has(id) || total <= before) return;
    this.refunded.set(id, total);
    const amount = centavos(known.amount + before - total);
    const { priced, ...rest } = known;
    const isShort = known.isPayoff === true && amount < (priced?.amount ?? 0);
    const held = priced && !isShort ? { priced: { ...priced, amount: smaller(priced.amount, amount) } } : {};
    this.money[at] = { ...rest, amount, ...held };
  }

  private settleState(request: Noted): void {
    if (request.reports.every((id) => this.takenBack.has(id))) request.state = 'reversed';
  }
}
