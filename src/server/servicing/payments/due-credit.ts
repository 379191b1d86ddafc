import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { NO_DUES, type Component } from '../../../domain/standing/allocation.ts';
import type { Account } from '../../../domain/ledger.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import { centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Day } from '../../platform/daily.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { closeCovered, noteCredit } from './credit-notes.ts';
import { eachApart, failFor } from './each-apart.ts';
import { booksOf, latest, lockLoan, type LoanBooks, type LockedLoan } from './loan-books.ts';
import { progressLoan } from './loan-progress.ts';
import { rebook } from './rebook.ts';
import { tellCreditUsed } from './tell-credit.ts';

type DueCreditDependencies = Pick<Dependencies, 'clock' | 'vault' | 'jobs' | 'config'>;

/**
 * Books what money in favour has paid on due dates until today, each with its own day, once however often it is called:
 * what was written is compared with what should be. What is owed says so before: this only writes it down.
 * @returns whether anything was booked
 */
export async function bookDueCredit(tx: Tx, deps: DueCreditDependencies, loan: LockedLoan): Promise<boolean> {
  const now = deps.clock.now();
  const today = localDate(now, loan.country);
  if (loan.creditDueOn === null || loan.creditDueOn > today) return false;
  if (loan.state !== 'approved') return false;
  const { payments } = loan;
  const start = latest(loan, payments);
  const uses = booksOf(loan, payments, today).creditUses.map(({ date }) => date);
  const days = [...new Set([start, ...uses.filter((date) => date > start)])];
  let before = await writtenBooks(tx, loan);
  let isBooked = false;
  for (const valueDate of days) {
    const after = booksOf(loan, payments, valueDate);
    const about = {
      before,
      after,
      kind: 'credit-applied',
      rowOf: loan.paymentIds,
      causedBy: undefined,
    } as const;
    if (await rebook(tx, deps, loan, { ...about, valueDate })) {
      isBooked = true;
      await tellCreditUsed(tx, deps, loan, after, valueDate);
    }
    before = after;
  }
  const after = booksOf(loan, payments, today);
  await noteCredit(tx, loan, after, today);
  if (isBooked) await closeCovered(tx, loan, after, now);
  return isBooked;
}

/**
 * Books what money in favour has paid of a loan until today and finishes the loan if nothing is owed any more, for
 * callers that need its state as it is now rather than after the work of the day. Locks the loan.
 * @returns the loan's state now
 */
export async function settleDueCredit(
  tx: Tx,
  deps: DueCreditDependencies,
  loanId: number,
): Promise<LoanState> {
  const loan = await lockLoan(tx, loanId);
  if (loan.state !== 'approved') return loan.state;
  await bookDueCredit(tx, deps, loan);
  const { payments } = loan;
  const books = booksOf(loan, payments, localDate(deps.clock.now(), loan.country));
  return progressLoan(tx, deps, loan, { payments, books });
}

/** {@link settleDueCredit} of a customer's loans in force on which something is due. */
export async function settleDueCreditOf(
  tx: Tx,
  deps: DueCreditDependencies,
  { customerId, country }: { readonly customerId: number; readonly country: CountryCode },
): Promise<void> {
  const due = await tx
    .selectFrom('loan')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('credit_due_on', '<=', localDate(deps.clock.now(), country))
    .where('state', '=', 'approved')
    .orderBy('id')
    .execute();
  for (const { id } of due) await settleDueCredit(tx, deps, id);
}

const batch = 500;

/**
 * The work of a day: books what money in favour pays on it, loan by loan, and what earlier days left. Loans that it
 * pays off are finished. One that fails keeps no other from its turn.
 * @throws AggregateError of the failures, when all had their turn
 */
export async function bookDueCredits(
  deps: DueCreditDependencies & Pick<Dependencies, 'db' | 'log'>,
  { country, date }: Day,
): Promise<void> {
  const failures: unknown[] = [];
  for (let after = 0; ;) {
    const due = await deps.db
      .selectFrom('loan')
      .select('id')
      .where('country', '=', country)
      .where('credit_due_on', '<=', date)
      .where('state', '=', 'approved')
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    const ids = due.map(({ id }) => id);
    failures.push(
      ...(await eachApart(deps.log, ids, (id) =>
        transaction(deps.db, (tx) => settleDueCredit(tx, deps, id)),
      )),
    );
    after = ids.at(-1) ?? after;
    if (due.length < batch) return failFor(failures);
  }
}

/** The transactions by which a loan's payments are booked. */
const kinds = ['payment-received', 'payment-reversed', 'credit-applied', 'loan-withdrawn'];

/** What was written of a loan's payments so far, rather than what should have been. */
async function writtenBooks(tx: Tx, loan: LockedLoan): Promise<LoanBooks> {
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
    ...booksOf(loan, loan.payments, loan.conditions.schedule.disbursementDate),
    allocations: lines.map(({ public_id, instalment, component, amount }) => ({
      paymentId: public_id,
      parts: [{ number: instalment, dues: { ...NO_DUES, [component]: centavos(amount) } }],
      excess: centavos(0),
    })),
    entries: entries.map(({ account, amount }) => ({ account, amount: centavos(amount) })),
  };
}
