import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/countries.ts';
import { localDate, localInstant } from '../../../countries/local-time.ts';
import {
  addDays,
  addMonthsAnchored,
  calendarDate,
  type CalendarDate,
} from '../../../domain/calendar-date.ts';
import { unmappedAccounts } from '../../../domain/month-close.ts';
import { obstacleText } from '../../../words/closes.ts';
import { CLOSE_ACCOUNT_NAMES, CONFIRMED_NAMES } from '../../../words/confirmed-data.ts';
import { monthName } from '../../../words/figures.ts';
import { dataOn, requireConfirmed, type ConfirmedData } from '../../content/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';

export type Obstacle = OutputOf<'GET /api/staff/closes'>['months'][number]['obstacles'][number];

/** Wait after the end of a month, because transactions of its last seconds may still commit. */
const marginMs = 3_600_000;

const monthOf = (month: CalendarDate) => {
  const next = addMonthsAnchored(month, 1, 1);
  return { first: month, last: addDays(next, -1), next };
};

/** Last day and end of a month in the country. @param month first day */
export function endOfMonth(country: CountryCode, month: CalendarDate) {
  const { last, next } = monthOf(month);
  return { day: last, cutAt: localInstant(next, 0, country) };
}

const names = ['provisions', 'interest-suspension', 'chart-of-accounts'] as const;

/** Confirmed data that a close uses, in force on its last day. */
export interface CloseData {
  readonly provisions: ConfirmedData<'provisions'>;
  readonly 'interest-suspension': ConfirmedData<'interest-suspension'>;
  readonly 'chart-of-accounts': ConfirmedData<'chart-of-accounts'>;
}

export async function closeData(db: Queryable, country: CountryCode, day: CalendarDate): Promise<CloseData> {
  return {
    provisions: await dataOn(db, country, 'provisions', day),
    'interest-suspension': await dataOn(db, country, 'interest-suspension', day),
    'chart-of-accounts': await dataOn(db, country, 'chart-of-accounts', day),
  };
}

interface Counts {
  readonly contradictions: number;
  readonly orders: number;
  readonly differences: number;
  readonly days: number;
  readonly is_unbalanced: boolean;
  readonly under_way: boolean;
}

/** Obstacles to preparing a month (docs/product/books.md#what-stands-in-the-way). */
export async function obstaclesOf(
  db: Queryable,
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  country: CountryCode,
  month: CalendarDate,
): Promise<readonly Obstacle[]> {
  const { day, cutAt } = endOfMonth(country, month);
  const found: Obstacle[] = [];
  const add = (kind: Obstacle['kind'], count = 1, words = '', close = '') =>
    found.push({ kind, count, message: obstacleText(kind, count, words), close });
  if (clock.now().getTime() < cutAt.getTime() + marginMs) add('not-over');
  const counts = await countsOf(db, country, { month, day });
  const order = await orderOf(db, country, { month, today: localDate(clock.now(), country) });
  if (order) add(order.kind, 1, monthName(order.month), order.close);
  if (counts.under_way) add('under-way');
  const missing = [];
  for (const name of names)
    if (!(await requireConfirmed(db, config, country, name, day)).ok) missing.push(CONFIRMED_NAMES[name]);
  if (missing.length > 0) add('unconfirmed', missing.length, missing.join(', '));
  const unmapped = unmappedAccounts((await dataOn(db, country, 'chart-of-accounts', day)).fields);
  if (unmapped.length > 0)
    add('unmapped', unmapped.length, unmapped.map((account) => CLOSE_ACCOUNT_NAMES[account]).join(', '));
  if (counts.is_unbalanced) add('unbalanced');
  if (counts.contradictions > 0) add('contradictions', counts.contradictions);
  if (counts.orders > 0) add('order-contradictions', counts.orders);
  if (counts.differences > 0) add('differences', counts.differences);
  if (counts.days > 0) add('days', counts.days);
  return found;
}

