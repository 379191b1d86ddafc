import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { countriesOf, type Askers, type Facts } from '../../staff/actions/service.ts';
import { changedBy } from '../manual-resolutions/service.ts';
import { lockPayout, type LockedPayout } from '../service.ts';

interface AskedOfOrder extends Askers {
  readonly params: { readonly id: number };
  readonly seenVersion: number | undefined;
}

/**
 * Locks an order if it is unchanged since the seen version. @param lock {@link lockDelivery} if the order may
 * end paid
 */
export async function unchangedOrder(
  tx: Tx,
  asked: AskedOfOrder,
  lock: typeof lockPayout = lockPayout,
): Promise<Result<LockedPayout>> {
  const loan = await lock(tx, asked.params.id);
  if (!loan || !countriesOf(asked).includes(loan.country)) return fail('not_found');
  return loan.version === asked.seenVersion ? ok(loan) : changedBy(loan.changed_by, 'este envío');
}

export function aboutOrder(
  loan: LockedPayout,
): Pick<Facts, 'subject' | 'subjectName' | 'customerId' | 'country'> {
  return {
    subject: `pay-out:${loan.loan_id}`,
    subjectName: `Envío del préstamo ${loan.public_id.slice(0, 8)}`,
    customerId: loan.customer_id,
    country: loan.country,
  };
}
