import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { centavos, formatMoney, toUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ledgerFacts } from '../../loans/ledger/service.ts';
import {
  changedBy,
  endContradiction,
  lockContradiction,
  resolveContradictedPayout,
} from '../../loans/manual-resolutions/service.ts';
import { lockDelivery, type LockedPayout } from '../../loans/service.ts';
import type { Tx, Queryable } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { recordEvent } from '../../platform/events.ts';
import { lockWithLoans, resolveRefund } from '../../servicing/payments/service.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  doerOf,
  staffCommand,
  type StaffCommand,
  askedBy,
} from '../../staff/actions/service.ts';
import { hasFile } from '../../staff/files/service.ts';
import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { shownName } from '../../customers/service.ts';
import { pageOf, PAGE_SIZE, type Selected, type Sized } from '../../platform/page-size.ts';

/**
 * Commands for two people to decide which of two contradictory results is true
 * (docs/decisions/0122-contradicted-orders.md).
 */
export function orderContradictionCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/operation/order-contradictions/{id}/resolve', async (tx, asked) => {
      const { params, body, seenVersion, by, approver } = asked;
      const found = await lockOpen(tx, params.id, countriesOf(asked), seenVersion);
      if (!found.ok) return found;
      const { row, refund, payout } = found.value;
      const { country, ruled } = row;
      if (!(await hasFile(tx, country, body.file))) return fail('evidence_missing');
      const before = { ruled, said: row.said, ...(await ledgerFacts(tx, country, row.loan_id)) };
      const truth = body.outcome;
      if (refund) await resolveRefund(tx, deps, refund, { ruled, truth, missing: centavos(row.missing) });
      if (payout && ruled !== truth) await resolveContradictedPayout(tx, deps, payout, truth);
      const at = deps.clock.now();
      const people = { askedBy: by.staffId, approvedBy: doerOf({ by, approver }).staffId };
      await endContradiction(tx, row.id, { truth, fileId: body.file, ...people }, at);
      const { customer_id: customerId, loan_id: loanId } = row;
      const detail = { order: row.kind, truth };
      await recordEvent(tx, { at, country, customerId, loanId, kind: 'contradiction-resolved', detail });
      const money = formatMoney(centavos(row.amount), packOf(country).currency);
      return ok({
        answer: DONE_AS_SEEN,
        facts: {
          subject: `contradiction:${row.id}`,
          subjectName: `${row.kind === 'refund' ? 'Devolución' : 'Envío'} del préstamo ${loanId}, ${money}`,
          amount: row.amount,
          country,
          customerId,
          before,
          after: { outcome: truth, file: body.file, ...(await ledgerFacts(tx, country, loanId)) },
        },
      });
    }),
  ];
}

type Open = NonNullable<Awaited<ReturnType<typeof lockContradiction>>>;
type Refund = NonNullable<Awaited<ReturnType<typeof lockWithLoans>>>;

/** Open contradiction, unchanged since it was seen, behind the locks of its order. */
async function lockOpen(
  tx: Tx,
  id: number,
  countries: readonly CountryCode[],
  seenVersion: number | undefined,
): Promise<
  Result<{
    readonly row: Open;
    readonly refund: Refund | undefined;
    readonly payout: LockedPayout | undefined;
  }>
> {
  const name = await tx
    .selectFrom('order_contradiction')
    .select(['kind', 'order_id'])
    .where('id', '=', id)
    .where('country', 'in', [...countries])
    .executeTakeFirst();
  if (!name) return fail('not_found');
  const refund = name.kind === 'refund' ? await lockWithLoans(tx, name.order_id) : undefined;
  const payout = name.kind === 'pay-out' ? await lockDelivery(tx, name.order_id) : undefined;
  const row = await lockContradiction(tx, id);
  if (!row) return fail('not_found');
  if (row.truth !== null || row.version !== seenVersion) return changedBy('', 'esta contradicción');
  return ok({ row, refund, payout });
}

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
    left join payout_ruling p on o.kind = 'pay-out' and p.loan_id = o.order_id
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
