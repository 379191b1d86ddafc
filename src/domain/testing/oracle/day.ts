import type { CalendarDate } from '../../calendar-date.ts';
import { least } from './arithmetic.ts';
import type { Offer } from './loan.ts';
import type { OraclePayment } from './terms.ts';

/** A payment, or the part of it that counts on a day. */
export type Item = { readonly payment: OraclePayment; readonly money: bigint };

/** What came on a day for one purpose. Splitting it into several payments changes nothing. */
export type Turn = {
  readonly kind: readonly number[] | 'oldest' | 'smaller' | 'fewer' | 'closing';
  readonly items: readonly Item[];
  /** Closings at the price of this day, paid on a later one: they count here if they suffice. */
  readonly trial: readonly Item[];
  /** Open settlement offer that the payments name. */
  readonly offer?: Offer | undefined;
};

/** Day on which the priced part of a payment counts. */
export function valueDay({ day, priced, amount }: OraclePayment): CalendarDate {
  return priced === undefined || amount < 0n ? day : priced.on;
}

/** What counts on a day, in the order of docs/product/loan-and-money.md#order-within-a-day. */
export function turnsOf(
  today: CalendarDate,
  payments: readonly OraclePayment[],
  deferred: ReadonlySet<string>,
  offers: readonly Offer[],
): Turn[] {
  const turns = new Map<string, { place: number; kind: Turn['kind']; items: Item[]; trial: Item[] }>();
  const offered = offers
    .map((offer) => ({ kind: 'oldest' as const, offer, items: [] as Item[], trial: [] }))
    .filter(({ offer: { came, amount } }) => came < amount);
  let [place, last]: [number, Turn['kind'] | undefined] = [0, undefined];
  for (const payment of payments) {
    const money = moneyOn(today, payment, deferred);
    if (money === undefined) continue;
    const named = offered.find(({ offer }) => offer.id === payment.offer && payment.day <= offer.until);
    if (named !== undefined) {
      named.items.push({ payment, money });
      continue;
    }
    const kind = kindOf(payment);
    // What changes the plan keeps its place among the payments of the day.
    if (last !== undefined && placeOf(last) > 1 && last !== kind) place += 1;
    last = kind;
    const key = JSON.stringify([place, kind]);
    const turn = turns.get(key) ?? { place, kind, items: [], trial: [] };
    turns.set(key, turn);
    const isTrial = kind === 'closing' && payment.day > today;
    (isTrial ? turn.trial : turn.items).push({ payment, money });
  }
  const rest = [...turns.values()].toSorted((a, b) => a.place - b.place || compareKinds(a.kind, b.kind));
  return [...offered.filter(({ items }) => items.length > 0), ...rest];
}

function moneyOn(
  today: CalendarDate,
  payment: OraclePayment,
  deferred: ReadonlySet<string>,
): bigint | undefined {
  const { id, day, amount, priced } = payment;
  if (amount < 0n || day < today) return undefined;
  const priceDay = valueDay(payment);
  if (priced === undefined || priceDay === day || deferred.has(id)) return day === today ? amount : undefined;
  const early = least(amount, priced.amount);
  if (early === 0n && amount > 0n) return day === today ? amount : undefined;
  if (priceDay === today) return early;
  return day === today && amount > early ? amount - early : undefined;
}

function kindOf({ chosen, prepayment, isPayoff }: OraclePayment): Turn['kind'] {
  if (isPayoff === true) return 'closing';
  if (prepayment !== undefined) return prepayment;
  return chosen === undefined ? 'oldest' : [...new Set(chosen)].toSorted((a, b) => a - b);
}

function compareKinds(a: Turn['kind'], b: Turn['kind']): number {
  if (typeof a !== 'string' && typeof b !== 'string') return compareChosen(a, b);
  return placeOf(a) - placeOf(b);
}

function placeOf(kind: Turn['kind']): number {
  return typeof kind === 'string' ? ['oldest', 'smaller', 'fewer', 'closing'].indexOf(kind) + 1 : 0;
}

function compareChosen(a: readonly number[], b: readonly number[]): number {
  for (const [index, number] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return a.length - b.length;
}
