import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import type { PayoutAnswer } from '../../integrations/payouts/port.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { RowWork } from '../../platform/work/dispatcher.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';
import { keepAnswer } from '../answers/service.ts';
import {
  askOnce,
  lockDisbursement,
  payOutEvent,
  recordCanceled,
  recordPaidOut,
  type LockedDisbursement,
  type StepDependencies,
} from '../service.ts';

export { personalData } from './personal-data.ts';

/** What two people settled by evidence, where the rail has no final word (docs/decisions/0085-pay-outs-looked-after.md). */
export interface Ruling {
  readonly outcome: 'paid' | 'not-paid';
  readonly fileId: number;
  /** The bank's number of the transfer, of one that was paid. */
  readonly receiptCode: string;
  /** The rail's last answer. */
  readonly answer: string;
  readonly askedBy: number;
  readonly approvedBy: number;
}

/** Ends the order as its evidence says: the same steps as when the rail says it. */
export async function ruleDisbursement(
  tx: Tx,
  deps: StepDependencies,
  loan: LockedDisbursement,
  ruling: Ruling,
): Promise<void> {
  const { outcome, receiptCode } = ruling;
  if (outcome === 'paid') {
    const answer: PayoutAnswer = { state: 'completed', providerId: receiptCode, receiptCode, reason: '' };
    await recordPaidOut(tx, deps, loan, answer);
  } else await recordCanceled(tx, deps, loan, 'payout-failed');
  await tx
    .insertInto('disbursement_ruling')
    .values({
      loan_id: loan.loan_id,
      outcome,
      file_id: ruling.fileId,
      answer: ruling.answer,
      asked_by: ruling.askedBy,
      approved_by: ruling.approvedBy,
      ruled_at: deps.clock.now(),
    })
    .execute();
  await recordEvent(tx, {
    ...payOutEvent(loan, deps.clock.now()),
    kind: 'pay-out-ruled',
    detail: { outcome },
  });
  deps.jobs.wake(tx, rulingRows.name);
}

/** Orders that people settled and of which the rail has not said its last word. */
export const rulingRows: RowQueue = {
  name: 'pay-out-ruling',
  table: 'disbursement_ruling',
  columns: { id: 'loan_id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`word = ''`,
  policy: { retryDelaySeconds: 60, retryDelayMaxSeconds: 3600, timeLimitSeconds: 60 },
};

/** @param isPaused true while the stand-ins are stepped by hand */
export function rulingWork(deps: Dependencies, isPaused: () => Promise<boolean>): RowWork {
  return {
    queue: rulingRows,
    pools: [{ where: sql`true`, concurrency: 2 }],
    isPaused,
    run: (loanId) => watchRuling(deps, loanId),
  };
}

/** About two months of asking each hour: by then every rail has reconciled. */
const mostTries = 1_500;

/**
 * Asks the rail about an order that people settled. A word against theirs is an alarm and nothing else: no money is
 * sent, and none is taken back.
 */
export async function watchRuling(deps: StepDependencies, loanId: number): Promise<void> {
  const answer = await askOnce(deps, loanId);
  if (!answer) return;
  await transaction(deps.db, async (tx) => {
    const loan = await lockDisbursement(tx, loanId);
    const ruling = await tx
      .selectFrom('disbursement_ruling')
      .select(['outcome', 'word', 'tries'])
      .where('loan_id', '=', loanId)
      .forUpdate()
      .executeTakeFirst();
    if (!loan || ruling?.word !== '') return;
    const now = deps.clock.now();
    await keepAnswer(tx, loanId, 'ruled', answer, now);
    const isFinal = answer.state === 'completed' || answer.state === 'failed';
    if (!isFinal && ruling.tries < mostTries) {
      const due_at = sql<Date>`clock_timestamp() + interval '1 hour'`;
      await tx.updateTable('disbursement_ruling').set({ due_at }).where('loan_id', '=', loanId).execute();
      return;
    }
    const said = answer.state === 'completed' ? 'paid' : 'not-paid';
    const word = !isFinal ? 'none' : said === ruling.outcome ? 'agrees' : 'contradicts';
    await tx
      .updateTable('disbursement_ruling')
      .set({ word, word_at: now })
      .where('loan_id', '=', loanId)
      .execute();
    if (word === 'contradicts')
      await recordEvent(tx, {
        ...payOutEvent(loan, now),
        kind: 'pay-out-contradicted',
        detail: { ruled: ruling.outcome, said, reason: answer.reason },
      });
  });
}

/** Something new is known of these orders: those that people settled are asked about now. */
export async function resumeRulings(
  tx: Tx,
  { jobs }: Pick<Dependencies, 'jobs'>,
  references: readonly string[],
): Promise<void> {
  await sql`
    update disbursement_ruling r set due_at = now() from disbursement d
    where d.loan_id = r.loan_id and r.word = '' and d.reference = any(${[...references]}::text[])
  `.execute(tx);
  jobs.wake(tx, rulingRows.name);
}
