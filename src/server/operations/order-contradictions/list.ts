import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import { shownName } from '../../customers/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { pageOf, PAGE_SIZE, type Selected, type Sized } from '../../platform/page-size.ts';
import { askedBy } from '../../staff/actions/service.ts';

type Shown = OutputOf<'GET /api/staff/operation/order-contradictions'>['result'][number];
type Row = Selected<
  Omit<Shown, 'found_at' | 'resolved_at'>,
  { amount: number; frozen: number; missing: number }
> & { readonly found_at: Date; readonly resolved_at: Date | null };

/**
 * Orders where the rail contradicts a resolution by two people or its own earlier answer: open ones oldest
 * first, or resolved ones.
 */
export async function orderContradictionsPage(
  db: Queryable,
  own: readonly CountryCode[],
  {
    state = 'open',
    country,
    from,
    size = PAGE_SIZE,
  }: Sized<ParsedOf<'GET /api/staff/operation/order-contradictions', 'query'>>,
): Promise<OutputOf<'GET /api/staff/operation/order-contradictions'>> {
  const isOpen = state === 'open';
  const conditions: RawBuilder<unknown>[] = [
    sql`o.country = any(${country ? [country] : [...own]}::text[])`,
    isOpen ? sql`o.truth is null` : sql`o.truth is not null`,
    ...(from === undefined ? [] : [isOpen ? sql`o.id > ${from}` : sql`o.id < ${from}`]),
  ];
  const { rows } = await sql<Row>`
    select o.id::text as id, o.kind, o.country, o.currency, o.customer_id::text as customer, ${shownName} as person,
      o.loan_id::text as loan, o.amount, o.frozen, o.missing, o.ruled, o.said, o.found_at, o.version,
      coalesce(asker.name, case o.earlier when 'rail' then 'El proveedor' else '' end) as ruled_by, coalesce(approver.name, '') as ruled_with,
      coalesce(coalesce(p.file_id, f.file_id)::text, '') as ruled_file,
      coalesce(o.truth, '') as truth, coalesce(o.file_id::text, '') as file, o.resolved_at,
      ${askedBy(sql`'contradiction:' || o.id`)} as asked_by
    from order_contradiction o join customer c on c.id = o.customer_id
    left join disbursement_ruling p on o.kind = 'pay-out' and p.loan_id = o.order_id
    left join credit_refund_ruling f on o.kind = 'refund' and f.refund_id = o.order_id
    left join staff_member asker on asker.id = coalesce(p.asked_by, f.asked_by)
    left join staff_member approver on approver.id = coalesce(p.approved_by, f.approved_by)
    where ${sql.join(conditions, sql` and `)} order by o.id ${isOpen ? sql`asc` : sql`desc`} limit ${size + 1}
  `.execute(db);
  return pageOf(rows, size, shown, ({ id }) => id);
}

const shown = (row: Row): Shown => ({
  ...row,
  amount: toUnits(centavos(row.amount)),
  frozen: toUnits(centavos(row.frozen)),
  missing: toUnits(centavos(row.missing)),
  found_at: row.found_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? '',
});
