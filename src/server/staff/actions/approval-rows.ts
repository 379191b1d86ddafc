import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, StaffKey } from '../../../contract/contract.ts';
import type { APPROVAL_STATES } from '../../../contract/staff/approvals.ts';
import type { Permission } from '../../../contract/staff/permissions.ts';
import { packOf } from '../../../countries/index.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Database, Queryable, Tx } from '../../platform/database.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';

type ApprovalState = (typeof APPROVAL_STATES)[number];

/** SQL: name of the person with a pending approval request for this subject; '' for none. */
export const askedBy = (subject: RawBuilder<unknown>) => sql<string>`
  coalesce((select asker.name from staff_approval waiting join staff_member asker on asker.id = waiting.requested_by
    where waiting.state = 'pending' and waiting.subject = ${subject} order by waiting.id limit 1), '')`;

interface PendingInSlot {
  readonly slot: string;
  readonly by: string;
  readonly at: Date;
  readonly before: object;
  readonly after: object;
}

/** Pending requests of these slots, at most one each. */
export async function pendingInSlots(
  db: Queryable,
  slots: readonly string[],
): Promise<readonly PendingInSlot[]> {
  const { rows } = await sql<PendingInSlot>`
    select a.slot, asker.name as by, a.requested_at as at, a.before, a.after
    from staff_approval a join staff_member asker on asker.id = a.requested_by
    where a.state = 'pending' and a.slot = any(${[...slots]}::text[])
  `.execute(db);
  return rows;
}

const mostPending = 50;

/** Pending requests for a call in these countries, newest first, at most 50. */
export async function pendingOf(db: Queryable, action: StaffKey, countries: readonly CountryCode[]) {
  return db
    .selectFrom('staff_approval as a')
    .innerJoin('staff_member as asker', 'asker.id', 'a.requested_by')
    .select(['a.id', 'a.subject_name', 'a.amount', 'a.requested_at', 'asker.name as asked_by'])
    .select((eb) => eb.ref('a.country').$castTo<CountryCode>().as('country'))
    .where('a.state', '=', 'pending')
    .where('a.action', '=', action)
    .where('a.country', 'in', [...countries])
    .orderBy('a.id', 'desc')
    .limit(mostPending)
    .execute();
}

