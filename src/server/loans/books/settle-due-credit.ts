import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { lockedLoan } from '../service.ts';
import { progress } from './apply.ts';
import { booksOf } from './books.ts';
import { bookDueCredit } from './due-credit.ts';
import { oneByOne, failFor } from './each-apart.ts';

/**
 * Books a loan's uses of credit until today and finishes the loan if nothing is owed, for callers that need
 * the current state before the daily job. Locks the loan. @returns the resulting state
 */
export async function settleDueCredit(tx: Tx, deps: BookingDependencies, loanId: number): Promise<LoanState> {
  const loan = await lockedLoan(tx, loanId);
  if (loan.state !== 'approved') return loan.state;
  const booked = await bookDueCredit(tx, deps, loan);
  return progress(tx, deps, booked, booksOf(booked, localDate(deps.clock.now(), loan.country)));
}

/** {@link settleDueCredit} for a customer's active loans with something due. */
export async function settleDueCreditOf(
  tx: Tx,
  deps: BookingDependencies,
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
 * Daily job: books the day's and earlier uses of credit, loan by loan, and finishes the loans they pay off. A
 * failed loan does not block the others. @throws AggregateError of the failures, after all loans were tried
 */
export async function bookDueCredits(
  deps: BookingDependencies & Pick<Dependencies, 'db' | 'log'>,
  { country, date }: Day,
): Promise<DayFigures> {
  const failures: unknown[] = [];
  let loans = 0;
  const read = (after: number) =>
    deps.db
      .selectFrom('loan')
      .select('id')
      .where('country', '=', country)
      .where('credit_due_on', '<=', date)
      .where('state', '=', 'approved')
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
  for await (const due of pagesById(read, ({ id }) => id)) {
    const ids = due.map(({ id }) => id);
    const settle = (id: number) => transaction(deps.db, (tx) => settleDueCredit(tx, deps, id));
    failures.push(...(await oneByOne(deps.log, ids, settle)));
    loans += ids.length;
  }
  failFor(failures);
  return { loans };
}
