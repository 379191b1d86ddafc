import { sql } from 'kysely';
import { add, larger, subtract, ZERO, type Centavos } from '../../../domain/money.ts';
import { settlementQuote } from '../../../domain/standing/early-payment.ts';
import type { LoanStanding } from '../../../domain/standing/standing.ts';

/** Source of the negative payment that moves a loan's money to its membership's price. */
export const MEMBERSHIP_PRICE = 'membership-price';
/** Source of a card charge for a membership. */
export const MEMBERSHIP_CHARGE = 'membership-charge';

/** Centavos still owed of the price of the membership `m`, from its ledger. */
export const membershipOwed = sql<number>`membership_owed(m.loan_id)`;

/** True if the price can be paid by other means: a planned or running charge would collect it. */
export const isMembershipDue = sql<boolean>`c.state <> 'charging' and (c.state <> 'planned' or c.tries > 0)`;

/** {@link membershipOwed} of the loan `l`; zero unless its charge has failed. */
export const membershipDueOf = sql<number>`coalesce((select membership_owed(c.loan_id) from membership_charge c
  where c.loan_id = l.id and ${isMembershipDue}), 0)`;

/**
 * Centavos of membership refunds of the loan `x` not held by a payment: charges of earlier releases, as far
 * as they could not be transferred.
 */
export const membershipLeftOf = sql<number>`greatest(0, coalesce((select -sum(e.amount) from ledger_transaction t
  join ledger_entry e on e.transaction_id = t.id
  where t.loan_id = x.id and e.account = 'customer-credit'
    and t.kind in ('membership-returned', 'membership-paid', 'credit-refunded', 'credit-refund-failed')), 0))::bigint`;

/** Amount that closes a loan and its membership, beyond the credit, which also pays the price. */
export function closingAmount(standing: LoanStanding, membershipDue: Centavos): Centavos {
  // Credit left after closing the loan.
  const { creditLeft, total } = settlementQuote(standing);
  return add(total, larger(ZERO, subtract(membershipDue, creditLeft)));
}
