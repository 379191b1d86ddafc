import type { CountryCode } from '../../../../countries/country-pack.ts';
import { holidaysOf } from '../../../../countries/holidays.ts';
import { returnUntil, withdrawalUntil } from '../../../../countries/law/withdrawal-window.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import type { Change, Money } from './fold.ts';
import { changesPlan, costNothing } from './basic-plan.ts';
import { changed, endRequest, lastDueDate, type LoanModel, type Request } from './loan.ts';
import { PRICE } from './membership.ts';
import { movedBy, movesFrom, TRANSFER } from './moves.ts';
import { meantBy, pricedOfRest, pricedPart } from './priced.ts';
import { unpaid } from './price.ts';

/** Money that a network, bank or provider reports. */
export interface Report {
  readonly source: string;
  readonly id: string;
  readonly amount: number;
  readonly paidOn: CalendarDate;
}

/** Ledger of a customer: the terms of each loan, and its payments. */
export class PersonModel {
  readonly country: CountryCode;
  readonly loans: LoanModel[] = [];
  /** Card on file, and the outcome of charging it. */
  card: { readonly kind: 'approved' | 'declined' | 'lost'; readonly savedOn: CalendarDate } | undefined;
  isErased = false;
  private readonly reported = new Map<string, Money | null>();
  private readonly takenBack = new Set<string>();
  private readonly refunds = new Map<string, number>();
  private moves = 0;

  constructor(country: CountryCode) {
    this.country = country;
  }

  get hasActive(): boolean {
    return this.loans.some(
      ({ noted }) => noted === 'send' || noted === 'preapproved' || noted === 'approved',
    );
  }

  /** Loan shown by the account status: a reopened one first, then the newest in force. */
  get inForce(): LoanModel | undefined {
    const newest = this.loans.toReversed().filter(({ noted }) => noted !== 'canceled');
    const active = newest.filter(({ noted }) => noted !== 'finished');
    return active.find(({ reopenedOn }) => reopenedOn !== null) ?? active[0] ?? newest[0];
  }

  /** Applies the consequences of a change in a loan's payments or withdrawal. @param meant see {@link closePaid} */
  follow(loan: LoanModel, day: CalendarDate, meant?: readonly number[]): void {
    // A loan that was paid off moves to the plan without membership once it is in force again.
    const isReopened = loan.noted === 'finished' && loan.state(day) === 'approved';
    if (isReopened && costNothing(loan)) loan.followBasicPlan(day);
    const state = loan.state(day);
    const isBack = loan.noted === 'canceled' && state !== 'canceled';
    if (isBack || isReopened) {
      loan.reopenedOn = day;
      if (loan.noted === 'canceled' && loan.withdrawal)
        loan.withdrawal.state = day > loan.withdrawal.until ? 'lapsed' : 'return-due';
    }
    loan.noted = state;
    loan.bookedOn = day;
    if (loan.payout !== 'confirmed') return;
    const fold = loan.on(day);
    if (loan.excess(day) !== 0 || (fold.hasUsed && !loan.isReturned)) loan.hadCredit = true;
    this.closePaid(loan, day, meant);
  }

  /**
   * Ends payments whose purpose other money, such as credit, has settled.
   * @param meant instalments with incoming money: {@link endOthers} ends their payments
   */
  private closePaid(loan: LoanModel, day: CalendarDate, meant: readonly number[] = []): void {
    const before = loan.settled;
    loan.settled = loan.settledOn(day);
    const isNew = (number: number) =>
      loan.settled.has(number) && !before.has(number) && !meant.includes(number);
    for (const request of loan.requests)
      if (request.state === 'open' && request.purpose === 'instalments' && request.numbers.some(isNew))
        endRequest(request, 'expired', day);
  }

  /**
   * Money for a payment ends those that share an instalment with it. A stranger's money ends the owner's payment only
   * if its instalments are fully paid.
   */
  private endOthers(loan: LoanModel, { numbers, isStrangers, hash }: Request, day: CalendarDate): void {
    const settled = loan.settledOn(day);
    for (const other of loan.requests) {
      const isShared = other.numbers.some((number) => numbers.includes(number));
      if (!isShared || other.state !== 'open' || other.hash === hash) continue;
      const mayEnd =
        !isStrangers || other.isStrangers || other.numbers.every((number) => settled.has(number));
      if (mayEnd) endRequest(other, 'expired', day);
    }
  }

  /** Books payments from credit up to today before the loan changes. */
  private useDue(loan: LoanModel, day: CalendarDate): void {
    if (loan.noted === 'approved') this.closePaid(loan, day);
  }

  /** @param isForPrice intended for the membership's price, which otherwise takes what is in favour */
  take(loan: LoanModel, money: Money, day: CalendarDate, isForPrice = false): void {
    this.useDue(loan, day);
    const credit = loan.with([...loan.money, money], day).excess;
    const price = Math.max(0, Math.min(loan.priceDue, isForPrice ? money.amount : credit));
    if (price > 0 && money.source !== PRICE) loan.change(undefined, this.outOf(money.day, price));
    loan.change(undefined, money);
    this.follow(loan, day, typeof money.meant === 'string' ? [] : money.meant);
  }

