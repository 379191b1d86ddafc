import { sql, type RawBuilder } from 'kysely';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { REQUEST_KINDS } from '../../../contract/staff/requests.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { CANCELLATION_REASONS } from '../../../countries/law/cancellation-reasons.ts';
import { requestClock, requestDue } from '../../../countries/law/request-terms.ts';
import { localDate, localInstant } from '../../../countries/local-time.ts';
import type { Known } from '../../content/service.ts';
import { shownName } from '../../customers/service.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { inCountries } from '../../platform/in-countries.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';
import { askedBy } from '../../staff/actions/service.ts';
import type { RequestKind } from '../../../countries/law/country-law.ts';
import { erasureStanding, type ErasureObjection } from '../service.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/requests', 'query'>>;
type Shown = OutputOf<'GET /api/staff/requests'>['result'][number];

interface Row {
  readonly kind: RequestKind;
  readonly id: number;
  readonly country: CountryCode;
  readonly state: string;
  readonly customer_id: number | null;
  readonly person: string;
  readonly code: string;
  /** Reason code, plus free text. */
  readonly reason_code: string;
  readonly reason: string;
  readonly ticket_id: number | null;
  readonly loan: string;
  readonly loan_state: string;
  readonly asked_at: Date;
  readonly return_until: CalendarDate | null;
  readonly version: number;
  readonly accepted_by: string;
  readonly asked: '' | 'accept' | 'refuse';
  readonly decided_by: string;
  readonly decision_reason: string;
  readonly is_own: boolean;
}

/** Table of each kind: which rows wait, and its columns under common names. */
const sources: Readonly<
  Record<'cancellation_request' | 'withdrawal' | 'erasure_request', RawBuilder<unknown>>
> = {
  cancellation_request: sql`
    select 'cancellation' as kind, id, country, state, customer_id, '' as code,
      reason as reason_code, other_reason as reason, ticket_id, loan_id, '' as asked_loan,
      created_at as asked_at, null::date as return_until, version, decided_by, decision_reason,
      state = 'under-review' as waits, 'cancellation' as subject, is_own
    from cancellation_request`,
  withdrawal: sql`
    select case kind when 'membership' then 'membership' else 'withdrawal' end as kind, id, country, state, customer_id,
      code, '' as reason_code, reason, ticket_id, loan_id, asked_loan, requested_at as asked_at, return_until, version,
      decided_by, decision_reason, state in ('received', 'return-due') as waits, 'withdrawal' as subject,
      state <> 'received' as is_own
    from withdrawal`,
  erasure_request: sql`
    select 'erasure' as kind, id, country, state, customer_id, '' as code, '' as reason_code, '' as reason, ticket_id,
      null::bigint as loan_id, '' as asked_loan, requested_at as asked_at, null::date as return_until, version, decided_by,
      decision_reason, state = 'waiting' as waits, 'erasure' as subject, true as is_own
    from erasure_request`,
};

const SOURCE_OF = {
  cancellation: sources.cancellation_request,
  withdrawal: sources.withdrawal,
  membership: sources.withdrawal,
  erasure: sources.erasure_request,
} as const;

const sourcesOf = (kind: Filter['kind']) =>
  kind === undefined ? sql.join(Object.values(sources), sql` union all `) : SOURCE_OF[kind];

/** Instant from which the requests of a kind have more days left than the urgent ones. */
function onTimeSince(country: CountryCode, kind: RequestKind, { now, holidays }: Known): Date {
  const today = localDate(now, country);
  const isOnTime = (askedOn: CalendarDate) =>
    requestClock(requestDue(country, kind, askedOn, holidays.knownAt(country, now)), today).clock === 'green';
  let first = addDays(today, 1);
  while (isOnTime(addDays(first, -1))) first = addDays(first, -1);
  return localInstant(first, 0, country);
}

