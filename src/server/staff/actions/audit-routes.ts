import { sql } from 'kysely';
import { contract } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { AUDIT_WORDS } from '../../../words/columns.ts';
import { ofComplianceHold } from './audit.ts';
import { csvAnswer } from './csv.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route, type StaffIdentity } from '../../platform/http/route.ts';
import { staffCommand, type StaffCommand } from './command.ts';
import { sinceYesterday } from './since-yesterday.ts';

const pageSize = 50;
const exportRows = 50_000;
const rowsAtOnce = 1_000;

interface AuditFilter {
  readonly person?: number | undefined;
  readonly customer?: number | undefined;
  readonly action?: string | undefined;
  readonly country?: CountryCode | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: number | undefined;
}

/**
 * Audit of staff actions. A row without a country is about the team and visible to everyone who may read the
 * audit.
 */
export function auditRoutes({ db, clock }: Dependencies): Route[] {
  return [
    route('GET /api/staff/audit/since-yesterday', async (call) =>
      ok(await sinceYesterday(db, staffOf(call), clock.now())),
    ),
    route('GET /api/staff/audit', async (call) => {
      const rows = await auditRows(db, staffOf(call), call.query, pageSize + 1);
      const result = rows.slice(0, pageSize);
      const people = call.query.before === undefined ? await peopleOf(db) : [];
      return ok({ result, next: rows.length > pageSize ? (result.at(-1)?.id ?? '') : '', people });
    }),
  ];
}

const mostPeople = 500;

async function peopleOf(db: Queryable) {
  const rows = await db
    .selectFrom('staff_member')
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .limit(mostPeople)
    .execute();
  return rows.map(({ id, name }) => ({ id: String(id), name }));
}

export function auditCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/audit/export', async (tx, { query, by }) => {
      const rows = await everyRow(tx, by, query);
      const facts = { subject: 'audit', subjectName: '', after: { rows: rows.length, ...query } };
      const { result: list } = contract['GET /api/staff/audit'].response.shape;
      return ok({ answer: await csvAnswer('registro', { list, rows, words: AUDIT_WORDS }), facts });
    }),
  ];
}

/** Reads an export page by page, so that other calls are served in between. */
async function everyRow(
  db: Queryable,
  by: Pick<StaffIdentity, 'countries' | 'permissions'>,
  filter: AuditFilter,
): Promise<AuditRows> {
  const rows: AuditRows = [];
  for (;;) {
    const last = rows.at(-1);
    const place = last === undefined ? {} : { before: Number(last.id) };
    const page = await auditRows(db, by, { ...filter, ...place }, rowsAtOnce);
    rows.push(...page);
    if (page.length < rowsAtOnce || rows.length >= exportRows) return rows.slice(0, exportRows);
  }
}

type AuditRows = Awaited<ReturnType<typeof auditRows>>;

async function auditRows(
  db: Queryable,
  { countries, permissions }: Pick<StaffIdentity, 'countries' | 'permissions'>,
  filter: AuditFilter,
  limit: number,
) {
  const { person, customer, action, country, from, to, before } = filter;
  const isOfDays = from !== undefined || to !== undefined;
  const rows = await db
    .selectFrom('staff_audit as a')
    .innerJoin('staff_member as m', 'm.id', 'a.staff_id')
    .leftJoin('staff_member as asker', 'asker.id', 'a.requested_by')
    .selectAll('a')
    .select(['m.name as person_name', 'asker.name as asker_name'])
    .where((eb) => eb.or([eb('a.country', 'is', null), eb('a.country', 'in', [...countries])]))
    .$if(!permissions.has('holds.compliance'), (query) =>
      query.where(sql<boolean>`not ${ofComplianceHold(sql`a`)}`),
    )
    .$if(person !== undefined, (query) => query.where('a.staff_id', '=', person ?? 0))
    .$if(customer !== undefined, (query) => query.where('a.customer_id', '=', customer ?? 0))
    .$if(action !== undefined && action !== '', (query) => query.where('a.action', '=', action ?? ''))
    .$if(country !== undefined, (query) => query.where('a.country', '=', country ?? null))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`a.at >= ${from}::date`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`a.at < ${to}::date + 1`))
    .$if(before !== undefined && !isOfDays, (query) => query.where('a.id', '<', before ?? 0))
    .$if(before !== undefined && isOfDays, (query) =>
      query.where(sql<boolean>`(a.at, a.id) < (select b.at, b.id from staff_audit b where b.id = ${before})`),
    )
    // Rows of a range of days are found by the index on instants, so they are sorted in its order.
    .$if(isOfDays, (query) => query.orderBy('a.at', 'desc'))
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    person: row.person_name,
    person_id: String(row.staff_id),
    action: row.action,
    subject: row.subject,
    subject_name: row.subject_name,
    customer: row.customer_id === null ? '' : String(row.customer_id),
    country: row.country ?? '',
    reason_code: row.reason_code,
    reason: row.reason,
    address: row.address,
    device: row.device,
    before: JSON.stringify(row.before),
    after: JSON.stringify(row.after),
    requested_by: row.asker_name ?? '',
  }));
}
