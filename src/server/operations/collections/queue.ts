import { sql, type RawBuilder } from 'kysely';
import type { ParsedOf } from '../../../contract/contract.ts';
import {
  COLLECTION_BUCKETS,
  COLLECTIONS_COUNTED,
  type CASE_WAITS,
} from '../../../contract/staff/collections.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { reasonsStopping } from '../../../domain/holds.ts';
import type { Queryable } from '../../platform/database.ts';

type Filter = ParsedOf<'GET /api/staff/collections', 'query'>;
export type View = NonNullable<Filter['view']>;
export type CaseWait = (typeof CASE_WAITS)[number];

/** Place in the queue of a loan `p` at the last close: centavos × days × (1 + broken promises). */
const priority = sql`(p.days_late::bigint * p.overdue * (1 + p.broken_promises))`;
/** Range of days late of the loan `p`, 1 to 4, as in the index. */
const range = sql`width_bucket(p.days_late, array[1, 31, 61, 91])`;
const rangeOf = (bucket: string) => (COLLECTION_BUCKETS as readonly string[]).indexOf(bucket) + 1;
const RANGES = COLLECTION_BUCKETS.map(rangeOf);

export interface QueueAsked {
  readonly country: CountryCode;
  readonly today: CalendarDate;
  readonly now: Date;
  readonly staffId: number;
  readonly view: View;
  readonly bucket?: Filter['bucket'];
  readonly waits?: Filter['waits'];
  readonly since?: Filter['since'];
  /** Only cases without a reservation. */
  readonly isFree?: boolean;
}

/** Cursor: the last loan of the previous page. */
export interface QueuePlace {
  readonly priority: number;
  readonly loanId: number;
}

export interface QueueRow extends QueuePlace {
  readonly customerId: number;
}

/** Newest closed day of a country: the order of its queue. */
const lastClose = (country: CountryCode) =>
  sql`(select max(day) from portfolio_day where country = ${country})`;

export async function lastCloseOf(db: Queryable, country: CountryCode): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`select ${lastClose(country)} as day`.execute(db);
  return rows[0]?.day ?? null;
}

/** Last day of the customer's promises; null without one that still runs. */
const promisedUntil = (customer: RawBuilder<unknown>, today: CalendarDate) =>
  sql<CalendarDate | null>`(select max(m.until) from promise m where m.customer_id = ${customer} and m.until >= ${today}::date)`;

/** Holds that stop contacts by staff, as the contact gate has them. */
const STOPPING = [...reasonsStopping('reminders'), 'compliance'];

/** First reason why the customer of column `customer` waits behind; null if they do not. */
export function waitOf(
  customer: RawBuilder<unknown>,
  { today }: Pick<QueueAsked, 'today'>,
): RawBuilder<CaseWait | null> {
  return sql<CaseWait | null>`case
    when exists (select from customer_hold h where h.customer_id = ${customer} and h.lifted_at is null
      and h.reason = any(${STOPPING}::text[])) then 'hold'
    when exists (select from ticket t where t.customer_id = ${customer} and t.kind = 'debt-dispute'
      and t.awaits_answer) then 'dispute'
    when exists (select from hardship h where h.customer_id = ${customer}
      and ${today}::date between h.from_day and h.until_day) then 'hardship'
    when ${promisedUntil(customer, today)} is not null then 'promise'
    when exists (select from collection_case k where k.customer_id = ${customer} and k.next_look > ${today}::date)
      then 'next-look' end`;
}

/** Last day of each wait, for {@link waitOf}; null for waits without one. */
export const waitUntil = (
  wait: RawBuilder<unknown>,
  customer: RawBuilder<unknown>,
  today: CalendarDate,
): RawBuilder<CalendarDate | null> => sql<CalendarDate | null>`case ${wait}
    when 'hardship' then (select max(until_day) from hardship h where h.customer_id = ${customer})
    when 'promise' then ${promisedUntil(customer, today)}
    when 'next-look' then (select next_look - 1 from collection_case k where k.customer_id = ${customer}) end`;

/**
 * Customers of a view from the few rows that make it one. None for views that come from the index of the
 * portfolio.
 */