export async function lockApproval(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('staff_approval')
    .select([
      'id',
      'action',
      'request',
      'seen_version',
      'permission',
      'subject',
      'subject_name',
      'country',
      'customer_id',
      'amount',
      'closed_because',
      'requested_by',
      'requested_at',
      'state',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, request: row.request as object };
}

export type FrozenApproval = NonNullable<Awaited<ReturnType<typeof lockApproval>>>;

export async function settle(
  tx: Tx,
  id: number,
  { state, by, at }: { readonly state: ApprovalState; readonly by: number; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('staff_approval')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .execute();
}

/** Multiple of the country's four-eyes limit; from there on, the approver types the amount. */
const typedTimes = 10;

/** True for a sum that its approver types, so that none is approved by habit. Centavos. */
export function isLarge({ amount, country }: Pick<FrozenApproval, 'amount' | 'country'>): boolean {
  return (
    amount !== null && country !== null && amount >= SERVER_ENTRIES[country].fourEyesFrom * 100 * typedTimes
  );
}

const dayMs = 86_400_000;

export const expiryOf = (requestedAt: Date, days: number): Date =>
  new Date(requestedAt.getTime() + days * dayMs);

/** Expires requests that waited too long; they can be made again. @returns number of expired requests */
export async function expireApprovals({
  db,
  clock,
  config,
}: Pick<Dependencies, 'db' | 'clock' | 'config'>): Promise<number> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('staff_approval')
    .set({ state: 'expired', decided_at: now })
    .where('state', '=', 'pending')
    .where('requested_at', '<=', new Date(now.getTime() - config.APPROVAL_DAYS * dayMs))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Other uses of the receipts' contents, in completed or pending requests, by the request that shows them. */
async function evidenceUses(db: Database, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; subject_name: string; at: Date; by: string }>`
    select a.id, o.subject_name, o.requested_at as at, m.name as by
    from staff_approval a
    join staff_file f on f.id::text = a.request->'body'->>'file'
    join staff_file same on same.sha256 = f.sha256
    join staff_approval o on o.request->'body'->>'file' = same.id::text and o.id <> a.id
      and o.state in ('pending', 'approved')
    join staff_member m on m.id = o.requested_by
    where a.id = any(${[...ids]}::bigint[])
    order by o.id
  `.execute(db);
  return rows;
}

interface ApprovalFilter {
  readonly days: number;
  readonly state?: ApprovalState | undefined;
  readonly before?: number | undefined;
}

type Shown = OutputOf<'GET /api/staff/approvals'>['result'][number];

/** Pending requests that this person neither made nor may not see, the page's and the worklist's condition. */
export const visibleTo = ({ staffId, permissions, countries }: StaffIdentity) => {
  const held: Permission[] = [...permissions];
  return sql<boolean>`(a.requested_by = ${staffId} or a.permission = any(${held}::text[]))
    and (a.country is null or a.country = any(${[...countries]}::text[]))`;
};

/** Requests that the person can decide now, their own that wait, and their own that closed in the last week. */
export async function approvalCounts(
  db: Database,
  staff: StaffIdentity,
  { now, days, most }: { readonly now: Date; readonly days: number; readonly most: number },
) {
  const { staffId } = staff;
  const since = (count: number) => new Date(now.getTime() - count * dayMs);
  const counted = (condition: RawBuilder<unknown>) => sql`
    (select count(*)::int from (select from staff_approval a where ${condition} limit ${most}) x)`;
  const { rows } = await sql<{ decidable: number; own: number; closed: number; oldest_at: Date | null }>`
    with decidable as (
      select a.requested_at from staff_approval a
      where a.state = 'pending' and a.requested_by <> ${staffId} and a.subject <> ${`staff:${staffId}`}
        and a.requested_at > ${since(days)} and ${visibleTo(staff)}
      limit ${most}
    )
    select (select count(*)::int from decidable) as decidable, (select min(requested_at) from decidable) as oldest_at,
      ${counted(sql`a.state = 'pending' and a.requested_by = ${staffId}`)} as own,
      ${counted(sql`a.state = 'obsolete' and a.requested_by = ${staffId} and a.decided_at > ${since(7)}`)} as closed
  `.execute(db);
  return rows[0] ?? { decidable: 0, own: 0, closed: 0, oldest_at: null };
}

/** Receipts that requests name, by the number of the request. */
async function evidenceOf(db: Database, ids: readonly number[]) {
  const { rows } = await sql<{ request: number; id: string; name: string; type: string }>`
    select a.id as request, f.id::text as id, f.name, f.type
    from staff_approval a join staff_file f on f.id::text = a.request->'body'->>'file'
    where a.id = any(${[...ids]}::bigint[])
  `.execute(db);
  return rows;
}

/** Name of the customer `c`, or of the applicant of an exception without an account; '' after an erasure. */
const personName = sql<string>`
  case when c.id is null then coalesce((
      select trim(both ' ' from concat(l.first_name, ' ', l.last_name)) from credit_exception x
      join lead l on l.id = x.lead_id where a.subject = 'exception:' || x.id and x.customer_id is null), '')
    when c.erased_at is null then trim(both ' ' from concat(c.first_name, ' ', c.last_name)) else '' end`;

/** Requests that this person may decide or has made. */
export async function approvalsPage(
  db: Database,
  staff: StaffIdentity,
  { state, before, days, size = PAGE_SIZE }: Sized<ApprovalFilter>,
  isDecidable: (row: {
    permission: string;
    requested_by: number;
    requested_at: Date;
    subject: string;
  }) => boolean,
) {
  const rows = await db
    .selectFrom('staff_approval as a')
    .innerJoin('staff_member as asker', 'asker.id', 'a.requested_by')
    .leftJoin('staff_member as decider', 'decider.id', 'a.decided_by')
    .leftJoin('customer as c', 'c.id', 'a.customer_id')
    .selectAll('a')
    .select(['asker.name as asker_name', 'decider.name as decider_name', personName.as('person')])
    .where(visibleTo(staff))
    .$if(state !== undefined, (query) => query.where('a.state', '=', state ?? 'pending'))
    .$if(before !== undefined, (query) => query.where('a.id', '<', before ?? 0))
    .orderBy('a.id', 'desc')
    .limit(size + 1)
    .execute();
  const ids = rows.map(({ id }) => id);
  const [uses, files] = await Promise.all([evidenceUses(db, ids), evidenceOf(db, ids)]);
  const shown = (row: (typeof rows)[number]): Shown => ({
    id: String(row.id),
    action: row.action,
    subject: row.subject,
    subject_name: row.subject_name,
    country: row.country,
    customer: row.customer_id === null ? '' : String(row.customer_id),
    person: row.person,
    requested_by: row.asker_name,
    requested_at: row.requested_at.toISOString(),
    reason_code: row.reason_code,
    reason: row.reason,
    change: changeOf(row.request),
    before: JSON.stringify(row.before),
    after: JSON.stringify(row.after),
    ...amountOf(row),
    evidence: files
      .filter(({ request }) => request === row.id)
      .map(({ id, name, type }) => ({ id, name, type })),
    evidence_uses: uses
      .filter(({ id }) => id === row.id)
      .map(({ subject_name, at, by }) => ({ subject_name, at: at.toISOString(), by })),
    expires_at: expiryOf(row.requested_at, days).toISOString(),
    personal: 'sealed' in (row.request as object),
    state: row.state as ApprovalState,
    decided_by: row.decider_name ?? '',
    decided_at: row.decided_at?.toISOString() ?? null,
    closed_because: row.closed_because,
    own: row.requested_by === staff.staffId,
    decidable: row.state === 'pending' && isDecidable(row),
  });
  return pageOf(rows, size, shown, ({ id }) => id);
}

/** Kind of the change of a loan that a request asks for. */
function changeOf(request: unknown): string {
  const { body } = request as { readonly body?: { readonly change?: { readonly kind?: string } } };
  return body?.change?.kind ?? '';
}

function amountOf(row: {
  readonly amount: number | null;
  readonly country: CountryCode | null;
}): Pick<Shown, 'amount' | 'currency' | 'is_large'> {
  if (row.amount === null || row.country === null) return { amount: null, currency: null, is_large: false };
  return {
    amount: toUnits(centavos(row.amount)),
    currency: packOf(row.country).currency,
    is_large: isLarge(row),
  };
}
