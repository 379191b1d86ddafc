import type { CountryCode } from '../../../../countries/country-pack.ts';
import { holidaysOf } from '../../../../countries/holidays.ts';
import { payableUntil } from '../../../../countries/law/payable-until.ts';
import {
  addBusinessDays,
  addDays,
  daysBetween,
  type CalendarDate,
} from '../../../../domain/calendar-date.ts';
import { noParts } from '../../../../domain/testing/oracle/terms.ts';
import { Fold, type Cell, type Change, type Money, type Taken, type Terms } from './fold.ts';
import { PRICE, type MembershipModel } from './membership.ts';

export type Purpose = 'instalments' | 'settlement' | 'fewer' | 'smaller' | 'withdrawal' | 'offer';
export type RequestState = 'open' | 'charging' | 'paid' | 'rejected' | 'deleted' | 'expired' | 'reversed';

/** A requested payment. */
export interface Request {
  readonly hash: string;
  readonly reference: string;
  readonly barcode: string;
  readonly method: string;
  readonly purpose: Purpose;
  /** Opened without the owner's login: it reserves nothing (docs/product/payments.md#strangers). */
  readonly isStrangers: boolean;
  readonly numbers: readonly number[];
  /** Settlement offer that its money is for. */
  readonly offer?: string | undefined;
  readonly amount: number;
  readonly pricedOn: CalendarDate;
  readonly dueDate: CalendarDate;
  state: RequestState;
  /** Date of cancellation, or of the payment that replaced it; absent if it expired or was paid. */
  closedOn?: CalendarDate;
  /** The card was charged, but the answer was lost. */
  chargedOn?: CalendarDate | undefined;
  /** Reports booked for it. */
  readonly reports: string[];
}

/** Debit of an instalment; there is only ever one. */
export interface Debit {
  /** Postponed while the owner has an open payment. */
  attemptOn: CalendarDate;
  state: 'announced' | 'charging' | 'approved' | 'declined' | 'skipped';
  /** Date and amount of the charge. */
  charged?: { readonly on: CalendarDate; readonly amount: number };
}

export interface Withdrawal {
  readonly until: CalendarDate;
  state: 'return-due' | 'lapsed';
}

export type LoanState = 'send' | 'preapproved' | 'approved' | 'finished' | 'canceled';

/** Terms known at confirmation. */
export interface Agreed {
  readonly publicId: string;
  readonly country: CountryCode;
  readonly terms: Terms;
  /** Terms of the plan without membership in the same offer. */
  readonly basic: Terms | undefined;
  readonly delivered: number;
  readonly fee: { readonly net: number; readonly tax: number };
  readonly createdOn: CalendarDate;
  readonly membership: MembershipModel | undefined;
}

const KNOWN_DAYS = 8;

/** A loan with its payments and requests, from which its standing follows. */
export class LoanModel {
  agreed: Agreed;
  payout: 'planned' | 'checked' | 'sent' | 'confirmed' | 'failed' = 'planned';
  paidOutOn: CalendarDate | null = null;
  /** Day on which a late order leaves, as announced to the borrower. */
  leavesOn: CalendarDate | null = null;
  readonly requests: Request[] = [];
  readonly debits = new Map<number, Debit>();
  withdrawal: Withdrawal | undefined;
  reopenedOn: CalendarDate | null = null;
  /** Last state stored by the product. */
  noted: LoanState = 'send';
  /** Day up to which payments from credit are booked. */
  bookedOn: CalendarDate;
  /**
   * Last due date with tax booked by the product, read from it; null while tax is booked at payment. The day's work
   * brings both up to the day.
   */
  taxedUntil: CalendarDate | null = null;
  /** Credit has existed. */
  hadCredit = false;
  /** Settled instalments at that time. */
  settled: ReadonlySet<number> = new Set();
  /** Its membership turned out to be free: it follows the plan without it. */
  isOnBasicPlan = false;
  /** Total refunded by staff. */
  refunded = 0;
  /** Loss that was booked; the borrower owes as before. */
  writeOff: { readonly amount: number; readonly waived: number } | undefined;
  private done: readonly Change[] = [];
  private places = 0;
  private moneys: readonly Money[] = [];
  private readonly taken: Taken[] = [];
  /** Standings of a few days since the last change. */
  private readonly known = new Map<CalendarDate, Fold>();

  constructor(agreed: Agreed) {
    this.agreed = agreed;
    this.bookedOn = agreed.createdOn;
  }

  get money(): readonly Money[] {
    return this.moneys;
  }

  /** Changes that were not undone (docs/product/loan-changes.md#loan-actions). */
  get changes(): readonly Change[] {
    return this.done;
  }

  /** Adds a change behind every payment that was booked. */
  apply(change: Unplaced<Change>): void {
    this.places += 1;
    this.done = [...this.done, { ...change, place: this.places }];
    this.known.clear();
  }