function customersOf({
  view,
  country,
  today,
  staffId,
  since,
  waits,
}: QueueAsked): RawBuilder<unknown> | undefined {
  switch (view) {
    case 'mine':
      return sql`select customer_id from collection_case where assigned_to = ${staffId}`;
    case 'due':
      return sql`select customer_id from promise where country = ${country} and until = ${today}::date`;
    case 'broken':
      return since === undefined
        ? undefined
        : sql`select customer_id from promise where country = ${country} and until = ${addDays(today, -1)}::date`;
    case 'waiting': {
      const waiting = waitingOf(country, today);
      return waits === undefined ? sql.join(Object.values(waiting), sql` union `) : waiting[waits];
    }
    case 'queue':
      return undefined;
  }
}

/** Customers who may wait, by the reason. */
function waitingOf(country: CountryCode, today: CalendarDate): Record<CaseWait, RawBuilder<unknown>> {
  return {
    promise: sql`select customer_id from promise where country = ${country} and until >= ${today}::date`,
    hardship: sql`select customer_id from hardship where country = ${country} and until_day >= ${today}::date`,
    'next-look': sql`select customer_id from collection_case
      where country = ${country} and next_look > ${today}::date`,
    dispute: sql`select customer_id from ticket
      where country = ${country} and status <> 'closed' and kind = 'debt-dispute' and awaits_answer`,
    hold: sql`select customer_id from customer_hold where country = ${country} and lifted_at is null`,
  };
}

/** Condition of a view beyond {@link customersOf}, on the loan `p` of a customer. */
function conditionOf(asked: QueueAsked, customer: RawBuilder<unknown>): RawBuilder<unknown> {
  const wait = waitOf(customer, asked);
  switch (asked.view) {
    case 'queue':
      return asked.isFree === true
        ? sql`${wait} is null and not exists (select from collection_case k
            where k.customer_id = ${customer} and k.reserved_until > ${asked.now})`
        : sql`${wait} is null`;
    case 'waiting':
      return asked.waits === undefined ? sql`${wait} is not null` : sql`${wait} = ${asked.waits}`;
    case 'due':
      return sql`${promisedUntil(customer, asked.today)} = ${asked.today}::date`;
    case 'broken':
      return sql`p.broken_promises > 0`;
    case 'mine':
      return sql`${wait} is null`;
  }
}

/** A customer with several loans in arrears has one row, by the first in the order. */
const isFirstOf = (customer: RawBuilder<unknown>) => sql`not exists (
  select from loan other join portfolio_loan q on q.day = p.day and q.loan_id = other.id
  where other.customer_id = ${customer} and other.id <> p.loan_id and q.days_late > 0
    and (q.days_late::bigint * q.overdue * (1 + q.broken_promises), -other.id) > (${priority}, -p.loan_id))`;

const inForce = (country: CountryCode) =>
  sql`p.country = ${country} and p.day = ${lastClose(country)} and p.days_late > 0 and l.state = 'approved'`;

const columns = (customer: RawBuilder<unknown>) =>
  sql`p.loan_id as "loanId", ${customer} as "customerId", ${priority} as priority`;

interface Wanted {
  readonly place?: QueuePlace | undefined;
  readonly limit: number;
  /** False for counting. */
  readonly isOrdered: boolean;
}

const afterPlace = (place: QueuePlace | undefined): RawBuilder<unknown> =>
  place === undefined
    ? sql`true`
    : sql`${priority} <= ${place.priority}::bigint
        and (${priority} < ${place.priority}::bigint or p.loan_id > ${place.loanId}::bigint)`;

/** Rows of a view in the order of the last close, from a place on. */
function rowsOf(asked: QueueAsked, wanted: Wanted): RawBuilder<QueueRow> {
  const { place, limit } = wanted;
  const after = afterPlace(place);
  const few = customersOf(asked);
  return few ? rowsOfFew(asked, few, { ...wanted, after }) : rowsOfIndex(asked, { limit, after });
}

/**
 * Rows of customers from a short list. They are sorted before their conditions are evaluated, which then stops
 * after a page.
 */
