import { localDate } from '../../../countries/local-time.ts';
import { ZERO } from '../../../domain/money.ts';
import { payoffToPay } from '../../../domain/standing/standing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { loansById, lockLoans, openPaymentsOn, standingOf } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { OpenedPayment } from './open-payment.ts';
import { lockLoan } from './loan-books.ts';
import { receivePayment } from './receive.ts';
import { tellCreditUsed } from './tell-credit.ts';

/**
 * Closes a loan early with the money in favour alone: nothing has to come in. Asked for again it is closed already.
 * @returns `payment_total` when the money in favour does not suffice, `payment_instalment` while a payment is under way
 */
export async function closeWithCredit(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random' | 'vault' | 'jobs' | 'config'>,
  loanId: number,
): Promise<Result<OpenedPayment>> {
  await lockLoans(tx, [loanId]);
  const [row] = await loansById(tx, [loanId]);
  if (row?.state !== 'approved') return fail('not_found');
  const now = deps.clock.now();
  const today = localDate(now, row.country);
  const standing = standingOf(row, now);
  if (openPaymentsOn(row.open_payments, today).size > 0) return fail('payment_instalment');
  if (payoffToPay(standing) > 0) return fail('payment_total');
  const { books } = await receivePayment(tx, deps, {
    loanId,
    amount: ZERO,
    source: 'credit-closing',
    reference: deps.random.token(),
    valueDate: today,
    isPayoff: true,
  });
  if (books) await tellCreditUsed(tx, deps, await lockLoan(tx, loanId), books, today);
  return ok({ result: { url: '', barcode: '', hash: '' } });
}
