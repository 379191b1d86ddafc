import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import {
  TIMELINE_SOURCES,
  WAITS_FOR_COMPLIANCE,
  type timelineItem,
} from '../../../contract/staff/customer-page.ts';
import { toE164 } from '../../../countries/identifiers/phones.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readableText } from '../../messages/service.ts';
import type { Permission } from '../../../contract/staff/permissions.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { ofComplianceHold } from '../../staff/actions/service.ts';
import { openedAction } from '../search/service.ts';
import type { CustomerRow } from './queries.ts';

type Item = z.output<typeof timelineItem>;
type Source = (typeof TIMELINE_SOURCES)[number];

const pageSize = 30;

/** Audited views that the timeline would only repeat. */
const READS = ['GET /api/staff/customers/{id}/timeline', 'GET /api/staff/tickets/{id}'];

/** Page cursor: instant in microseconds, source, row number. */
interface Place {
  readonly micros: string;
  readonly source: string;
  readonly id: string;
}

interface Row {
  readonly source: Source;
  readonly id: number;
  readonly micros: number;
  readonly name: string;
  readonly subject: string;
  readonly body: Buffer | null;
  readonly words: string;
  readonly state: string;
  readonly staff: string;
  readonly reason_code: string;
  readonly loan_id: number | null;
  readonly is_urgent: boolean;
  readonly detail: object;
}

const none = sql`null::bytea as body, false as is_urgent, '{}'::jsonb as detail`;

type Permissions = StaffIdentity['permissions'];

/** Permissions needed to read a source, in addition to the customer page's. */
const NEEDED: Readonly<Partial<Record<Source, Permission>>> = {
  note: 'tickets.read',
  ticket: 'tickets.read',
};

type Arm = (
  customer: CustomerRow,
  older: (at: string) => RawBuilder<unknown>,
  permissions: Permissions,
) => RawBuilder<unknown>[];

/**
 * Query of each source by an index on customer and instant, so that a page costs the same in a long timeline.
 */
const ARMS: Readonly<Record<Source, Arm>> = {
  event: ({ id }, older) => [
    sql`select 'event' as source, id, at, kind as name, '' as subject, '' as words, '' as state, null::bigint as staff_id,
        '' as reason_code, loan_id, null::bytea as body, false as is_urgent, detail
      from event where customer_id = ${id} and ${older('at')}`,
  ],
  message: ({ id, country, email, cellphone }, older) => {
    const columns = sql`'message' as source, id, created_at as at, channel as name, '' as subject, '' as words,
      case when delivery <> '' then delivery else state end as state, null::bigint as staff_id, '' as reason_code,
      null::bigint as loan_id, body, is_urgent, '{}'::jsonb as detail`;
    const addresses = [email, ...(cellphone === '' ? [] : [toE164(country, cellphone)])];
    return [
      sql`select ${columns} from message where customer_id = ${id} and ${older('created_at')}`,
      // Messages of earlier releases do not name their customer.
      sql`select ${columns} from message where customer_id is null and country = ${country}
        and recipient = any(${addresses}::text[]) and ${older('created_at')}`,
    ];
  },
  note: ({ id }, older) => [
    sql`select 'note' as source, id, created_at as at, 'note' as name, '' as subject, text as words, '' as state, staff_id,
        '' as reason_code, null::bigint as loan_id, ${none}
      from customer_note where customer_id = ${id} and ${older('created_at')}`,
  ],
  staff: ({ id }, older, permissions) => {
    // Staff who may not know of a Compliance hold see only that Compliance reviews something, and no reads of it.
    const isHidden = permissions.has('holds.compliance') ? sql`false` : ofComplianceHold(sql`s`);
    const unless = (shown: RawBuilder<unknown>, hidden: RawBuilder<unknown>) =>
      sql`case when ${isHidden} then ${hidden} else ${shown} end`;
    return [
      sql`select 'staff' as source, id, at, ${unless(sql`action`, sql`${WAITS_FOR_COMPLIANCE}`)} as name, '' as subject,
          ${unless(sql`reason`, sql`''`)} as words, '' as state, ${unless(sql`staff_id`, sql`null`)} as staff_id,
          ${unless(sql`reason_code`, sql`''`)} as reason_code, null::bigint as loan_id, null::bytea as body,
          false as is_urgent,
          ${unless(sql`jsonb_build_object('before', before, 'after', after)`, sql`'{}'::jsonb`)} as detail
        from staff_audit s where customer_id = ${id} and ${older('at')} and not (${isHidden} and action like 'GET %')
          and action <> all(${[openedAction, ...READS, 'POST /api/staff/customers/{id}/notes']}::text[])`,
    ];
  },
  ticket: ({ id }, older) => [
    sql`select 'ticket' as source, id, created_at as at, kind as name, subject, content as words, status as state,
        null::bigint as staff_id, '' as reason_code, null::bigint as loan_id, null::bytea as body, false as is_urgent,
        jsonb_build_object('number', left(public_id, 8)) as detail
      from ticket where customer_id = ${id} and ${older('created_at')}`,
  ],
};

