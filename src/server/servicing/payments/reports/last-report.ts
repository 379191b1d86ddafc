import { centavos, toUnits } from '../../../../domain/money.ts';
import type { Queryable } from '../../../platform/database.ts';

const bookedOutcomes = [
  'exact',
  'partial',
  'excess',
  'late',
  'closed',
  'double',
  'reversed',
  'refunded',
] as const;

/** What was last heard of money for a payment, currency units; null while nothing was. */
export async function lastReportOf(db: Queryable, requestId: number) {
  const row = await db
    .selectFrom('payment_report')
    .select(['outcome', 'amount', 'credited'])
    .where('request_id', '=', requestId)
    .where('outcome', 'in', bookedOutcomes)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    outcome: row.outcome as (typeof bookedOutcomes)[number],
    amount: toUnits(centavos(row.amount)),
    credited: toUnits(centavos(row.credited)),
  };
}
