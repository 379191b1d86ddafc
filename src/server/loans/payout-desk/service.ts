import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { COUNTED_PAYOUTS } from '../../../contract/staff/payouts.ts';
import type { WorkLine } from '../../../contract/staff/worklist.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { centavos, sum, toUnits } from '../../../domain/money.ts';
import { arePayoutsWaiting, isAboveCap, payoutControl, type Known } from '../../content/service.ts';
import { holdStops } from '../../customers/holds/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import { askedBy } from '../../staff/actions/service.ts';
import { workLine, type WorkSource } from '../../staff/worklist/service.ts';
import { sentOn } from '../service.ts';
import { daysLate, orderColumns, shownOrder, wasCanceled, type OrderRow } from './rows.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/pay-outs', 'query'>>;
type Answer = OutputOf<'GET /api/staff/pay-outs'>;
type View = NonNullable<Filter['view']>;

/** Closed orders are counted and summed over this many days. */
const countedDays = 30;

/** Held manually, or because of a hold on the customer. */
export const payoutHeld = sql`(d.is_on_hold or ${holdStops('pay-outs', sql`l.customer_id`, sql`l.id`)})`;

/** Row filter of each view, matching the indexes. */
const WHICH: Readonly<Record<View, RawBuilder<unknown>>> = {
  open: sql`d.state in ('planned', 'sent', 'unknown')`,
  planned: sql`d.state in ('planned', 'sent', 'unknown') and d.state = 'planned' and not ${payoutHeld}`,
  held: sql`d.state in ('planned', 'sent', 'unknown') and d.state = 'planned' and ${payoutHeld}`,
  sent: sql`d.state in ('planned', 'sent', 'unknown') and d.state = 'sent'`,
  unknown: sql`d.state in ('planned', 'sent', 'unknown') and d.state = 'unknown'`,
  // Lateness depends on banking days: the page keeps the late ones of its rows.
  late: sql`d.state in ('planned', 'sent', 'unknown')`,
  failed: sql`d.state = 'failed' and not ${wasCanceled}`,
  canceled: wasCanceled,
  done: sql`d.state = 'confirmed'`,
  // Always few rows, found through a separate index.
  contradicted: sql`d.state in ('confirmed', 'failed')
    and d.loan_id in (select r.loan_id from payout_ruling r where r.word = 'contradicts')`,
};

const isEnded = (view: View) => ['failed', 'canceled', 'done', 'contradicted'].includes(view);

/** Page of payouts: open ones oldest first, so that late ones lead; closed ones newest first. */
export async function payoutsPage(
  db: Database,
  countries: readonly CountryCode[],
  filter: Filter,
  known: Known,
): Promise<Answer> {
  const { now } = known;
  const own = filter.country ? [filter.country] : [...countries];
  const [rows, totals, lateOnes, controls] = await Promise.all([
    rowsOf(db, own, filter, now),
    totalsOf(db, own, now),
    filter.from === undefined ? lateTotals(db, own, known) : [],
    Promise.all(own.map((country) => controlOf(db, country, now))),
  ]);
  const { size = PAGE_SIZE } = filter;
  const at = isEnded(filter.view ?? 'open') ? 'changed_micros' : 'created_micros';
  const page = pageOf(
    rows,
    size,
    (row) => shownOrder(row, known),
    (last) => `${last[at]}~${last.loan_id}`,
  );
  const result = filter.view === 'late' ? page.result.filter(({ late }) => late) : page.result;
  return { ...page, result, totals: [...totals, ...lateOnes], controls };
}

/** Payouts that wait for a person or go wrong, from the views of their page; no more late ones than a page is read. */
export function payoutWork({ db, holidays }: Pick<Dependencies, 'db' | 'holidays'>): WorkSource {
  return {
    lines: [
      'payouts-held',
      'payouts-late',
      'payouts-failed',
      'payouts-unknown',
      'payouts-above-cap',
      'payouts-capped',
      'payouts-stopped',
    ],
    async read({ countries }, now) {
      const filter = { view: 'late', size: mostLate } as const;
      const { result, totals, controls } = await payoutsPage(db, countries, filter, { now, holidays });
      const ofView = (line: WorkLine, view: View) =>
        totals
          .filter((total) => total.view === view)
          .flatMap(({ country, count, amount }) => workLine(line, { country, count, amount }));
      const late = countries.flatMap((country) => {
        const own = result.filter((order) => order.country === country);
        const amount = own.reduce((total, order) => total + order.amount, 0);
        const [day] = own.map((order) => order.announced_on).toSorted();
        return workLine('payouts-late', { country, count: own.length, amount, day });
      });
      const controlled = controls.flatMap(({ country, above_cap: aboveCap, ...control }) => [
        ...workLine('payouts-above-cap', { country, count: aboveCap }),
        ...workLine('payouts-capped', { country, count: Number(control.is_capped) }),
        ...workLine('payouts-stopped', { country, count: Number(control.is_stopped) }),
      ]);
      return [
        ...ofView('payouts-held', 'held'),
        ...late,
        ...ofView('payouts-failed', 'failed'),
        ...ofView('payouts-unknown', 'unknown'),
        ...controlled,
      ];
    },
  };
}

