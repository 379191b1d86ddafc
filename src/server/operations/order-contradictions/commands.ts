import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { centavos, formatMoney } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ledgerFacts } from '../../loans/ledger/service.ts';
import {
  changedBy,
  endContradiction,
  lockContradiction,
  resolveContradictedPayout,
} from '../../loans/manual-resolutions/service.ts';
import { lockDelivery, type LockedPayout } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { recordEvent } from '../../platform/events.ts';
import { lockWithLoans, resolveRefund } from '../../servicing/payments/service.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  doerOf,
  staffCommand,
  type StaffCommand,
} from '../../staff/actions/service.ts';
import { hasFile } from '../../staff/files/service.ts';

/** Two people say which of two contradicting words is true (docs/decisions/0122-contradicted-orders.md). */
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

/** An open contradiction as it was seen, behind the locks of its order. */
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
