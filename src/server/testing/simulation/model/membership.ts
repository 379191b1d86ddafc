import { type CalendarDate, daysBetween } from '../../../../domain/calendar-date.ts';
import { type MoneyRounding, roundMoney } from '../../../../domain/money.ts';

/** Money of a loan that has paid its membership's price. */
export const PRICE = 'membership-price';

/** The membership of a loan (docs/decisions/0031-membership-billing.md), in centavos. */
export class MembershipModel {
  readonly price: number;
  readonly tax: number;
  private readonly rounding: MoneyRounding;
  /** Promised at the confirmation: it is not charged before. */
  readonly promisedOn: CalendarDate;
  charge: 'none' | 'planned' | 'charging' | 'approved' | 'declined' | 'skipped' = 'none';
  chargeOn: CalendarDate | undefined;
  isEnded = false;
  /** How often its price was tried to be charged. */
  tries = 0;
  /** Sent to the gateway, which has not answered. */
  sent: { readonly on: CalendarDate; readonly amount: number } | undefined;
  returned: { readonly amount: number; readonly tax: number } | undefined;

  constructor(price: number, tax: number, rounding: MoneyRounding, promisedOn: CalendarDate) {
    this.price = price;
    this.tax = tax;
    this.rounding = rounding;
    this.promisedOn = promisedOn;
  }

  /** Its price is due. */
  get isRunning(): boolean {
    return this.charge !== 'none';
  }

  start(chargeOn: CalendarDate): void {
    if (this.isEnded) return;
    this.charge = 'planned';
    this.chargeOn = chargeOn;
  }

  /** Within the term for withdrawing nothing is owed, afterwards the days that were used. */
  end(on: CalendarDate, freeUntil: CalendarDate, startsOn: CalendarDate | null, endsOn: CalendarDate): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (startsOn === null) return;
    const part = (amount: number) => this.unused(amount, on, freeUntil, { startsOn, endsOn });
    const [net, tax] = [part(this.price - this.tax), part(this.tax)];
    if (net + tax > 0) this.returned = { amount: net + tax, tax };
  }

  private unused(
    amount: number,
    on: CalendarDate,
    freeUntil: CalendarDate,
    { startsOn, endsOn }: { readonly startsOn: CalendarDate; readonly endsOn: CalendarDate },
  ): number {
    if (on <= freeUntil || on < startsOn) return amount;
    if (on >= endsOn) return 0;
    const days = BigInt(daysBetween(startsOn, endsOn) + 1);
    return roundMoney(BigInt(amount) * BigInt(daysBetween(on, endsOn)), days, this.rounding);
  }

  /** What is owed of the price; below zero for what was paid beyond that. */
  owed(paid: number): number {
    return this.isRunning ? this.price - (this.returned?.amount ?? 0) - paid : 0;
  }

  /** It is not about to be charged, so that other money pays it. */
  get isDue(): boolean {
    return this.isRunning && this.charge !== 'charging' && (this.charge !== 'planned' || this.tries > 0);
  }
}
