import { sql } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { JobSender } from '../platform/work/jobs.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { payoutRows } from './payout-record.ts';

/** Customer and loan of a payout order. */
interface PaidLoan {
  readonly reference: string;
  readonly loanId: number;
  readonly customerId: number;
  readonly country: CountryCode;
}

/** Loans of payout orders, by the orders' references. */
export async function loansByPayoutReference(
  db: Queryable,
  references: readonly string[],
): Promise<Map<string, PaidLoan>> {
  const rows = await db
    .selectFrom('payout')
    .innerJoin('loan', 'loan.id', 'payout.loan_id')
    .select([
      'payout.reference',
      'loan.id as loanId',
      'loan.customer_id as customerId',
      sql<CountryCode>`loan.country`.as('country'),
    ])
    .where('payout.reference', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.reference, row]));
}

/**
 * Makes payouts with news due now. Resets the tries, so that a step that is querying at this moment and
 * schedules the next one afterwards makes it due immediately.
 */
export async function resumeByReference(
  tx: Tx,
  jobs: JobSender,
  references: readonly string[],
): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ due_at: sql<Date>`now()`, tries: 0 })
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .where('state', 'in', ['sent', 'unknown'])
    .execute();
  jobs.wake(tx, payoutRows.name);
}