/** Orders looked at for late ones: the oldest that are open. */
const mostLate = 500;

interface ListedRow extends OrderRow {
  readonly created_micros: number;
  readonly changed_micros: number;
}

async function rowsOf(
  db: Database,
  countries: readonly CountryCode[],
  { view = 'open', age, from, size = PAGE_SIZE }: Filter,
  now: Date,
): Promise<readonly ListedRow[]> {
  const ended = isEnded(view);
  const at = ended ? sql`d.changed_at` : sql`d.created_at`;
  const [micros, id] = from?.split('~') ?? [];
  const instant = sql`timestamptz 'epoch' + ${micros ?? '0'}::bigint * interval '1 microsecond'`;
  const place =
    from === undefined
      ? sql`true`
      : sql`(${at}, d.loan_id) ${ended ? sql`<` : sql`>`} (${instant}, ${Number(id)})`;
  const since = age === undefined ? undefined : after(now, -Number(age), 'days');
  const aged = since === undefined ? sql`true` : sql`${at} ${ended ? sql`>=` : sql`<=`} ${since}`;
  const direction = ended ? sql`desc` : sql`asc`;
  const { rows } = await sql<ListedRow>`
    with picked as (
      select p.loan_id, p.at from unnest(${[...countries]}::text[]) as own (country) cross join lateral (
        select d.loan_id, ${at} as at
        from payout d ${ended ? sql`` : sql`join loan l on l.id = d.loan_id`}
        where ${WHICH[view]} and d.loan_country = own.country and ${place} and ${aged}
        order by ${at} ${direction}, d.loan_id ${direction} limit ${size + 1}
      ) p order by p.at ${direction}, p.loan_id ${direction} limit ${size + 1}
    )
    select ${orderColumns}, (extract(epoch from d.created_at) * 1000000)::bigint as created_micros,
      (extract(epoch from d.changed_at) * 1000000)::bigint as changed_micros
    from picked join payout d using (loan_id) join loan l on l.id = d.loan_id join customer c on c.id = l.customer_id
    order by picked.at ${direction}, d.loan_id ${direction}
  `.execute(db);
  return rows;
}

interface TotalRow {
  readonly view: View;
  readonly country: CountryCode;
  readonly count: number;
  readonly amount: number;
}

/** Totals of a country's views, up to a limit; closed orders only of the last month. */
async function totalsOf(
  db: Database,
  countries: readonly CountryCode[],
  now: Date,
): Promise<Answer['totals']> {
  const since = after(now, -countedDays, 'days');
  const ended = (view: View) => sql`
    (select ${view} as view, d.amount from payout d
      where ${WHICH[view]} and d.loan_country = own.country and d.changed_at >= ${since}
      order by d.changed_at desc limit ${COUNTED_PAYOUTS})`;
  const { rows } = await sql<TotalRow>`
    select t.view, own.country, count(*)::int as count, sum(t.amount)::bigint as amount
    from unnest(${[...countries]}::text[]) as own (country) cross join lateral (
      (select case when d.state = 'planned' and ${payoutHeld} then 'held' else d.state end as view, d.amount
        from payout d join loan l on l.id = d.loan_id where ${WHICH.open} and d.loan_country = own.country
        order by d.created_at limit ${COUNTED_PAYOUTS})
      union all ${ended('failed')} union all ${ended('canceled')} union all ${ended('done')} union all ${ended('contradicted')}
    ) t
    group by 1, 2 order by 2, 1
  `.execute(db);
  return rows.map(({ amount, ...row }) => ({
    ...row,
    currency: packOf(row.country).currency,
    amount: toUnits(centavos(amount)),
  }));
}

interface OpenRow {
  readonly country: CountryCode;
  readonly amount: number;
  readonly created_at: Date;
  readonly awaits_identity: boolean;
  readonly identity_at: Date | null;
}