  /** Stores a change of the loan, or leaves one out as if it had never been. */
  change(loan: LoanModel, change: Unplaced<Change> | { readonly undone: string }, day: CalendarDate): void {
    this.useDue(loan, day);
    if ('undone' in change) loan.undo(change.undone);
    else loan.apply(change);
    this.follow(loan, day);
  }

  /** Pays a membership's price as far as the credit reaches. */
  payPrice(loan: LoanModel, day: CalendarDate): void {
    const owed = loan.agreed.membership?.owed(loan.paidOfPrice) ?? 0;
    const price = Math.min(owed, loan.excess(day));
    if (price > 0) this.take(loan, this.outOf(day, price), day);
  }

  private outOf(day: CalendarDate, price: number): Money {
    this.moves += 1;
    return { id: `price-${this.moves}`, source: PRICE, day, amount: -price, meant: [] };
  }

  /** Reported money counts once; if reversed before its report, never. */
  receive(loan: LoanModel, request: Request, report: Report, day: CalendarDate): void {
    const name = `${report.source} ${report.id}`;
    if (this.reported.has(name)) return;
    if (!loan.takesMoney(day)) return void this.reported.set(name, null);
    const paidOn = report.paidOn < day ? report.paidOn : day;
    // Not before the last refund of credit: it would be used twice.
    const taken = loan.money.filter(({ amount }) => amount < 0).map((each) => each.day);
    const from = (first: CalendarDate) =>
      taken.reduce((latest, each) => (each > latest ? each : latest), first);
    const { source, amount } = report;
    const counts = from(paidOn);
    const priced = pricedPart(loan, request, { amount, on: paidOn, counts }, from(request.pricedOn));
    const meant = meantBy(loan, request, { on: paidOn, counts });
    const { offer } = request;
    const money: Money = { id: name, source, day: counts, amount, meant, offer, ...priced };
    this.reported.set(name, money);
    this.take(loan, money, day);
    if (loan.excess(day) > 0 && loan.state(day) !== 'approved') this.moveCredit(day);
    request.state = 'paid';
    request.reports.push(name);
    this.endOthers(loan, request, day);
    if (this.takenBack.has(name)) this.reverseKnown(loan, request, name, day);
  }

  /** Reverses a report, whether or not it has arrived. */
  reverse(loan: LoanModel, request: Request, source: string, id: string, day: CalendarDate): void {
    const name = `${source} ${id}`;
    if (this.takenBack.has(name)) return;
    this.takenBack.add(name);
    if (this.reported.has(name)) this.reverseKnown(loan, request, name, day);
  }

  private reverseKnown(loan: LoanModel, request: Request, name: string, day: CalendarDate): void {
    const money = this.reported.get(name);
    if (money) this.takeBack(loan, money, 0, '', day);
    if (request.reports.every((each) => this.takenBack.has(each))) request.state = 'reversed';
  }

  /** Charges back an instalment's card debit. */
  reverseDebit(loan: LoanModel, number: number, day: CalendarDate): void {
    const money = loan.money.find(({ id }) => id === `debit ${number}`);
    if (money) this.takeBack(loan, money, 0, '', day);
  }

  /** The provider has refunded `total` so far: the rest counts as the newest payment. */
  refund(loan: LoanModel, source: string, id: string, total: number, day: CalendarDate): void {
    const name = `${source} ${id}`;
    const money = this.reported.get(name);
    const before = this.refunds.get(name) ?? 0;
    if (!money || this.takenBack.has(name) || total <= before) return;
    this.refunds.set(name, total);
    const rest = this.takeBack(loan, money, money.amount - (total - before), name, day);
    if (rest) this.reported.set(name, rest);
  }

  /** Credit of an ended loan moves to the loan in force (docs/decisions/0049-money-in-favour.md). */
  moveCredit(day: CalendarDate): void {
    const first = this.loans.filter(({ reopenedOn }) => reopenedOn !== null);
    first.sort((one, other) => ((one.reopenedOn ?? '') < (other.reopenedOn ?? '') ? -1 : 1));
    const ordered = [...first, ...this.loans.filter(({ reopenedOn }) => reopenedOn === null)];
    const target = ordered.find(({ noted }) => noted === 'approved');
    if (!target) return;
    const ended = ordered.filter(
      ({ noted, hadCredit }) => (noted === 'finished' || noted === 'canceled') && hadCredit,
    );
    for (const loan of ended) {
      const credit = loan.excess(day);
      if (credit <= 0) continue;
      this.moves += 1;
      const leg = { source: TRANSFER, day, meant: [] };
      this.take(loan, { ...leg, id: `move-${this.moves}-out`, amount: -credit }, day);
      this.take(target, { ...leg, id: `move-${this.moves}-in`, amount: credit }, day);
    }
  }

