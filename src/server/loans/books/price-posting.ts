import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { membershipPaid, reversed } from '../../../domain/ledger.ts';
import { negate, type Centavos } from '../../../domain/money.ts';
import type { Tx } from '../../platform/database.ts';
import { post } from '../ledger/service.ts';
import type { Loan } from '../service.ts';

/** Posts that a payment of the loan paid a part of its membership's price; below zero: that it pays it no more. */
export async function postPrice(
  tx: Tx,
  { id: loanId, customerId, country, currency }: Loan,
  paid: { readonly price: Centavos; readonly row: number; readonly valueDate: CalendarDate },
  at: Date,
): Promise<void> {
  const { price, row: paymentId, valueDate } = paid;
  const [kind, entries] =
    price > 0
      ? (['membership-paid', membershipPaid(price)] as const)
      : (['membership-unpaid', reversed(membershipPaid(negate(price)))] as const);
  await post(tx, { country, currency, loanId, customerId, paymentId, valueDate, at, kind, entries });
}
