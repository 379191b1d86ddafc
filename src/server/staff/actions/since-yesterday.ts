import { sql } from 'kysely';
import type { OutputOf } from '../../../contract/contract.ts';
import { packOf } from '../../../countries/index.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import type { Queryable } from '../../platform/database.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { ofComplianceHold } from './audit.ts';

type Answer = OutputOf<'GET /api/staff/audit/since-yesterday'>;

/** Covers all of yesterday for a reader in the morning. */
const hours = 36;
/** Entries shown. A dishonest pair is among the first, or moved little. */
const most = 20;

/**
 * Money moved, approvals and reads since yesterday, by employee and by pair
 * (docs/decisions/0144-a-row-for-every-call.md).
 */
export async function sinceYesterday(
  db: Queryable,
  by: Pick<StaffIdentity, 'countries' | 'permissions'>,
  now: Date,
): Promise<Answer> {
  const since = new Date(now.getTime() - hours * 3_600_000);
  return {
    since: since.toISOString(),
    moved: await moved(db, by, since),
    approved: await approved(db, by, since),
    read: await read(db, by, since),
  };
}

type By = Pick<StaffIdentity, 'countries' | 'permissions'>;

async function moved(db: Queryable, { countries }: By, since: Date): Promise<Answer['moved']> {
  const rows = await db
    .selectFrom('staff_money_move as v')
    .innerJoin('staff_member as asker', 'asker.id', 'v.asked_by')
    .leftJoin('staff_member as approver', 'approver.id', 'v.approved_by')
    .select(['v.asked_by', 'asker.name as asker', 'approver.name as approver', 'v.country'])
    .select(({ fn }) => [
      fn.sum<string>('v.amount').as('amount'),
      fn.countAll<string>().as('moves'),
      fn.count<string>('v.loan_id').distinct().as('loans'),
    ])
    .where('v.at', '>', since)
    .where('v.country', 'in', [...countries])
    .groupBy(['v.asked_by', 'asker.name', 'approver.name', 'v.country'])
    .orderBy('amount', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ country, ...row }) => ({
    asked_by: row.asker,
    asked_by_id: String(row.asked_by),
    approved_by: row.approver ?? '',
    country,
    currency: packOf(country).currency,
    amount: toUnits(centavos(Number(row.amount))),
    moves: Number(row.moves),
    loans: Number(row.loans),
  }));
}

/** Audit rows since an instant that the person may read. */
const auditSince = (db: Queryable, { countries, permissions }: By, since: Date) =>
  db
    .selectFrom('staff_audit as a')
    .where('a.at', '>', since)
    .where((eb) => eb.or([eb('a.country', 'is', null), eb('a.country', 'in', [...countries])]))
    .$if(!permissions.has('holds.compliance'), (query) =>
      query.where(sql<boolean>`not ${ofComplianceHold(sql`a`)}`),
    );

async function approved(db: Queryable, by: By, since: Date): Promise<Answer['approved']> {
  const rows = await auditSince(db, by, since)
    .innerJoin('staff_member as approver', 'approver.id', 'a.staff_id')
    .innerJoin('staff_member as asker', 'asker.id', 'a.requested_by')
    .innerJoin('staff_approval as p', 'p.id', 'a.approval_id')
    .select(['a.requested_by', 'asker.name as asker', 'approver.name as approver', 'p.action'])
    .select(({ fn }) => fn.countAll<string>().as('count'))
    // The request itself is a row too, and so is each line of a file.
    .where('a.action', '=', 'POST /api/staff/approvals/{id}/approve')
    .groupBy(['a.requested_by', 'asker.name', 'approver.name', 'p.action'])
    .orderBy('count', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    asked_by: row.asker,
    asked_by_id: String(row.requested_by),
    approved_by: row.approver,
    action: row.action,
    count: Number(row.count),
  }));
}

/** Unmasked data; the budget of personal data counts the customers that were opened (../data-views). */
async function read(db: Queryable, by: By, since: Date): Promise<Answer['read']> {
  const rows = await auditSince(db, by, since)
    .innerJoin('staff_member as m', 'm.id', 'a.staff_id')
    .select(['a.staff_id', 'm.name'])
    .select(({ fn }) => [
      fn.count<string>('a.customer_id').distinct().as('customers'),
      fn.countAll<string>().as('unmasked'),
    ])
    .where('a.customer_id', 'is not', null)
    .where(sql<boolean>`a.action like '%/unmask'`)
    .groupBy(['a.staff_id', 'm.name'])
    .orderBy('unmasked', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    person: row.name,
    person_id: String(row.staff_id),
    customers: Number(row.customers),
    unmasked: Number(row.unmasked),
  }));
}
