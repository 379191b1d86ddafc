import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { PayoutAnswer } from '../../integrations/payouts/port.ts';

/** Who asked the rail: a step of the worker, a person, or the watch over an order that people settled. */
export type AskedBy = 'worker' | 'staff' | 'ruled';

/** Keeps what the rail said; the same words once more only count up. */
export async function keepAnswer(
  tx: Tx,
  loanId: number,
  asked: AskedBy,
  { state, providerId, receiptCode, reason }: PayoutAnswer,
  at: Date,
): Promise<void> {
  await sql`
    with last as (
      select id, asked, state, provider_id, receipt_code, reason from disbursement_answer
      where loan_id = ${loanId} order by id desc limit 1
    ), again as (
      update disbursement_answer a set times = times + 1, last_at = ${at} from last
      where a.id = last.id and last.asked = ${asked} and last.state = ${state}
        and last.provider_id = ${providerId} and last.receipt_code = ${receiptCode} and last.reason = ${reason}
      returning a.id
    )
    insert into disbursement_answer (loan_id, asked, state, provider_id, receipt_code, reason, first_at, last_at)
    select ${loanId}, ${asked}, ${state}, ${providerId}, ${receiptCode}, ${reason}, ${at}, ${at}
    where not exists (select from again)
  `.execute(tx);
}

/** The newest answer to a question. */
export async function lastAnswer(tx: Pick<Tx, 'selectFrom'>, loanId: number) {
  return tx
    .selectFrom('disbursement_answer')
    .select(['id', 'asked', 'state', 'provider_id', 'receipt_code', 'reason', 'last_at'])
    .where('loan_id', '=', loanId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
