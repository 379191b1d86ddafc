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

/** Last report of money for a payment, currency units; null before the first. */
export async function lastReportOf(db: Queryable, requestId: number) {
  const row = await db
    .selectFrom('payment_report')
    .select(['outcome', 'amount', 'refunded', 'credited'])
    .where('request_id', '=', requestId)
    .where('outcome', 'in', bookedOutcomes)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  // A reversal takes back the part not refunded before.
  const part = row.outcome === 'reversed' ? row.amount - row.refunded : row.amount;
  return {
    outcome: row.outcome as (typeof bookedOutcomes)[number],
    amount: toUnits(centavos(part)),
    credited: toUnits(centavos(row.credited)),
  };
}
