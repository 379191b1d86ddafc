import { sql, type RawBuilder } from 'kysely';
import type { APPROVAL_STATES } from '../../../contract/staff/approvals.ts';
import type { Permission } from '../../../contract/staff/permissions.ts';
import type { Database, Tx } from '../../platform/database.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';

type ApprovalState = (typeof APPROVAL_STATES)[number];

/** In SQL, who asked for what waits for a second person about this subject; '' where nothing waits. */
export const askedBy = (subject: RawBuilder<unknown>) => sql<string>`
  coalesce((select asker.name from staff_approval waiting join staff_member asker on asker.id = waiting.requested_by
    where waiting.state = 'pending' and waiting.subject = ${subject} order by waiting.id limit 1), '')`;

/** A request, until the transaction ends. */
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
      'requested_by',
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

interface ApprovalFilter {
  readonly state?: ApprovalState | undefined;
  readonly before?: number | undefined;
}

/** Requests that this person may decide or has made. */
export async function approvalsPage(
  db: Database,
  staff: StaffIdentity,
  { state, before, size = PAGE_SIZE }: Sized<ApprovalFilter>,
  isDecidable: (row: { permission: string; requested_by: number; subject: string }) => boolean,
) {
  const held: Permission[] = [...staff.permissions];
  const rows = await db
    .selectFrom('staff_approval as a')
    .innerJoin('staff_member as asker', 'asker.id', 'a.requested_by')
    .leftJoin('staff_member as decider', 'decider.id', 'a.decided_by')
    .selectAll('a')
    .select(['asker.name as asker_name', 'decider.name as decider_name'])
    .where((eb) =>
      eb.or([
        eb('a.requested_by', '=', staff.staffId),
        ...(held.length > 0 ? [eb('a.permission', 'in', held)] : []),
      ]),
    )
    .where((eb) => eb.or([eb('a.country', 'is', null), eb('a.country', 'in', [...staff.countries])]))
    .$if(state !== undefined, (query) => query.where('a.state', '=', state ?? 'pending'))
    .$if(before !== undefined, (query) => query.where('a.id', '<', before ?? 0))
    .orderBy('a.id', 'desc')
    .limit(size + 1)
    .execute();
  const shown = (row: (typeof rows)[number]) => ({
    id: String(row.id),
    action: row.action,
    subject: row.subject,
    subject_name: row.subject_name,
    country: row.country,
    requested_by: row.asker_name,
    requested_at: row.requested_at.toISOString(),
    reason_code: row.reason_code,
    reason: row.reason,
    before: JSON.stringify(row.before),
    after: JSON.stringify(row.after),
    personal: 'sealed' in (row.request as object),
    state: row.state as ApprovalState,
    decided_by: row.decider_name ?? '',
    decided_at: row.decided_at?.toISOString() ?? null,
    own: row.requested_by === staff.staffId,
    decidable: row.state === 'pending' && isDecidable(row),
  });
  return pageOf(rows, size, shown, ({ id }) => id);
}