  /** Leaves it as if the change had never been. */
  undo(id: string): void {
    this.done = this.done.filter((each) => each.id !== id);
    this.known.clear();
  }

  /** Debt by component that an agreement on a day would move; undefined if nothing is left. */
  movable(day: CalendarDate): Cell['closing'] | undefined {
    // An agreement for nothing finds all that is owed more than accepted: one row asks for it.
    const nothing = { kind: 'agreement', base: noParts(), waived: noParts(), rows: [] } as const;
    const probe = { ...nothing, id: 'probe', on: day, place: Infinity, isRefinancing: true };
    const past = { changes: [...this.done, probe], taken: this.taken };
    const { open } = new Fold(this.agreed.terms, this.moneys, day, past);
    return open[0]?.closing;
  }

  /** Capital owed, and capital let off. */
  capital(day: CalendarDate): { readonly amount: number; readonly waived: number } {
    const fold = this.on(day);
    const { waived, ofShortfalls } = fold.capitalEnded;
    const amount = this.agreed.terms.schedule.principal + ofShortfalls - waived - fold.paid('principal');
    return { amount, waived };
  }

  /** An agreement has put rows in the place of all instalments of a request by the day of its money. */
  isReplaced({ purpose, numbers }: Pick<Request, 'purpose' | 'numbers'>, day: CalendarDate): boolean {
    if (purpose === 'withdrawal' || purpose === 'offer') return false;
    return this.done.some(
      (change) =>
        change.kind === 'agreement' &&
        change.on <= day &&
        change.rows.length > 0 &&
        numbers.every((number) => change.rows.every((row) => number < row.number)),
    );
  }

  /** An undelivered order expires after ten days (docs/product/loan-and-money.md#from-the-money-on). */
  isExpired(day: CalendarDate): boolean {
    const hasLeft = this.payout !== 'planned' && this.payout !== 'checked';
    return !hasLeft && daysBetween(this.agreed.createdOn, day) >= 10;
  }

  isLate(day: CalendarDate): boolean {
    const { createdOn, country } = this.agreed;
    return day > addBusinessDays(createdOn, 3, holidaysOf(country));
  }

  /** Delivers the loan: interest starts, and a late delivery moves every due date. */
  deliver(day: CalendarDate): void {
    const { terms, basic, createdOn, country } = this.agreed;
    const moved = this.isLate(day) ? daysBetween(createdOn, day) : 0;
    this.agreed = {
      ...this.agreed,
      terms: deliveredOn(terms, country, day, moved),
      basic: basic && deliveredOn(basic, country, day, moved),
    };
    this.payout = 'confirmed';
    this.paidOutOn = day;
    this.known.clear();
  }

  /** Moves to the plan without membership from the beginning; payments at the old price are cancelled. */
  followBasicPlan(day: CalendarDate): void {
    const { basic } = this.agreed;
    if (basic === undefined || this.isOnBasicPlan) return;
    this.isOnBasicPlan = true;
    this.agreed = { ...this.agreed, terms: basic };
    this.known.clear();
    for (const request of this.requests)
      if (request.state === 'open' && request.purpose !== 'withdrawal') endRequest(request, 'expired', day);
  }

  /** Replaces one payment by another, or appends it. */
  change(without: Money | undefined, more: Money | undefined): void {
    this.moneys = changed(this.moneys, without, more && this.placed(more));
    this.known.clear();
  }

  /** Money that replaces other keeps its place. */
  private placed(money: Money): Money {
    if (money.place !== undefined) return money;
    this.places += 1;
    return Object.assign(money, { place: this.places });
  }

  /** Records the reversal of a payment on a day. */
  noteTaken({ amount, day: paidOn }: Money, on: CalendarDate): void {
    if (amount <= 0) return;
    this.taken.push({ paidOn, on });
    this.known.clear();
  }

  replace(moneys: readonly Money[]): void {
    this.moneys = moneys;
    this.known.clear();
  }

  on(day: CalendarDate): Fold {
    const known = this.known.get(day) ?? this.foldOf(this.moneys, day);
    // Bounds the cache: an inactive loan would store one standing per simulated day.
    if (this.known.size >= KNOWN_DAYS && !this.known.has(day)) this.known.clear();
    this.known.set(day, known);
    return known;
  }

  /** Debt on a day with other payments. */
  foldOf(moneys: readonly Money[], day: CalendarDate, more: readonly Taken[] = []): Fold {
    const past = { changes: this.done, taken: [...this.taken, ...more] };
    return new Fold(this.agreed.terms, moneys, day, past);
  }

  /** Standing of the same loan with other payments; `more` lists further reversed ones. */
  with(moneys: readonly Money[], day: CalendarDate, more: readonly Taken[] = []) {
    const isReturned = this.isReturnedBy(moneys);
    const fold = this.foldOf(moneys, day, more);
    const excess = isReturned ? sumOf(moneys) - this.agreed.delivered : fold.held - fold.missing;
    return { excess, hasEnded: isReturned || fold.open.length === 0 };
  }

