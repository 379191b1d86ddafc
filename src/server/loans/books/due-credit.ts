import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import { NO_DUES, type Component } from '../../../domain/standing/allocation.ts';
import type { Account } from '../../../domain/ledger.ts';
import { centavos } from '../../../domain/money.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import type { Loan } from '../service.ts';
import { booksOf, latest } from './books.ts';
import type { LoanBooks } from './loan-books.ts';
import { keepCredit } from './keep-credit.ts';
import { writeDifferences } from './write.ts';

/**
 * Books what money in favour has paid on due dates until today, each with its own day, once however often it is called:
 * what was written is compared with what should be. What is owed says so before: this only writes it down.
 * @returns the loan, with the day on which its money in favour pays next
 */
export async function bookDueCredit(tx: Tx, deps: BookingDependencies, loan: Loan): Promise<Loan> {
  const now = deps.clock.now();
  const today = localDate(now, loan.country);
  if (loan.creditDueOn === null || loan.creditDueOn > today || loan.state !== 'approved') return loan;
  const { payments } = loan;
  const start = latest(loan);
  const uses = booksOf(loan, today).creditUses.map(({ date }) => date);
  const days = [...new Set([start, ...uses.filter((date) => date > start)])];
  let before = await writtenBooks(tx, loan);
  let isBooked = false;
  for (const valueDate of days) {
    const after = booksOf(loan, valueDate);
    const change = { loan, payments, before, after, kind: 'credit-applied', valueDate } as const;
    const [hasChanged = false] = await writeDifferences(tx, now, [change]);
    if (hasChanged) await deps.followers.creditUsed(tx, deps, loan, after, valueDate);
    isBooked ||= hasChanged;
    before = after;
  }
  const after = booksOf(loan, today);
  const kept = await keepCredit(tx, deps, loan, after);
  if (isBooked) await deps.followers.covered(tx, deps, loan, after);
  return { ...loan, ...kept };
}

/** The transactions by which a loan's payments are booked. */
const kinds = ['payment-received', 'payment-reversed', 'credit-applied', 'loan-withdrawn'];

/** What was written of a loan's payments so far, rather than what should have been. */
async function writtenBooks(tx: Tx, loan: Loan): Promise<LoanBooks> {
  const { rows: entries } = await sql<{ account: Account; amount: number }>`
    select e.account, sum(e.amount)::bigint as amount from ledger_entry e
    join ledger_transaction t on t.id = e.transaction_id
    where t.loan_id = ${loan.id} and t.kind = any(${kinds}::text[]) group by e.account
  `.execute(tx);
  const { rows: lines } = await sql<{
    public_id: string;
    instalment: number;
    component: Component;
    amount: number;
  }>`
    select p.public_id, a.instalment, a.component, sum(a.amount)::bigint as amount
    from payment p join payment_allocation a on a.payment_id = p.id
    where p.loan_id = ${loan.id} group by p.public_id, a.instalment, a.component having sum(a.amount) <> 0
  `.execute(tx);
  return {
    ...booksOf(loan, loan.conditions.schedule.disbursementDate),
    allocations: lines.map(({ public_id, instalment, component, amount }) => ({
      paymentId: public_id,
      parts: [{ number: instalment, dues: { ...NO_DUES, [component]: centavos(amount) } }],
      excess: centavos(0),
    })),
    entries: entries.map(({ account, amount }) => ({ account, amount: centavos(amount) })),
  };
}
