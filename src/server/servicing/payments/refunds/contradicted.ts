import { sql } from 'kysely';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import {
  add,
  centavos,
  larger,
  smaller,
  subtract,
  sum,
  ZERO,
  type Centavos,
} from '../../../../domain/money.ts';
import { booksOf } from '../../../loans/books/service.ts';
import { CREDIT_REFUND, loansById, lockedLoan, type Loan } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';

/** What two people settled as not paid, and the bank says has gone out, of the refunds `r` with their rulings `u`. */
const contradicted = sql`u.outcome = 'not-paid' and u.word = 'contradicts'`;

/**
 * What the bank says has gone out to a customer although two people settled it as not paid
 * (docs/decisions/0084-money-in.md), less what was noted by hand since: the books still count it as in favour, of the
 * loan it was given back of or of one to which it was moved. Of payments; a membership's part is never sent again.
 */
async function goneOutAllTheSame(tx: Tx, customerId: number): Promise<Centavos> {
  const { rows } = await sql<{ amount: number }>`
    with gone as (
      select r.amount - r.of_membership as amount, u.word_at from credit_refund r
      join credit_refund_ruling u on u.refund_id = r.id
      where r.customer_id = ${customerId} and ${contradicted}
    ), noted as (
      select -p.amount as amount from payment p
      where p.loan_id in (select id from loan where customer_id = ${customerId}) and p.source = ${CREDIT_REFUND}
        and p.amount < 0 and p.received_at >= (select min(word_at) from gone)
        and not exists (select from credit_refund r where r.payment_id = p.id)
        and not exists (select from payment_reversal where payment_id = p.id)
    )
    select greatest(0, coalesce((select sum(amount) from gone), 0) - coalesce((select sum(amount) from noted), 0))::bigint
      as amount`.execute(tx);
  return centavos(rows[0]?.amount ?? 0);
}

interface Refundable {
  /** Of the loan's payments, what may be refunded now. */
  readonly amount: Centavos;
  /** Less than is in favour, since some of that has gone out. */
  readonly isLess: boolean;
}

/** The caller has locked the loan. */
export async function refundable(tx: Tx, loan: Loan, valueDate: CalendarDate): Promise<Refundable> {
  const held = larger(ZERO, booksOf(loan, valueDate).credit);
  const goneOut = await goneOutAllTheSame(tx, loan.customerId);
  if (goneOut === 0) return { amount: held, isLess: false };
  const left = subtract(await heldOfAll(tx, loan, valueDate), goneOut);
  return { amount: larger(ZERO, smaller(held, left)), isLess: true };
}

/**
 * Of what has gone out all the same, what is in favour of no loan any more: it has paid instalments meanwhile. The caller
 * has locked the loan.
 */
export async function goneOutAndUsed(tx: Tx, loan: Loan, valueDate: CalendarDate): Promise<Centavos> {
  const goneOut = await goneOutAllTheSame(tx, loan.customerId);
  return goneOut === 0 ? ZERO : larger(ZERO, subtract(goneOut, await heldOfAll(tx, loan, valueDate)));
}

/** What is in favour of all of a customer's loans. Moves between them lock the loan that the caller has locked. */
async function heldOfAll(
  tx: Tx,
  { customerId }: Pick<Loan, 'customerId'>,
  valueDate: CalendarDate,
): Promise<Centavos> {
  const which = sql`select id from loan where customer_id = ${customerId} and credit_since is not null`;
  const loans = await loansById(tx, which);
  return sum(loans.map((each) => larger(ZERO, booksOf(each, valueDate).credit)));
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
 * Whether an approved refund would pay once more what has gone out: what is in favour without it, of any loan, is less than that.
 * The caller has locked the loan.
 */
export async function paysTwice(
  tx: Tx,
  refund: { readonly loan_id: number; readonly customer_id: number; readonly of_membership: number },
  valueDate: CalendarDate,
): Promise<boolean> {
  const { rows } = await sql<{ of_membership: boolean }>`
    select r.loan_id = ${refund.loan_id} and r.of_membership > 0 as of_membership
    from credit_refund r join credit_refund_ruling u on u.refund_id = r.id
    where r.customer_id = ${refund.customer_id} and ${contradicted}
  `.execute(tx);
  if (rows.length === 0) return false;
  const loan = await lockedLoan(tx, refund.loan_id);
  const isGone = rows.some(({ of_membership }) => of_membership);
  if (isGone && refund.of_membership > 0 && (await membershipCredit(tx, loan)) < 0) return true;
  return (await heldOfAll(tx, loan, valueDate)) < (await goneOutAllTheSame(tx, loan.customerId));
}