function rowsOfFew(
  asked: QueueAsked,
  few: RawBuilder<unknown>,
  { limit, isOrdered, after }: Wanted & { readonly after: RawBuilder<unknown> },
): RawBuilder<QueueRow> {
  const { country, bucket } = asked;
  const customer = sql`p.customer_id`;
  const order = isOrdered ? sql`order by ${priority} desc, p.loan_id` : sql``;
  return sql<QueueRow>`
    with few as materialized (${few})
    select ${columns(customer)} from (
      select p.day, p.loan_id, p.days_late, p.overdue, p.broken_promises, l.customer_id
      from (select distinct customer_id from few) f join loan l on l.customer_id = f.customer_id
        join portfolio_loan p on p.loan_id = l.id
      where ${inForce(country)} and ${bucket === undefined ? sql`true` : sql`${range} = ${rangeOf(bucket)}`} and ${after}
      ${order} offset 0) p
    where ${conditionOf(asked, customer)} and ${isFirstOf(customer)} limit ${limit}`;
}

/**
 * Rows from the indexes of the queue: each range of days late is read in its order and stops after a page; the
 * pages are then merged.
 */
function rowsOfIndex(
  asked: QueueAsked,
  { limit, after }: { readonly limit: number; readonly after: RawBuilder<unknown> },
): RawBuilder<QueueRow> {
  const { country, bucket, view } = asked;
  const customer = sql`l.customer_id`;
  const from = sql`select ${columns(customer)} from portfolio_loan p join loan l on l.id = p.loan_id where ${inForce(country)}
    and ${conditionOf(asked, customer)} and ${isFirstOf(customer)} and ${after}`;
  const order = sql`order by ${priority} desc, p.loan_id limit ${limit}`;
  if (view === 'broken' && bucket === undefined) return sql<QueueRow>`${from} ${order}`;
  return sql<QueueRow>`
    select one.* from unnest(${bucket === undefined ? RANGES : [rangeOf(bucket)]}::int[]) ranges (range)
      cross join lateral (${from} and ${range} = ranges.range ${order}) one
    order by priority desc, "loanId" limit ${limit}`;
}

/** Loans searched for waiting cases at the front of the order, before listing all waiting cases. */
const lookedAt = 1500;

/**
 * Waiting cases among the first late loans from a place on. If many wait, these fill a page without
 * sorting all of them.
 */
function waitingInFront(asked: QueueAsked, limit: number, after: RawBuilder<unknown>): RawBuilder<QueueRow> {
  const { country, bucket } = asked;
  const customer = sql`l.customer_id`;
  const order = sql`order by ${priority} desc, p.loan_id`;
  const ranges = bucket === undefined ? RANGES : [rangeOf(bucket)];
  return sql<QueueRow>`
    with front as materialized (
      select p.* from unnest(${ranges}::int[]) ranges (range) cross join lateral (
        select p.day, p.loan_id, p.days_late, p.overdue, p.broken_promises from portfolio_loan p
        where p.country = ${country} and p.day = ${lastClose(country)} and p.days_late > 0
          and ${range} = ranges.range and ${after} ${order} limit ${lookedAt}) p
      ${order} limit ${lookedAt})
    select ${columns(customer)} from front p join loan l on l.id = p.loan_id
    where l.state = 'approved' and ${conditionOf(asked, customer)} and ${isFirstOf(customer)} ${order} limit ${limit}`;
}

export async function queueRows(
  db: Queryable,
  asked: QueueAsked,
  place: QueuePlace | undefined,
  limit: number,
): Promise<readonly QueueRow[]> {
  if (asked.view === 'waiting') {
    const { rows } = await waitingInFront(asked, limit, afterPlace(place)).execute(db);
    if (rows.length === limit) return rows;
  }
  return (await rowsOf(asked, { place, limit, isOrdered: true }).execute(db)).rows;
}

/** Cases of a view at the last close, counted up to {@link COLLECTIONS_COUNTED}. */
export async function countCases(db: Queryable, asked: QueueAsked): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${rowsOf(asked, { limit: COLLECTIONS_COUNTED + 1, isOrdered: false })}) counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
