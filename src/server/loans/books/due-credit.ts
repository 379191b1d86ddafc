import { localDate } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { pointsToBook, type TaxPoint } from '../../../domain/tax-points.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { noteCredit, type Loan } from '../service.ts';
import { booksOf, latest } from './books.ts';
import type { LoanBooks } from './loan-books.ts';
import { writeDifferences } from './write.ts';
import { writtenBooks, writtenOf } from './written.ts';

/**
 * Books the credit used on due dates until today, each with its own value date. Idempotent: it compares the
 * written books with the expected ones. Amounts owed already include these uses. @returns the loan, with the
 * next day on which its credit pays
 */
export async function bookDueCredit(tx: Tx, deps: BookingDependencies, loan: Loan): Promise<Loan> {
  const now = deps.clock.now();
  const today = localDate(now, loan.country);
  if (loan.creditDueOn === null || loan.creditDueOn > today || loan.state !== 'approved') return loan;
  const { payments } = loan;
  const start = latest(loan);
  const uses = booksOf(loan, today).creditUses.map(({ date }) => date);
  const days = [...new Set([start, ...uses.filter((date) => date > start)])];
  let before = writtenBooks(loan, (await writtenOf(tx, [loan]))(loan));
  let isBooked = false;
  for (const valueDate of days) {
    const after = booksOf(loan, valueDate, today);
    const points = valueDate === days.at(-1) ? pointsOfCredit(loan, today) : [];
    const change = { loan, payments, before, after, kind: 'credit-applied', valueDate, points } as const;
    const [hasChanged = false] = await writeDifferences(tx, now, [change]);
    if (hasChanged) await deps.followers.creditUsed(tx, deps, loan, after, valueDate);
    isBooked ||= hasChanged;
    before = after;
  }
  const after = booksOf(loan, today);
  const kept = await keepCredit(tx, deps, loan, after);
  const known = new Set(booksOf(loan, addDays(loan.creditDueOn, -1)).settled);
  const settled = after.settled.filter((number) => !known.has(number));
  if (isBooked && settled.length > 0) await deps.followers.covered(tx, deps, loan, settled);
  return { ...loan, ...kept };
}

/** Tax points of the days from the next one on which credit pays. */
function pointsOfCredit(loan: Loan, today: CalendarDate): TaxPoint[] {
  if (loan.creditDueOn === null || loan.taxRule === null) return [];
  return pointsToBook(
    booksOf(loan, addDays(loan.creditDueOn, -1), today).tax,
    booksOf(loan, today).tax,
    today,
  );
}

/** Stores the next day on which credit pays, and the day since which the loan has had credit. */
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
