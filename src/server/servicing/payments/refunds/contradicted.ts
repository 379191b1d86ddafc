import { sql } from 'kysely';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { add, centavos, type Centavos } from '../../../../domain/money.ts';
import { booksOf } from '../../../loans/books/service.ts';
import { lockedLoan, type Loan } from '../../../loans/service.ts';
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

/** What is given back of a membership and was not transferred yet: no payment of the loan holds it. */
export async function membershipCredit(tx: Tx, { id }: Loan): Promise<Centavos> {
  const { rows } = await sql<{ given: number; sent: number }>`
    select coalesce((select -sum(e.amount) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where t.loan_id = ${id} and t.kind in ('membership-returned', 'membership-paid')
          and e.account = 'customer-credit'), 0)::bigint as given,
      coalesce((select sum(of_membership) from credit_refund r where loan_id = ${id} and (state <> 'failed' or exists (
        select from credit_refund_ruling where refund_id = r.id and outcome = 'not-paid' and word = 'contradicts'))),
        0)::bigint as sent
  `.execute(tx);
  const [{ given, sent } = { given: 0, sent: 0 }] = rows;
  return add(centavos(given), centavos(-sent));
}

/**
 * Whether an approved refund would pay once more what has gone out: what is in favour without it is less than that.
 * The caller has locked the loan.
 */
export async function paysTwice(
  tx: Tx,
  refund: { readonly loan_id: number; readonly of_membership: number },
  valueDate: CalendarDate,
): Promise<boolean> {
  const { rows } = await sql<{ of_payments: boolean; of_membership: boolean }>`
    select bool_or(r.amount > r.of_membership) as of_payments, bool_or(r.of_membership > 0) as of_membership
    from credit_refund r join credit_refund_ruling u on u.refund_id = r.id
    where r.loan_id = ${refund.loan_id} and u.outcome = 'not-paid' and u.word = 'contradicts'
  `.execute(tx);
  const [gone] = rows;
  if (!gone?.of_payments && !gone?.of_membership) return false;
  const loan = await lockedLoan(tx, refund.loan_id);
  if (gone.of_membership && refund.of_membership > 0 && (await membershipCredit(tx, loan)) < 0) return true;
  return booksOf(loan, valueDate).credit < (await goneOutAllTheSame(tx, refund.loan_id));
}
