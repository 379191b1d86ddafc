import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { OpenPaymentState } from '../../domain/instalment-state.ts';

/** One payment that was asked for and is neither paid nor given up, as a JSON array of the database. */
export type OpenPaymentColumns = readonly [
  instalment: number,
  hash: string,
  kind: string,
  method: string,
  url: string,
  due_date: string,
  state: string,
];

export interface OpenPayment {
  readonly state: OpenPaymentState;
}

/** Number of the instalment → payment under way on the day; those past their due date are none any more. */
export function openPaymentsOn(
  columns: readonly OpenPaymentColumns[],
  today: CalendarDate,
): ReadonlyMap<number, OpenPayment> {
  return new Map(
    columns
      .filter(([, , , , , dueDate, state]) => state === 'charging' || dueDate >= today)
      .map(([instalment, , kind, , , , state]) => [instalment, { state: shownAs(kind, state) }]),
  );
}

/** The gateway has been asked for a card in `charging`: the person has paid, we do not know it yet. */
function shownAs(kind: string, state: string): OpenPaymentState {
  if (state === 'charging') return 'waiting';
  return kind === 'card' || kind === 'wallet' ? 'online' : 'coupon';
}

/** Number of the instalment → where its payment goes on. */
export function openPaymentLinks(columns: readonly OpenPaymentColumns[]) {
  return new Map(
    columns.map(([instalment, hash, kind, method, url]) => [
      instalment,
      { hash, method, url: paymentUrl({ hash, kind, url }) },
    ]),
  );
}

/** A payment under way on the day, should there be one: the first. */
export function openPaymentOf(columns: readonly OpenPaymentColumns[], today: CalendarDate) {
  const [first] = [...openPaymentsOn(columns, today).keys()].toSorted((a, b) => a - b);
  return first === undefined ? undefined : openPaymentLinks(columns).get(first);
}

/** The page on which a payment goes on: the wallet's own, the card's, or the coupon's. */
export function paymentUrl({
  hash,
  kind,
  url,
}: {
  readonly hash: string;
  readonly kind: string;
  readonly url: string;
}): string {
  if (kind === 'wallet') return url;
  return kind === 'card' ? `/debit-payment/${hash}` : `/coupon/${hash}`;
}
