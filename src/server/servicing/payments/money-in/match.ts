import { sql } from 'kysely';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { lockLoans } from '../../../loans/service.ts';
import { ledgerVersion } from '../../../loans/ledger/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, ok, type Result } from '../../../platform/http/result.ts';
import { recordEvent } from '../../../platform/events.ts';
import { adoptOnLoan, adoptReport, reportOf, type WaitingReport } from '../reports/adopt-report.ts';
import type { Booked } from '../reports/book-report.ts';
import { notifyPayment, recipientOfLoan } from '../reports/notify.ts';
import { requestById } from '../queries.ts';

/** Target loan of the money, with the ledger version that the requester saw. */
interface MatchTarget {
  readonly loan: number;
  readonly request?: number | undefined;
}

/** Locks a loan of these countries; fails if its books have changed since they were seen. */
export async function lockTarget(
  tx: Tx,
  loanId: number,
  countries: readonly CountryCode[],
  books: number | undefined,
): Promise<Result<{ readonly customerId: number; readonly country: CountryCode; readonly state: string }>> {
  const loan = await tx
    .selectFrom('loan')
    .select(['customer_id as customerId', 'country', 'state'])
    .where('id', '=', loanId)
    .where(sql<boolean>`country = any(${[...countries]}::text[])`)
    .executeTakeFirst();
  if (!loan) return fail('not_found');
  await lockLoans(tx, [loanId]);
  if ((await ledgerVersion(tx, loanId)) === books) return ok(loan);
  return fail('changed_meanwhile', {
    message: `El préstamo ${loanId} tuvo un movimiento mientras lo mirabas. Actualizá la página y revisalo.`,
  });
}

/**
 * Books unmatched money on a loan as its report would have been. @returns undefined if the loan takes no
 * payment
 */
export async function matchWaiting(
  tx: Tx,
  deps: BookingDependencies,
  row: WaitingReport,
  { loan, request }: MatchTarget,
  by: string,
): Promise<Booked | undefined> {
  if (request !== undefined) {
    const found = await requestById(tx, request);
    return found?.loanId === loan ? adoptReport(tx, deps, row, found.reference, by) : undefined;
  }
  const booked = await adoptOnLoan(tx, deps, loan, row, by);
  if (!booked) return undefined;
  const { country, source, amount } = reportOf(row);
  const recipient = await recipientOfLoan(tx, loan, { source, amount: booked.use.needed });
  if (recipient) await notifyPayment(tx, deps, recipient, booked.outcome, amount, booked);
  await recordEvent(tx, {
    at: deps.clock.now(),
    country,
    kind: 'payment-matched',
    customerId: recipient?.customerId,
    loanId: loan,
    detail: { source, amount },
  });
  return booked;
}