async function countsOf(
  db: Queryable,
  country: CountryCode,
  { month, day }: Readonly<Record<'month' | 'day', CalendarDate>>,
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from loan_contradiction where country = ${country} and closed_at is null) as contradictions,
      (select count(*)::int from order_contradiction where country = ${country} and resolved_at is null) as orders,
      (select count(*)::int from reconciliation_difference where country = ${country} and closed_at is null)
        as differences,
      (select count(*)::int from daily_run run where country = ${country} and day between ${month} and ${day}
        and finished_at is null and not exists (
          -- A later day has done its work.
          select from daily_run later where later.job = run.job and later.country = run.country and later.day > run.day
            and later.finished_at is not null)) as days,
      coalesce((select bool_or(coalesce((did ->> 'unbalanced')::bigint, 0) + coalesce((did ->> 'broken')::bigint, 0) > 0)
        from (select distinct on (job) did from daily_run
          where country = ${country} and finished_at is not null and did ? 'unbalanced'
          order by job, day desc) newest), false) as is_unbalanced,
      coalesce((select state = 'freezing' from closes where country = ${country} and month = ${month}), false)
        as under_way
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('the obstacles of a close were not counted');
  return counts;
}

interface Months {
  readonly state: 'freezing' | 'prepared' | 'closed' | null;
  readonly open_id: string | null;
  readonly open_month: CalendarDate | null;
  readonly first_closed: CalendarDate | null;
  readonly last_closed: CalendarDate | null;
  readonly first_loans: CalendarDate | null;
}

interface OutOfOrder {
  readonly kind: 'not-in-order' | 'already-closed' | 'before-first';
  /** Month to close first. */
  readonly month: CalendarDate;
  /** Its close; '' if it was not prepared. */
  readonly close: string;
}

/** Last month that is over. */
export const lastMonthOver = (today: CalendarDate): CalendarDate =>
  addMonthsAnchored(calendarDate(`${today.slice(0, 7)}-01`), -1, 1);

/** Reason that a month is not the next to close; undefined if it is. */
async function orderOf(
  db: Queryable,
  country: CountryCode,
  { month, today }: Readonly<Record<'month' | 'today', CalendarDate>>,
): Promise<OutOfOrder | undefined> {
  const { rows } = await sql<Months>`
    select (select state from closes where country = ${country} and month = ${month}) as state,
      open.id::text as open_id, open.month as open_month, closed.first as first_closed, closed.last as last_closed,
      (select date_trunc('month', min(day))::date from portfolio_day where country = ${country}) as first_loans
    from (select min(month) as first, max(month) as last from closes
        where country = ${country} and state = 'closed') closed
      left join (select id, month from closes where country = ${country} and month < ${month} and state <> 'closed'
        order by month limit 1) open on true`.execute(db);
  const [months] = rows;
  if (!months) throw new Error('the order of the closes was not read');
  const { state, first_closed: firstClosed, last_closed: lastClosed, first_loans: firstLoans } = months;
  if (state === 'closed') return { kind: 'already-closed', month, close: '' };
  if (months.open_month !== null)
    return { kind: 'not-in-order', month: months.open_month, close: months.open_id ?? '' };
  if (firstClosed !== null && lastClosed !== null) {
    if (month < firstClosed) return { kind: 'before-first', month: firstClosed, close: '' };
    const next = addMonthsAnchored(lastClosed, 1, 1);
    return month === next ? undefined : { kind: 'not-in-order', month: next, close: '' };
  }
  // A month that was prepared stays in order: as time passes, the bound moves beyond it.
  if (state !== null) return undefined;
  const lastOver = lastMonthOver(today);
  // One of before the first loan would have to be followed by every month since.
  const first = firstLoans !== null && firstLoans < lastOver ? firstLoans : lastOver;
  return month < first ? { kind: 'before-first', month: first, close: '' } : undefined;
}
