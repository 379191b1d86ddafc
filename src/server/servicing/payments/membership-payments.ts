import { PAYMENT_HOLDS_DAYS } from '../../../countries/payment-methods.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import type { Charge } from '../../charges/service.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { receivePayment } from '../../loans/books/service.ts';
import { MEMBERSHIP_CHARGE } from '../../loans/ledger/service.ts';
import { openPaymentsOn, type Loan } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import { adoptCharge } from './adopt-charge.ts';
import type { Price } from './open-payment.ts';
import { isSameAmount } from './price.ts';
import { expiredOn } from './queries.ts';
import { lockReport } from './reports/queries.ts';
import { applyEarlierReversal } from './reports/reverse-report.ts';

/**
 * Price of a loan's membership: everything owed of it. It does not accrue, so it is valid for as long as the
 * price of an instalment not yet due. @param total currency units that the browser showed
 */
export function membershipPriceOf(loan: Loan, now: Date, total: number): Result<Price> {
  const today = localDate(now, loan.country);
  const { membershipDue: amount } = loan;
  if (amount <= 0) return fail('not_found');
  const underWay = [...openPaymentsOn(loan.openPayments, today).values()];
  // A closing payment pays the membership too.
  if (underWay.some(({ purpose }) => purpose === 'membership' || purpose === 'settlement'))
    return fail('payment_instalment');
  if (!isSameAmount(total, amount)) return fail('payment_total');
  return ok({
    loanId: loan.id,
    customerId: loan.customerId,
    purpose: 'membership',
    numbers: [],
    amount,
    pricedOn: today,
    dueDate: addDays(today, PAYMENT_HOLDS_DAYS.notYetDue),
    expired: expiredOn(loan, today),
  });
}

/**
 * Books a membership charge of the card on file, once, as a reported payment, so that it can be reversed like
 * any other.
 */
export async function bookMembershipCharge(
  tx: Tx,
  deps: BookingDependencies,
  { subject: loanId, country, currency, amount, reference, createdAt }: Charge,
): Promise<void> {
  const name = { source: MEMBERSHIP_CHARGE, reportId: reference };
  await lockReport(tx, name);
  const paidOn = localDate(createdAt, country);
  const { paymentId } = await receivePayment(tx, deps, {
    loanId,
    amount,
    source: MEMBERSHIP_CHARGE,
    reference,
    valueDate: paidOn,
    instalments: [],
    isForMembership: true,
  });
  await tx
    .insertInto('payment_report')
    .values({
      country,
      source: MEMBERSHIP_CHARGE,
      report_id: reference,
      request_reference: reference,
      amount,
      currency,
      paid_on: paidOn,
      outcome: 'exact',
      payment_id: paymentId,
      reported_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['source', 'report_id']).doNothing())
    .execute();
  await applyEarlierReversal(tx, deps, name);
}

/** {@link adoptCharge} for all charges of a loan's membership. */
export async function adoptChargesOf(tx: Tx, deps: BookingDependencies, loanId: number): Promise<void> {
  const charges = await tx
    .selectFrom('card_charge')
    .select('reference')
    .where('membership_id', '=', loanId)
    .where('state', '=', 'approved')
    .orderBy('id')
    .execute();
  for (const { reference } of charges) {
    await lockReport(tx, { source: MEMBERSHIP_CHARGE, reportId: reference });
    await adoptCharge(tx, deps, reference);
  }
}
