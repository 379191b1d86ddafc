import { sql, type RawBuilder } from 'kysely';
import type { ParsedOf } from '../../../contract/contract.ts';
import { COUNTED, TICKET_AGES } from '../../../contract/staff/tickets.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { after } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import { numberOf } from './queries.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/tickets', 'query'>>;

/** Page of tickets: open ones oldest first, closed ones newest first. */
export async function ticketsPage(
  db: Database,
  { staffId, countries }: Pick<StaffIdentity, 'staffId' | 'countries'>,
  { view = 'open', kind, country, age, text, from, size = PAGE_SIZE }: Filter,
  now: Date,
) {
  const isClosed = view === 'closed';
  const rows = await db
    .selectFrom('ticket as t')
    .leftJoin('customer as c', 'c.id', 't.customer_id')
    .leftJoin('staff_member as s', 's.id', 't.assigned_to')
    .selectAll('t')
    .select(firstAnswer)
    .select(['c.first_name', 'c.last_name', 'c.erased_at', 's.name as assigned_name'])
    .where('t.country', 'in', country ? [country] : [...countries])
    .where('t.status', isClosed ? '=' : '<>', 'closed')
    .$if(view === 'mine', (query) => query.where('t.assigned_to', '=', staffId))
    .$if(view === 'unassigned', (query) => query.where('t.assigned_to', 'is', null))
    .$if(kind !== undefined, (query) => query.where('t.kind', '=', kind ?? ''))
    .$if(age !== undefined, (query) => query.where('t.created_at', '<=', after(now, -Number(age), 'days')))
    .$if(text !== undefined && text.trim() !== '', (query) => query.where(writtenOf(text ?? '')))
    .$if(from !== undefined, (query) => query.where('t.id', isClosed ? '<' : '>', from ?? 0))
    .orderBy('t.id', isClosed ? 'desc' : 'asc')
    .limit(size + 1)
    .execute();
  return pageOf(rows, size, ticketView, ({ id }) => id);
}

/** Instant of the staff's first answer. */
export const firstAnswer = sql<Date | null>`(
  select m.created_at from ticket_message m where m.ticket_id = t.id and m.author = 'staff' order by m.id limit 1)`.as(
  'answered_at',
);

const fewestLetters = 2;
/** Maximum number of customers per name when searching tickets. */
const mostOfName = 200;

/** Tickets with the number, with words that begin like these, or of people with such a name; by indexes. */
function writtenOf(text: string) {
  const words = wordsOf(text).filter((word) => word.length >= fewestLetters);
  const like = (value: RawBuilder<unknown>) =>
    words.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`(${sql.join(
          words.map((word) => sql`${value} like ${`% ${word}%`}`),
          sql` and `,
        )})`;
  return sql<boolean>`t.id in (
    select id from ticket where lower(left(public_id, 8)) = ${text.trim().toLowerCase()}
    union select id from ticket where ${like(sql`search_text(subject || ' ' || content || ' ' || name)`)}
    union select k.id from ticket k where k.customer_id in (
      select id from customer where ${like(sql`search_text(first_name || ' ' || last_name)`)} and erased_at is null
      limit ${mostOfName}))`;
}

/** Words as the function `search_text` of the database writes them; digits count. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\d]+/gu) ?? [];
}

const shownWords = 120;

/** Beginning of a text on one line. */
export function beginningOf(content: string): string {
  const line = content.trim().replaceAll(/\s+/g, ' ');
  return line.length <= shownWords ? line : `${line.slice(0, shownWords - 1).trimEnd()}…`;
}

