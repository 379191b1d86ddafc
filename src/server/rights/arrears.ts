import type { OutputOf } from '../../contract/contract.ts';
import { formatDate } from '../../domain/calendar-date.ts';
import { loansOfCustomer, negativeInformationOf } from '../loans/service.ts';
import type { Queryable } from '../platform/database.ts';

/** Arrears of a customer that may be reported to others, and until when (docs/product/rights.md#own-data). */
export async function arrearsToTell(
  db: Queryable,
  customerId: number,
  now: Date,
): Promise<OutputOf<'GET /api/v3/own-data'>['result']['arrears']> {
  const loans = await loansOfCustomer(db, customerId);
  return loans.flatMap((loan) => {
    const found = negativeInformationOf(loan, now);
    if (found === undefined) return [];
    const { since, until, renewedUntil } = found;
    return [
      {
        loan: loan.publicId,
        since: formatDate(since),
        until: formatDate(until),
        renewed_until: renewedUntil === null ? '' : formatDate(renewedUntil),
      },
    ];
  });
}
