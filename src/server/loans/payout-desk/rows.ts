import { sql } from 'kysely';
import type { Currency } from '../../../domain/currency.ts';
import { arrivalDate } from '../../../countries/arrival.ts';
import type { Destination } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { businessDaysBetween, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import { isAboveCap, payoutsStopped, type Known } from '../../content/service.ts';
import { payoutStop } from '../../customers/holds/service.ts';
import { shownName } from '../../customers/service.ts';
import { maskAccount } from '../../staff/masks/service.ts';
import { isOpen } from '../outgoing-orders/service.ts';

/** Order as selected for lists and for its page. Amounts in centavos. */
export interface OrderRow {
  readonly loan_id: number;
  readonly public_id: string;
  readonly customer_id: number;
  readonly person: string;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly amount: number;
  readonly rail: string;
  readonly state: string;
  readonly is_on_hold: boolean;
  readonly waits_for: string;
  readonly awaits_identity: boolean;
  /** Time when the identity review released the order; null if none was needed. */
  readonly identity_at: Date | null;
  readonly is_stopped: boolean;
  /** Its amount alone exceeds the country's cap, and it has not been released. */
  readonly is_above_cap: boolean;
  /** Stopped by a hold on the customer or on this loan, or by an undecided match; '' for neither. */
  readonly stop: 'held' | 'match' | '';
  readonly destination: Destination;
  readonly tries: number;
  readonly word: string | null;
  /** Person who held the order; '' unless it is on hold. */
  readonly held_by: string;
  /** Provider's reason for the failure; '' unless it failed. */
  readonly fault: string;
  /** Reason why its loan was canceled before the order left; '' otherwise. */
  readonly canceled_for: string;
  readonly created_at: Date;
  readonly changed_at: Date;
}

/** SQL condition: the order ended before it left, with its loan; the rail did not refuse it. */
export const wasCanceled = sql<boolean>`(d.state = 'failed'
  and exists (select from loan ended where ended.id = d.loan_id and ended.cancel_reason not in ('', 'payout-failed')))`;

/** Columns of an {@link OrderRow}: `d` is the payout, `l` its loan, `c` its customer. */
export const orderColumns = sql`
  d.loan_id, l.public_id, l.customer_id, l.country, l.currency, d.amount, d.rail, d.is_on_hold, d.waits_for, d.awaits_identity,
  case when ${wasCanceled} then 'canceled' else d.state end as state,
  case when ${wasCanceled} then l.cancel_reason else '' end as canceled_for,
  (select v.decided_at from identity_review v where v.loan_id = d.loan_id and v.state = 'approved') as identity_at,
  ${payoutsStopped(sql`l.country`)} as is_stopped,
  d.above_cap_approved_at is null and ${isAboveCap(sql`l.country`, sql`d.amount`)} as is_above_cap,
  ${payoutStop(sql`l.customer_id`, sql`l.id`)} as stop,
  (select r.word from payout_ruling r where r.loan_id = d.loan_id) as word,
  case when d.is_on_hold then d.changed_by else '' end as held_by,
  case when d.state = 'failed' then coalesce((select nullif(a.reason, '') from payout_answer a
    where a.loan_id = d.loan_id and a.state = 'failed' order by a.id desc limit 1), '') else '' end as fault, d.destination, d.tries, d.created_at, d.changed_at,
  ${shownName} as person`;

export function shownOrder(row: OrderRow, known: Known) {
  const lateDays = isOpen(row) ? daysLate(row, known) : 0;
  return {
    id: String(row.loan_id),
    loan: row.public_id.slice(0, 8),
    customer: String(row.customer_id),
    person: row.person,
    country: row.country,
    currency: row.currency,
    amount: toUnits(centavos(row.amount)),
    rail: row.rail,
    state: row.state,
    waits_for: waitOf(row),
    awaits_identity: row.state === 'planned' && row.awaits_identity,
    late: lateDays > 0,
    late_days: lateDays,
    announced_on: announcedOn(row, known) ?? '',
    held_by: row.held_by,
    fault: row.fault,
    canceled_for: row.canceled_for,
    account: maskAccount(row.destination),
    tries: row.tries,
    contradicted: row.word === 'contradicts',
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
  };
}

function waitOf(row: OrderRow): string {
  const { state, is_on_hold: isOnHold, waits_for: wait, is_stopped: isStopped } = row;
  if (state !== 'planned') return '';
  if (isOnHold) return 'hold';
  if (row.stop !== '') return row.stop;
  if (row.awaits_identity) return 'identity';
  if (isStopped) return 'stopped';
  return row.is_above_cap ? 'above-cap' : wait;
}

type Timed = Pick<OrderRow, 'country' | 'created_at' | 'awaits_identity' | 'identity_at'>;

/** Announced day of arrival; undefined while photos await their review. */
function announcedOn(
  { country, created_at, awaits_identity, identity_at }: Timed,
  { holidays }: Known,
): CalendarDate | undefined {
  if (awaits_identity) return undefined;
  const confirmedAt = identity_at ?? created_at;
  return arrivalDate(confirmedAt, packOf(country), holidays.knownAt(country, confirmedAt));
}

/** Business days since the announced day, at least 1 once it has passed. */
export function daysLate(order: Timed, known: Known): number {
  const { country } = order;
  const { now, holidays } = known;
  const announced = announcedOn(order, known);
  const today = localDate(now, country);
  if (announced === undefined || announced >= today) return 0;
  return Math.max(1, businessDaysBetween(announced, today, holidays.knownAt(country, now)));
}
