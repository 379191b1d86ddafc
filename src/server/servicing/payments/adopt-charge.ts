import { localDate } from '../../../countries/local-time.ts';
import { centavos } from '../../../domain/money.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { adoptPricePaid } from '../../loans/books/service.ts';
import { MEMBERSHIP_CHARGE } from '../../loans/ledger/service.ts';
import { lockedLoan } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';

/**
 * Stores the report and payments of a membership charge that an earlier release booked only in the ledger, so
 * that it can be reversed and refunded like any other. Does nothing if they exist. The caller has locked the
 * report's name. @param reference the charge's
 */
export async function adoptCharge(tx: Tx, deps: BookingDependencies, reference: string): Promise<void> {
  const charge = await tx
    .selectFrom('card_charge as c')
    .leftJoin('payment_report as r', (join) =>
      join.on('r.source', '=', MEMBERSHIP_CHARGE).onRef('r.report_id', '=', 'c.reference'),
    )
    .select(['c.membership_id', 'c.country', 'c.currency', 'c.amount', 'c.created_at'])
    .where('c.reference', '=', reference)
    .where('c.purpose', '=', 'membership')
    .where('c.state', '=', 'approved')
    .where('r.id', 'is', null)
    .executeTakeFirst();
  if (charge === undefined || charge.membership_id === null) return;
  const { country, currency } = charge;
  const loan = await lockedLoan(tx, charge.membership_id);
  const amount = centavos(charge.amount);
  const valueDate = localDate(charge.created_at, country);
  const money = { amount, source: MEMBERSHIP_CHARGE, reference, valueDate };
  const paymentId = await adoptPricePaid(tx, deps, loan, money);
  await tx
    .insertInto('payment_report')
    .values({
      country,
      source: MEMBERSHIP_CHARGE,
      report_id: reference,
      request_reference: reference,
      amount,
      currency,
      paid_on: valueDate,
      outcome: 'exact',
      payment_id: paymentId,
      reported_at: charge.created_at,
    })
    .execute();
}
