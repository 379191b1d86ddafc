import { localDate } from '../../../../countries/local-time.ts';
import { ZERO } from '../../../../domain/money.ts';
import type { BookingDependencies } from '../../../dependencies.ts';
import { receivePayment } from '../../../loans/books/service.ts';
import { closingAmount } from '../../../loans/ledger/service.ts';
import { lockedLoan, openPaymentsOn, standingOf } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, ok, type Result } from '../../../platform/http/result.ts';
import type { OpenedPayment } from '../open-payment.ts';
import { notifyCreditUsed } from './notify-credit.ts';

/**
 * Closes a loan early from credit alone, without a payment. Idempotent. @returns `payment_total` if the
 * credit does not suffice, `payment_instalment` while a payment is in progress
 */
export async function closeWithCredit(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
): Promise<Result<OpenedPayment>> {
  const loan = await lockedLoan(tx, loanId);
  if (loan.state !== 'approved') return fail('not_found');
  const now = deps.clock.now();
  const today = localDate(now, loan.country);
  const standing = standingOf(loan, now);
  if (openPaymentsOn(loan.openPayments, today).size > 0) return fail('payment_instalment');
  if (closingAmount(standing, loan.membershipDue) > 0) return fail('payment_total');
  const { books } = await receivePayment(tx, deps, {
    loanId,
    amount: ZERO,
    source: 'credit-closing',
    reference: deps.random.token(),
    valueDate: today,
    isPayoff: true,
  });
  if (books) await notifyCreditUsed(tx, deps, loan, books, today);
  return ok({ result: { url: '', barcode: '', hash: '' } });
}
