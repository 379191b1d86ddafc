import { sql } from 'kysely';
import { centavos, type Centavos } from '../../../../domain/money.ts';
import type { Tx } from '../../../platform/database.ts';
import { CREDIT_REFUND } from '../credit/refund-credit.ts';

/**
 * What the bank says has gone out although two people settled it as not paid (docs/decisions/0084-money-in.md), less
 * what was noted by hand since: the books still count it as in favour. Of payments; a membership's part is never sent again.
 */
export async function goneOutAllTheSame(tx: Tx, loanId: number): Promise<Centavos> {
  const { rows } = await sql<{ amount: number }>`
    with gone as (
      select r.amount - r.of_membership as amount, u.word_at from credit_refund r
      join credit_refund_ruling u on u.refund_id = r.id
      where r.loan_id = ${loanId} and u.outcome = 'not-paid' and u.word = 'contradicts'
    ), noted as (
      select -p.amount as amount from payment p
      where p.loan_id = ${loanId} and p.source = ${CREDIT_REFUND} and p.amount < 0
        and p.received_at >= (select min(word_at) from gone)
        and not exists (select from credit_refund r where r.payment_id = p.id)
        and not exists (select from payment_reversal where payment_id = p.id)
    )
    select greatest(0, coalesce((select sum(amount) from gone), 0) - coalesce((select sum(amount) from noted), 0))::bigint
      as amount`.execute(tx);
  return centavos(rows[0]?.amount ?? 0);
}
