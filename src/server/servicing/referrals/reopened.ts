import { paths } from '../../../contract/paths.ts';
import { localDate } from '../../../countries/local-time.ts';
import { referralDiscountTakenBackEmail } from '../../../countries/messages/referral-messages.ts';
import { discountGranted, reversed } from '../../../domain/ledger.ts';
import { smaller, subtract, sum, ZERO, type Centavos } from '../../../domain/money.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { takeBack } from '../../loans/books/service.ts';
import { post } from '../../loans/ledger/service.ts';
import { DISCOUNT_SOURCE, type Loan } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { discountsOf, type LoanDiscount } from './queries.ts';
import { tell } from './letters.ts';
import { lockRewards } from './schedule.ts';

/**
 * Checks the discounts of an undone loan that was reopened: its rewards were free meanwhile. Discounts spent
 * on another loan, or no longer covered by their reward, are reversed here, so that a reward is never spent
 * twice.
 */
export async function checkReopened(tx: Tx, deps: BookingDependencies, loan: Loan): Promise<void> {
  await lockRewards(tx, [loan.customerId]);
  const borne = new Map<number, Centavos>();
  const taken: Centavos[] = [];
  for (const discount of await discountsOf(tx, loan.id)) {
    const { rewardId, amount } = discount;
    const left = borne.get(rewardId) ?? discount.bears;
    const keeps = smaller(left, amount);
    borne.set(rewardId, subtract(left, keeps));
    if (keeps === amount) continue;
    await takeDiscountBack(tx, deps, loan, { ...discount, keeps });
    taken.push(subtract(amount, keeps));
  }
  const amount = sum(taken);
  if (amount === 0) return;
  const { id: loanId, country, customerId } = loan;
  const at = deps.clock.now();
  await recordEvent(tx, {
    at,
    country,
    kind: 'referral-discount-taken-back',
    customerId,
    loanId,
    detail: { amount },
  });
  await tell(tx, deps, customerId, referralDiscountTakenBackEmail, amount, paths.statement(loan.publicId));
}

async function takeDiscountBack(
  tx: Tx,
  deps: BookingDependencies,
  { id: loanId, country, currency, customerId }: Loan,
  { paymentId, rewardId, amount, keeps }: LoanDiscount & { readonly keeps: Centavos },
): Promise<void> {
  const at = deps.clock.now();
  const valueDate = localDate(at, country);
  const reportId = deps.random.token();
  const reversal = {
    paymentId,
    source: DISCOUNT_SOURCE,
    reportId,
    reason: 'reward',
    reversedOn: valueDate,
  } as const;
  const taken = await takeBack(tx, deps, { ...reversal, keeps });
  if (taken === undefined) throw new Error(`discount ${paymentId} counted, and was taken back`);
  await post(tx, {
    country,
    currency,
    kind: 'discount-taken-back',
    loanId,
    customerId,
    paymentId,
    valueDate,
    at,
    entries: reversed(discountGranted(subtract(amount, keeps))),
  });
  if (keeps === ZERO || taken.restId === undefined) return;
  await tx
    .insertInto('referral_discount')
    .values({ payment_id: taken.restId, reward_id: rewardId, amount: keeps })
    .execute();
}
