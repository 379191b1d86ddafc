import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { EXCEPTIONS_COUNTED } from '../../../contract/staff/exceptions.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { ReviewReason } from '../../../domain/credit-decision.ts';
import type { ExceptionState } from '../../origination/exceptions/service.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { askedBy } from '../../staff/actions/service.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { inCountries } from '../../platform/in-countries.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import { isCloseException } from './applicant.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/exceptions', 'query'>>;
type Page = OutputOf<'GET /api/staff/exceptions'>;

export interface ExceptionRow {
  readonly id: number;
  readonly country: CountryCode;
  readonly customer_id: number | null;
  readonly person: string;
  readonly why: ReviewReason;
  readonly state: ExceptionState;
  readonly queued_at: Date;
  readonly expires_at: Date;
  readonly decided_at: Date | null;
  readonly decided_by_name: string | null;
  readonly claimed_by_name: string | null;
  readonly waits: string;
}

/** Columns of the exception `x`. @param now instant at which a claim must still be valid */
export const exceptionColumns = (now: Date) => sql`
  x.id, x.country, x.customer_id, x.why, x.state, x.queued_at, x.expires_at, x.decided_at,
  case when c.id is not null and c.erased_at is not null then ''
    else trim(both ' ' from concat(coalesce(c.first_name, l.first_name), ' ', coalesce(c.last_name, l.last_name)))
  end as person,
  d.name as decided_by_name, case when x.claimed_until > ${now} then k.name end as claimed_by_name,
  ${askedBy(sql`'exception:' || x.id`)} as waits`;

export const exceptionJoins = sql`
  left join customer c on c.id = x.customer_id left join lead l on l.id = x.lead_id
  left join staff_member d on d.id = x.decided_by left join staff_member k on k.id = x.claimed_by`;

/**
 * Page of exceptions: waiting ones oldest first, decided ones newest first, without those about the employee
 * or a person close to them.
 */
export async function exceptionsPage(
  db: Database,
  { countries, staffId }: Pick<StaffIdentity, 'countries' | 'staffId'>,
  { view = 'waiting', country, from, size = PAGE_SIZE }: Filter,
  now: Date,
): Promise<Omit<Page, 'at' | 'counts'>> {
  const [at = 0, id = 0] = from?.split('-').map(Number) ?? [];
  const isDecided = view === 'decided';
  const cursor =
    from === undefined
      ? sql`true`
      : isDecided
        ? sql`x.id < ${id}`
        : sql`(x.queued_at, x.id) > (${new Date(at)}, ${id})`;
  const order = isDecided ? sql`x.id desc` : sql`x.queued_at, x.id`;
  const state = isDecided ? sql`x.state <> 'waiting'` : sql`x.state = 'waiting' and x.expires_at > ${now}`;
  const { rows } = await sql<ExceptionRow>`
    select ${exceptionColumns(now)} from credit_exception x ${exceptionJoins}
    where ${state} and ${inCountries('x.country', country ? [country] : countries)} and ${cursor}
    order by ${order} limit ${size + 1}
  `.execute(db);
  const page = pageOf(rows, size, exceptionView, (last) => `${last.queued_at.getTime()}-${last.id}`);
  const close = new Set<string>();
  for (const row of rows) if (await isCloseException(db, staffId, row)) close.add(String(row.id));
  return { ...page, result: page.result.filter((row) => !close.has(row.id)) };
}

export function exceptionView(row: ExceptionRow): Page['result'][number] {
  return {
    id: String(row.id),
    country: row.country,
    customer: row.customer_id === null ? '' : String(row.customer_id),
    person: row.person,
    why: row.why,
    state: row.state,
    queued_at: row.queued_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? '',
    decided_by: row.decided_by_name ?? '',
    claimed_by: row.claimed_by_name ?? '',
    waits: row.waits,
  };
}

/** Exceptions that can be decided, not awaiting a second person, counted up to {@link EXCEPTIONS_COUNTED}. */
export async function exceptionCounts(
  db: Queryable,
  { countries }: Pick<StaffIdentity, 'countries'>,
  now: Date,
): Promise<Page['counts']> {
  const { rows } = await sql<Page['counts']>`
    select count(*)::int as waiting from (select from credit_exception x
      where state = 'waiting' and expires_at > ${now} and country = any(${[...countries]}::text[])
        and ${askedBy(sql`'exception:' || x.id`)} = ''
      limit ${EXCEPTIONS_COUNTED}) x`.execute(db);
  return rows[0] ?? { waiting: 0 };
}
