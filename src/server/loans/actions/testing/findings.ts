import { localDate } from '../../../../countries/local-time.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { auditBooks, writtenOf } from '../../books/service.ts';
import { loansById } from '../../service.ts';

/** Findings of the audit about a loan's books. */
export async function findingsOf({ deps }: TestProduct, loanId: number) {
  const loans = await loansById(deps.db, [loanId]);
  const [loan] = loans;
  if (!loan) throw new Error(`there is no loan ${loanId}`);
  const written = await writtenOf(deps.db, loans);
  return auditBooks(loan, written(loan), localDate(deps.clock.now(), loan.country));
}