interface RowView {
  readonly id: number;
  readonly public_id: string;
  readonly country: CountryCode;
  readonly kind: string;
  readonly subject: string;
  readonly content: string;
  readonly status: string;
  readonly closed_at: Date | null;
  readonly answered_at: Date | null;
  readonly name: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly erased_at: Date | null;
  readonly assigned_name: string | null;
  readonly customer_id: number | null;
  readonly is_strangers: boolean;
  readonly awaits_answer: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export function ticketView(row: RowView) {
  return {
    id: String(row.id),
    number: numberOf(row.public_id),
    country: row.country,
    kind: row.kind,
    subject: row.subject,
    words: beginningOf(row.content),
    status: row.status,
    customer: row.customer_id === null ? '' : String(row.customer_id),
    person: personOf(row),
    is_strangers: row.is_strangers,
    assigned: row.assigned_name ?? '',
    awaits_answer: row.awaits_answer && row.status !== 'closed',
    created_at: row.created_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? '',
    solved_at: row.closed_at?.toISOString() ?? '',
    updated_at: row.updated_at.toISOString(),
  };
}

/**
 * Name of the requester; '' for an erased person: their data is retained by law, but not for answering
 * tickets.
 */
function personOf({ name, first_name: first, last_name: last, erased_at: erasedAt }: RowView): string {
  if (erasedAt !== null) return '';
  return first === null ? name : `${first} ${last ?? ''}`.trim();
}

interface Counts {
  readonly open: number;
  readonly mine: number;
  readonly unassigned: number;
  readonly requests: number;
}

/** Open tickets, each kind counted up to {@link COUNTED}, beyond which the number is of no use. */
export async function ticketCounts(
  db: Database,
  { staffId, countries }: Pick<StaffIdentity, 'staffId' | 'countries'>,
): Promise<Counts> {
  const own = sql`country = any(${[...countries]}::text[])`;
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from (select from ticket where ${own} and status <> 'closed' limit ${COUNTED}) x) as open,
      (select count(*)::int from (select from ticket
        where ${own} and status <> 'closed' and assigned_to = ${staffId} limit ${COUNTED}) x) as mine,
      (select count(*)::int from (select from ticket
        where ${own} and status <> 'closed' and assigned_to is null limit ${COUNTED}) x) as unassigned,
      (select count(*)::int from (
        (select from cancellation_request where ${own} and state = 'under-review' limit ${COUNTED})
        union all (select from withdrawal where ${own} and state = 'received' limit ${COUNTED})
        union all (select from erasure_request where ${own} and state = 'waiting' limit ${COUNTED})
        limit ${COUNTED}) x) as requests
  `.execute(db);
  return rows[0] ?? { open: 0, mine: 0, unassigned: 0, requests: 0 };
}

/** Open tickets of a country by minimum age in days, counted up to a limit. */
export async function ticketsByAge(
  db: Queryable,
  country: CountryCode,
  now: Date,
): Promise<{ readonly days_from: number; readonly count: number }[]> {
  const starts = [0, ...TICKET_AGES.map(Number)];
  const { rows } = await sql<{ days_from: number; count: number }>`
    select starts.days_from, count(t.id)::int as count
    from unnest(${starts}::int[]) as starts (days_from) left join (
      select id, width_bucket(extract(epoch from ${now}::timestamptz - created_at)::float8 / 86400, ${starts}::float8[]) as range
      from ticket where country = ${country} and status <> 'closed' and merged_into is null limit ${mostByAge}
    ) t on (${starts}::int[])[t.range] = starts.days_from
    group by 1 order by 1
  `.execute(db);
  return rows;
}

const mostByAge = 10_000;

const daysOfTimes = 30;
const mostTimed = 5_000;

const minutesOf = (part: number) =>
  sql`coalesce(round(percentile_disc(${part}) within group (order by seconds) / 60), 0)::int`;

const timesOf = (rows: RawBuilder<unknown>) => sql`
  (select json_build_object('count', count(*)::int, 'median_minutes', ${minutesOf(0.5)},
    'slow_minutes', ${minutesOf(0.9)}) from (${rows}) each)`;

/** Minutes of a country's tickets of people to the first answer and to the solution, of the last 30 days. */
export async function ticketTimes(db: Queryable, country: CountryCode, now: Date) {
  const since = after(now, -daysOfTimes, 'days');
  // Requests have a term of their own.
  const written = sql`t.country = ${country} and t.kind in ('reclamo', 'suggestion')`;
  const { rows } = await sql<Record<'answered' | 'solved', Times>>`
    select ${timesOf(sql`
      select extract(epoch from a.at - t.created_at)::float8 as seconds from ticket t
        cross join lateral (select m.created_at as at from ticket_message m
          where m.ticket_id = t.id and m.author = 'staff' order by m.id limit 1) a
        where ${written} and t.created_at >= ${since} order by t.created_at desc limit ${mostTimed}`)} as answered,
      ${timesOf(sql`
      select extract(epoch from t.closed_at - t.created_at)::float8 as seconds from ticket t
        where ${written} and t.closed_at >= ${since} and t.merged_into is null
        order by t.closed_at desc limit ${mostTimed}`)} as solved
  `.execute(db);
  const none = { count: 0, median_minutes: 0, slow_minutes: 0 };
  return rows[0] ?? { answered: none, solved: none };
}

interface Times {
  readonly count: number;
  readonly median_minutes: number;
  readonly slow_minutes: number;
}
