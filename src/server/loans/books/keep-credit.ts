import { localDate } from '../../../countries/local-time.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { noteCredit, type Loan } from '../service.ts';
import type { LoanBooks } from './loan-books.ts';

/** Stores the next day on which credit pays, and since when the loan has had some. */
export async function keepCredit(
  tx: Tx,
  { clock }: Pick<BookingDependencies, 'clock'>,
  loan: Loan,
  { credit, creditUses, creditDueOn }: LoanBooks,
): Promise<Pick<Loan, 'creditSince' | 'creditDueOn'>> {
  const hasCredit = credit !== 0 || creditUses.length > 0;
  const creditSince = loan.creditSince ?? (hasCredit ? localDate(clock.now(), loan.country) : null);
  const kept = { id: loan.id, creditSince, creditDueOn };
  if (creditSince !== loan.creditSince || creditDueOn !== loan.creditDueOn) await noteCredit(tx, kept);
  return kept;
}
