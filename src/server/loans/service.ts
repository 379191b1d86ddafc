import { sql } from 'kysely';
import type { Dependencies } from '../dependencies.ts';
import { transaction } from '../platform/database.ts';
import { scheduleStep } from './disbursement-queue.ts';

export { withdrawBeforePayOut } from './withdraw.ts';
export { confirmLoan } from './confirm.ts';
export type { Confirmation, ConfirmationBody } from './confirmation.ts';
export {
  conditionsOf,
  paymentsOf,
  type InstalmentColumns,
  type PaymentColumns,
  type StoredTerms,
} from './conditions.ts';
export { guardDocument, type DocumentCall } from './document-guard.ts';
export { maskName } from './masks.ts';
export { openPaymentOf, paymentUrl } from './open-payments.ts';
export { accountStatusOf, loanByPublicId, loansById, lockLoans, type LoanRow } from './queries.ts';
export { instalmentId, standingOf } from './view.ts';
export { cancelUncheckedLoan, takeStep, takeStepWithin, type StepDependencies } from './disbursement.ts';

/** How many pay-outs are looked up at a time; the rest follow. */
const page = 500;

/**
 * Enqueues a step for every pay-out under way: what a lost queue or exhausted retries left behind goes on.
 * One that is already enqueued does no harm: the second job finds the step not yet due.
 */
export async function resumeDisbursements({ db, jobs }: Pick<Dependencies, 'db' | 'jobs'>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('disbursement')
      .select([
        'loan_id',
        sql<number>`greatest(0, ceil(extract(epoch from next_step_at - now())))::int`.as('due_in_seconds'),
      ])
      .where('state', 'in', ['planned', 'sent', 'unknown'])
      .where('is_on_hold', '=', false)
      .where('loan_id', '>', last)
      .orderBy('loan_id')
      .limit(page)
      .execute();
    if (rows.length === 0) return;
    await transaction(db, async (tx) => {
      for (const { loan_id, due_in_seconds } of rows) await scheduleStep(tx, jobs, loan_id, due_in_seconds);
    });
    last = rows.at(-1)?.loan_id ?? last;
  }
}