/** Condition for rows before the cursor. Rows of the same instant are ordered by source, then by number. */
function olderThan(source: Source, place: Place | undefined): (at: string) => RawBuilder<unknown> {
  if (!place) return () => sql`true`;
  const instant = sql`timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond'`;
  return (at) => {
    const column = sql.ref(at);
    if (source < place.source) return sql`${column} <= ${instant}`;
    return source > place.source
      ? sql`${column} < ${instant}`
      : sql`(${column}, id) < (${instant}, ${place.id}::bigint)`;
  };
}

export async function timelineOf(
  { db, vault }: Pick<Dependencies, 'db' | 'vault'>,
  customer: CustomerRow,
  { source, before }: { readonly source?: Source | undefined; readonly before?: string | undefined },
  permissions: Permissions,
): Promise<{ readonly result: Item[]; readonly next: string }> {
  const place = placeOf(before);
  const sources = TIMELINE_SOURCES.filter((each) => {
    const needed = NEEDED[each];
    return (source ?? each) === each && (needed === undefined || permissions.has(needed));
  });
  if (sources.length === 0) return { result: [], next: '' };
  const arms = sources.flatMap((each) =>
    ARMS[each](customer, olderThan(each, place), permissions).map(
      (arm) => sql`(select * from (${arm}) arm order by at desc, id desc limit ${pageSize + 1})`,
    ),
  );
  const { rows } = await sql<Row>`
    select t.source, t.id, (extract(epoch from t.at) * 1000000)::bigint as micros, t.name, t.subject, t.body, t.words,
      t.state, coalesce(m.name, '') as staff, t.reason_code, t.loan_id, t.is_urgent, t.detail
    from (select source, id, at, name, subject, words, state, staff_id, reason_code, loan_id, body, is_urgent, detail
      from (${sql.join(
        arms.map(
          (
            arm,
          ) => sql`select source, id, at, name, subject, words, state, staff_id, reason_code, loan_id, body,
          is_urgent, detail from ${arm} each`,
        ),
        sql` union all `,
      )}) every order by at desc, source desc, id desc limit ${pageSize + 1}) t
    left join staff_member m on m.id = t.staff_id
    order by t.at desc, t.source desc, t.id desc
  `.execute(db);
  const result = rows.slice(0, pageSize);
  const last = result.at(-1);
  const next = rows.length > pageSize && last ? `${last.micros}-${last.source}-${last.id}` : '';
  return { result: result.map((row) => itemOf(vault, row)), next };
}

function placeOf(before: string | undefined): Place | undefined {
  const [micros, source, id] = before?.split('-') ?? [];
  return micros === undefined || source === undefined || id === undefined
    ? undefined
    : { micros, source, id };
}

function itemOf(vault: Dependencies['vault'], row: Row): Item {
  const said = row.body ? readableText(vault, row.body, { isUrgent: row.is_urgent }) : undefined;
  return {
    id: `${row.source}-${row.id}`,
    source: row.source,
    at: new Date(row.micros / 1000).toISOString(),
    name: row.name,
    subject: said?.subject ?? row.subject,
    text: said?.text ?? row.words,
    state: row.state,
    by: row.staff,
    reason_code: row.reason_code,
    loan: row.loan_id === null ? '' : String(row.loan_id),
    ticket: row.source === 'ticket' ? String(row.id) : '',
    detail: JSON.stringify(row.detail),
  };
}