/** Late orders of each country, among the {@link mostLate} that have been open longest. */
async function lateTotals(
  db: Database,
  countries: readonly CountryCode[],
  known: Known,
): Promise<Answer['totals']> {
  const { rows } = await sql<OpenRow>`
    select p.*, (select v.decided_at from identity_review v where v.loan_id = p.loan_id and v.state = 'approved')
      as identity_at
    from unnest(${[...countries]}::text[]) as own (country) cross join lateral (
      select d.loan_id, d.loan_country as country, d.amount, d.created_at, d.awaits_identity
      from payout d where ${WHICH.late} and d.loan_country = own.country order by d.created_at limit ${mostLate}) p
  `.execute(db);
  const late = rows.filter((row) => daysLate(row, known) > 0);
  return [...Map.groupBy(late, ({ country }) => country)].map(([country, orders]) => ({
    view: 'late',
    country,
    count: orders.length,
    currency: packOf(country).currency,
    amount: toUnits(sum(orders.map(({ amount }) => centavos(amount)))),
  }));
}

/** Number of planned orders that alone exceed the cap, and the largest planned one (centavos). */
async function largeOrders(db: Database, country: CountryCode): Promise<{ count: number; largest: number }> {
  const { rows } = await sql<{ count: number; largest: number }>`
    select count(*) filter (where ${isAboveCap(sql`${country}`, sql`d.amount`)})::int as count,
      coalesce(max(d.amount), 0)::bigint as largest
    from payout d
    where d.state in ('planned', 'sent', 'unknown') and d.state = 'planned' and d.loan_country = ${country}
      and d.above_cap_approved_at is null
  `.execute(db);
  return rows[0] ?? { count: 0, largest: 0 };
}

/** Newest payouts counted, so that the figure costs the same on a busy day. */
const timedPayouts = 2000;

/** Times from confirmation to delivery, for loans with membership and for others. */
async function deliveryTimes(
  db: Database,
  country: CountryCode,
  now: Date,
): Promise<Answer['controls'][number]['delivery_times']> {
  const { rows } = await sql<{ is_turbo: boolean; count: number; median: number; slow: number }>`
    select is_membership as is_turbo, count(*)::int as count,
      percentile_cont(0.5) within group (order by minutes)::float8 as median,
      percentile_cont(0.9) within group (order by minutes)::float8 as slow
    from (
      select l.is_membership, extract(epoch from l.disbursed_at - l.created_at) / 60 as minutes
      from payout d join loan l on l.id = d.loan_id
      where d.state = 'confirmed' and d.loan_country = ${country} and l.disbursed_at is not null
        and d.changed_at >= ${after(now, -countedDays, 'days')}
      order by d.changed_at desc, d.loan_id desc limit ${timedPayouts}
    ) timed group by is_membership
  `.execute(db);
  const timeOf = (isTurbo: boolean) => {
    const row = rows.find(({ is_turbo }) => is_turbo === isTurbo);
    return {
      count: row?.count ?? 0,
      median_minutes: Math.round(row?.median ?? 0),
      slow_minutes: Math.round(row?.slow ?? 0),
    };
  };
  return { members: timeOf(true), others: timeOf(false) };
}

async function controlOf(db: Database, country: CountryCode, now: Date): Promise<Answer['controls'][number]> {
  const [control, waiting, sent, large, times] = await Promise.all([
    payoutControl(db, country),
    sql<{ waits: string }>`select ${askedBy(sql`${`pay-outs:${country}`}`)} as waits`.execute(db),
    sentOn(db, country, localDate(now, country)),
    largeOrders(db, country),
    deliveryTimes(db, country, now),
  ]);
  return {
    country,
    currency: packOf(country).currency,
    is_stopped: control.isStopped,
    daily_cap: control.dailyCap === undefined ? null : toUnits(control.dailyCap),
    sent_today: toUnits(centavos(sent)),
    is_capped: !control.isStopped && arePayoutsWaiting(control, country, now),
    delivery_times: times,
    above_cap: large.count,
    largest_planned: toUnits(centavos(large.largest)),
    reason: control.reason,
    changed_by: control.changedBy,
    version: control.version,
    waits: waiting.rows[0]?.waits ?? '',
  };
}

/** Orders of a customer's loans. */
export async function payoutsOfCustomer(
  db: Queryable,
  customerId: number,
  loanIds: readonly number[],
  known: Known,
) {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from payout d join loan l on l.id = d.loan_id join customer c on c.id = l.customer_id
    where d.loan_id = any(${[...loanIds]}::bigint[]) and l.customer_id = ${customerId}
  `.execute(db);
  return rows.map((row) => shownOrder(row, known));
}