/** Requests that are overdue or due soon ('1'), or the others ('0'). */
function dueCondition(due: NonNullable<Filter['due']>, countries: readonly CountryCode[], known: Known) {
  const side = due === '1' ? sql`<` : sql`>=`;
  const each = countries.flatMap((country) =>
    REQUEST_KINDS.map(
      (kind) =>
        sql`(r.country = ${country} and r.kind = ${kind} and r.asked_at ${side} ${onTimeSince(country, kind, known)})`,
    ),
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

/** Rows of each state; returned money is awaited from the customer, so there is nothing left to decide. */
const WANTED = {
  open: sql`r.waits and r.state <> 'return-due'`,
  returning: sql`r.waits and r.state = 'return-due'`,
  decided: sql`r.decided_by <> ''`,
} as const;

/** Requests to decide or whose money is awaited, oldest first, or those decided by staff, newest first. */
export async function requestsPage(
  db: Database,
  countries: readonly CountryCode[],
  { state = 'open', kind, country, due, from, size = PAGE_SIZE }: Filter,
  known: Known,
): Promise<OutputOf<'GET /api/staff/requests'>> {
  const isOpen = state !== 'decided';
  const own = country ? [country] : [...countries];
  const [at = '', afterKind = '', id = '0'] = from?.split('~') ?? [];
  const cursor =
    from === undefined
      ? sql`true`
      : isOpen
        ? sql`(r.asked_at, r.kind, r.id) > (${at}::timestamptz, ${afterKind}, ${Number(id)})`
        : sql`(r.asked_at, r.kind, r.id) < (${at}::timestamptz, ${afterKind}, ${Number(id)})`;
  const direction = isOpen ? sql`asc` : sql`desc`;
  const { rows } = await sql<Row>`
    select r.*, ${shownName} as person, ${askedBy(sql`r.subject || ':' || r.id`)} as accepted_by,
      ${askedWhat(sql`r.subject || ':' || r.id`)} as asked,
      coalesce(l.public_id, a.public_id, '') as loan, coalesce(l.state, a.state, '') as loan_state
    from (
      select * from (${sourcesOf(kind)}) r
      where ${WANTED[state]} and ${inCountries('r.country', own)} and ${cursor}
        and ${kind === undefined ? sql`true` : sql`r.kind = ${kind}`}
        and ${due === undefined || state !== 'open' ? sql`true` : dueCondition(due, own, known)}
      order by r.asked_at ${direction}, r.kind ${direction}, r.id ${direction}
      limit ${size + 1}
    ) r
    left join customer c on c.id = r.customer_id
    left join loan l on l.id = r.loan_id
    left join loan a on r.loan_id is null and a.public_id = nullif(r.asked_loan, '') and a.customer_id = r.customer_id
    order by r.asked_at ${direction}, r.kind ${direction}, r.id ${direction}
  `.execute(db);
  const objections = await objectionsOf(db, rows, isOpen);
  return pageOf(
    rows,
    size,
    (row) => ({
      ...requestView(row, isOpen, known),
      objection: (row.kind === 'erasure' && objections.get(row.id)) || '',
    }),
    (last) => `${last.asked_at.toISOString()}~${last.kind}~${last.id}`,
  );
}

/** Obstacles to the erasures among open requests, by the id of the erasure. */
async function objectionsOf(
  db: Database,
  rows: readonly Row[],
  isOpen: boolean,
): Promise<ReadonlyMap<number, ErasureObjection>> {
  const erasures = isOpen ? rows.filter(({ kind }) => kind === 'erasure') : [];
  return new Map(
    await Promise.all(
      erasures.map(async ({ id, country, customer_id: customerId }) => {
        const { reason } = await erasureStanding(db, country, customerId ?? 0);
        return [id, reason] as const;
      }),
    ),
  );
}

const reasonOf = (slug: string): string =>
  CANCELLATION_REASONS.find((each) => each.slug === slug)?.title ?? slug;

function requestView(row: Row, isOpen: boolean, { now, holidays }: Known): Omit<Shown, 'objection'> {
  const { country, kind, asked_at: askedAt } = row;
  // While the customer has to return money, the term is the customer's.
  const isReturning = row.state === 'return-due' && row.return_until !== null;
  const due = isReturning
    ? row.return_until
    : requestDue(country, kind, localDate(askedAt, country), holidays.knownAt(country, now));
  const { left, clock } = requestClock(due, localDate(now, country));
  return {
    id: String(row.id),
    kind,
    country,
    state: row.state,
    person: row.person,
    customer: row.customer_id === null ? '' : String(row.customer_id),
    code: row.code,
    reason: [reasonOf(row.reason_code), row.reason].filter((part) => part !== '').join(': '),
    ticket: row.ticket_id === null ? '' : String(row.ticket_id),
    loan: row.loan.slice(0, 8),
    loan_state: row.loan_state,
    requested_at: askedAt.toISOString(),
    due,
    days_left: left,
    clock: isOpen ? clock : 'green',
    version: row.version,
    open: isOpen && !isReturning,
    accepted_by: row.accepted_by,
    asked: row.asked,
    decided_by: row.decided_by,
    decision_reason: row.decision_reason,
    own: row.is_own,
  };
}

/** SQL: the decision about a subject that awaits a second person; '' without one. */
const askedWhat = (subject: RawBuilder<unknown>) => sql<Row['asked']>`
  coalesce((select case when waiting.action like '%/refuse' then 'refuse' else 'accept' end from staff_approval waiting
    where waiting.state = 'pending' and waiting.subject = ${subject} order by waiting.id limit 1), '')`;

/** Above any real person's open requests. */
const mostOpen = 10;

/** A customer's requests that wait for a decision or for the customer's money, oldest first. */
export async function openRequestsOf(db: Queryable, customerId: number, known: Known) {
  const { rows } = await sql<Row>`
    select r.*, '' as person, '' as accepted_by, '' as asked, '' as loan, '' as loan_state
    from (${sourcesOf(undefined)}) r
    where r.customer_id = ${customerId} and r.waits order by r.asked_at, r.kind, r.id limit ${mostOpen}
  `.execute(db);
  return rows.map((row) => {
    const { kind, code, state, ticket, requested_at, due, days_left } = requestView(row, true, known);
    return { kind, code, state, ticket, requested_at, due, days_left };
  });
}