  /** Part of the membership price that its payments covered. */
  get paidOfPrice(): number {
    return -sumOf(this.moneys.filter(({ source }) => source === PRICE));
  }

  /** Unpaid part of the price; zero while its charge is pending. */
  get priceDue(): number {
    const { membership } = this.agreed;
    return membership?.isDue === true ? Math.max(0, membership.owed(this.paidOfPrice)) : 0;
  }

  get isReturned(): boolean {
    return this.isReturnedBy(this.moneys);
  }

  /** The whole delivered amount came back within the withdrawal period (docs/decisions/0020-withdrawal.md). */
  private isReturnedBy(moneys: readonly Money[]): boolean {
    const { withdrawal } = this;
    if (withdrawal === undefined || this.payout !== 'confirmed') return false;
    return sumOf(moneys.filter(({ day }) => day <= withdrawal.until)) >= this.agreed.delivered;
  }

  /** Credit of the customer; negative if refunds exceed it. */
  excess(day: CalendarDate): number {
    if (this.payout !== 'confirmed') return 0;
    if (this.isReturned) return sumOf(this.moneys) - this.agreed.delivered;
    const { held, missing } = this.on(day);
    return held - missing;
  }

  state(day: CalendarDate): LoanState {
    if (this.payout === 'failed') return 'canceled';
    if (this.payout === 'planned') return 'send';
    if (this.payout !== 'confirmed') return 'preapproved';
    if (this.isReturned) return 'canceled';
    return this.on(day).isSettled ? 'finished' : 'approved';
  }

  takesMoney(day: CalendarDate): boolean {
    const state = this.state(day);
    return state === 'approved' || state === 'finished' || this.isReturned;
  }

  stateOf({ state, dueDate }: Request, day: CalendarDate): RequestState {
    return state === 'open' && dueDate < day ? 'expired' : state;
  }

  /** Payments in progress that the owner opened. */
  underWay(day: CalendarDate): readonly Request[] {
    return this.inProgress(day).filter(({ isStrangers }) => !isStrangers);
  }

  /** Payments in progress, opened by the owner or strangers. */
  inProgress(day: CalendarDate): readonly Request[] {
    return this.requests.filter((request) => {
      const state = this.stateOf(request, day);
      return state === 'open' || state === 'charging';
    });
  }

  /** In an open payment of the owner; a prepayment also blocks others. */
  isTaken(number: number, day: CalendarDate): boolean {
    const isDebited = this.debits.get(number)?.state === 'charging';
    return isDebited || this.underWay(day).some(({ numbers }) => numbers.includes(number));
  }

  /** Strangers may choose instalments without an open payment. */
  isTakenForStrangers(number: number, day: CalendarDate): boolean {
    const isAsked = this.inProgress(day).some(({ numbers }) => numbers.includes(number));
    return isAsked || this.isTaken(number, day);
  }

  /** Instalments with nothing left to pay. */
  settledOn(day: CalendarDate): ReadonlySet<number> {
    const { cells } = this.on(day);
    const settled = cells.filter(({ settledOn }) => this.isReturned || settledOn !== null);
    return new Set(settled.map(({ number }) => number));
  }
}

type Unplaced<T> = T extends unknown ? Omit<T, 'place'> : never;

function deliveredOn(terms: Terms, country: CountryCode, day: CalendarDate, moved: number): Terms {
  const rows = terms.schedule.rows.map((row, index) => {
    const dueDate = addDays(row.dueDate, moved);
    const until = payableUntil(country, dueDate, holidaysOf(country));
    const days = index === 0 ? daysBetween(day, dueDate) : row.days;
    return { ...row, dueDate, payableUntil: until, days };
  });
  return { ...terms, schedule: { ...terms.schedule, payoutDate: day, rows } };
}

export function lastDueDate(loan: LoanModel): CalendarDate | undefined {
  return loan.agreed.terms.schedule.rows.at(-1)?.dueDate;
}

/** Cancels a request, or ends it because others have paid. */
export function endRequest(
  request: Request,
  state: 'rejected' | 'deleted' | 'expired',
  day: CalendarDate,
): void {
  request.state = state;
  request.closedOn = day;
}

export function changed(
  moneys: readonly Money[],
  without: Money | undefined,
  more: Money | undefined,
): readonly Money[] {
  const rest = more === undefined ? [] : [more];
  if (without === undefined) return [...moneys, ...rest];
  return moneys.flatMap((money) => (money === without ? rest : [money]));
}

export function sumOf(moneys: readonly Pick<Money, 'amount'>[]): number {
  return moneys.reduce((sum, { amount }) => sum + amount, 0);
}