  /** @returns the remainder that replaces it */
  private takeBack(
    loan: LoanModel,
    money: Money,
    keeps: number,
    name: string,
    day: CalendarDate,
    asking: readonly LoanModel[] = [],
  ): Money | undefined {
    if (!loan.money.includes(money)) return undefined;
    const { priced: _priced, ...same } = money;
    const held = pricedOfRest(money, keeps);
    const rest = keeps === 0 ? undefined : { ...same, ...held, amount: keeps, id: name || money.id };
    this.useDue(loan, day);
    loan.noteTaken(money, day);
    const without = (moneys: readonly Money[]) => changed(moneys, money, rest);
    const missing = Math.max(0, -loan.with(without(loan.money), day).excess);
    const cut = unpaid(loan.money, missing);
    // Reversing an outgoing payment adds money, so nothing more can be missing.
    if (money.amount > 0) this.bringBack(loan, without(cut), day, [...asking, loan]);
    loan.replace(without(unpaid(loan.money, missing)));
    this.follow(loan, day);
    return rest;
  }

  /**
   * Returns credit that was moved on and is now missing, the newest move first. An amount that a loan would have to
   * reclaim from the loan asking for it stays.
   */
  private bringBack(
    loan: LoanModel,
    without: readonly Money[],
    day: CalendarDate,
    asking: readonly LoanModel[],
  ): void {
    let left = without;
    for (const { out, target, half } of movesFrom(this.loans, without)) {
      if (loan.with(left, day).excess >= 0) return;
      if (asking.includes(target)) continue;
      const others = changed(left, out, undefined);
      const { hasEnded, excess } = loan.with(others, day);
      const spared = hasEnded ? Math.max(0, Math.min(-out.amount, excess)) : 0;
      const given = changed(target.money, half, spared === 0 ? undefined : { ...half, amount: spared });
      const missing = Math.max(0, -target.with(given, day, [{ paidOn: half.day, on: day }]).excess);
      const onward = movesFrom(this.loans, given);
      const back = movedBy(onward.filter((each) => asking.includes(each.target)));
      const elsewhere = movedBy(onward.filter((each) => !asking.includes(each.target)));
      const keeps = spared + Math.max(0, Math.min(back, missing - elsewhere));
      if (keeps >= -out.amount) continue;
      this.moves += 1;
      const name = `move-${this.moves}`;
      this.takeBack(target, half, keeps, `${name}-in`, day, asking);
      const rest = this.takeBack(loan, out, -keeps, `${name}-out`, day, asking);
      left = changed(left, out, rest);
    }
  }

  /** Last day of the right to withdraw. */
  rightUntil(loan: LoanModel): CalendarDate {
    return withdrawalUntil(
      this.country,
      loan.agreed.createdOn,
      loan.paidOutOn ?? undefined,
      holidaysOf(this.country),
    );
  }

  /** @returns the resulting state of the request */
  withdraw(loan: LoanModel, day: CalendarDate): 'refused' | 'canceled' | 'return-due' {
    const { noted } = loan;
    if (noted === 'canceled' || noted === 'finished' || day > this.rightUntil(loan)) return 'refused';
    if (loan.payout === 'planned' || loan.payout === 'checked') {
      loan.payout = 'failed';
      this.follow(loan, day);
      return 'canceled';
    }
    if (loan.withdrawal?.state === 'return-due') return 'refused';
    this.moveCredit(day);
    this.endMembership(loan, day);
    loan.withdrawal = {
      until: returnUntil(this.country, day, holidaysOf(this.country)),
      state: 'return-due',
    };
    // Payments from credit since the last daily job are booked by the next.
    if (loan.isReturned) this.follow(loan, day);
    return 'return-due';
  }

  endMembership(loan: LoanModel, day: CalendarDate): void {
    const { membership } = loan.agreed;
    if (changesPlan(loan, day, this.rightUntil(loan))) {
      this.useDue(loan, day);
      loan.followBasicPlan(day);
      this.follow(loan, day);
    }
    membership?.end(day, this.rightUntil(loan), loan.paidOutOn, lastDueDate(loan) ?? day);
    const overpaid = -(membership?.owed(loan.paidOfPrice) ?? 0);
    if (overpaid <= 0) return;
    this.useDue(loan, day);
    loan.replace(unpaid(loan.money, overpaid));
    this.follow(loan, day);
  }

  /** Reason to postpone an erasure; '' if none. */
  barsErasure(day: CalendarDate): '' | 'loan' | 'debt' | 'credit' {
    const states = this.loans.map(({ noted }) => noted);
    if (states.some((state) => state === 'send' || state === 'preapproved')) return 'loan';
    const owed = this.loans.map(({ agreed, paidOfPrice }) => agreed.membership?.owed(paidOfPrice) ?? 0);
    if (states.includes('approved') || owed.some((amount) => amount > 0)) return 'debt';
    const credit = this.loans.reduce((sum, loan) => sum + loan.excess(day), 0);
    return credit > 0 ? 'credit' : '';
  }
}

type Unplaced<T> = T extends unknown ? Omit<T, 'place'> : never;
