import { paths } from '../../../contract/paths.ts';
import { localDate } from '../../../countries/local-time.ts';
import { referralDiscountEmail } from '../../../countries/messages/referral-messages.ts';
import { isSelectable } from '../../../domain/standing/instalment-state.ts';
import { discountGranted } from '../../../domain/ledger.ts';
import { smaller } from '../../../domain/money.ts';
import { payoffToPay, totalOf } from '../../../domain/standing/standing.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import { post } from '../../loans/ledger/service.ts';
import { receivePayment, type IncomingPayment } from '../../loans/books/service.ts';
import { DISCOUNT_SOURCE, lockedLoan, lockedLoans, standingOf, type Loan } from '../../loans/service.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { awaitReward } from './accrual.ts';
import { tell } from './letters.ts';
import { loanInForce, openRewards, type OpenReward } from './queries.ts';
import { lockRewards, rewardQueue, type RewardJob } from './schedule.ts';

/** Delay before retrying an instalment that has an open coupon, seconds. */
const heldBackSeconds = 3600;

type RewardDependencies = BookingDependencies & Pick<Dependencies, 'db'>;

/** Handles a newly active loan: records its pending referral reward and spends open rewards. */
export async function rewardFor(deps: RewardDependencies, { loanId }: RewardJob): Promise<void> {
  const customers = await transaction(deps.db, (tx) => awaitReward(tx, deps, loanId));
  // One customer at a time, so that two loans are never locked at once.
  for (const customerId of customers) {
    const isHeldBack = await transaction(deps.db, (tx) => applyRewards(tx, deps, customerId));
    if (isHeldBack)
      await transaction(deps.db, (tx) =>
        deps.jobs.send(tx, rewardQueue, { loanId } satisfies RewardJob, { afterSeconds: heldBackSeconds }),
      );
  }
}

/**
 * Spends the customer's open rewards on the active loan's debt, oldest instalment first. Instalments with an
 * open payment are skipped, because their coupon already states a price. The total never exceeds the closing
 * amount, so that a discount does not become money; the rest waits for the next loan.
 * @returns true when only open payments block the rewards
 */
async function applyRewards(tx: Tx, deps: RewardDependencies, customerId: number): Promise<boolean> {
  const [locked] = await lockedLoans(tx, loanInForce(customerId));
  if (!locked) return false;
  await lockRewards(tx, [customerId]);
  for (const reward of await openRewards(tx, customerId)) {
    const loan = await lockedLoan(tx, locked.id);
    // The previous discount may have paid the last debt.
    if (loan.state !== 'approved') return false;
    const standing = standingOf(loan, deps.clock.now());
    const free = standing.instalments
      .filter(({ state, settledOn }) => settledOn === null && isSelectable(state))
      .map(({ number }) => number);
    const open = standing.instalments.filter(({ settledOn }) => settledOn === null);
    // The closing amount excludes future interest: a discount on it would become money.
    const closing = payoffToPay(standing);
    const amount = smaller(smaller(reward.left, totalOf(standing, free)), closing);
    const isPayoff = amount === closing && free.length === open.length;
    const meant = isPayoff ? { isPayoff } : { instalments: free };
    if (amount > 0) await grant(tx, deps, loan, reward, { amount, ...meant });
    if (amount < reward.left) return free.length < open.length;
  }
  return false;
}

async function grant(
  tx: Tx,
  deps: RewardDependencies,
  loan: Loan,
  reward: OpenReward,
  { amount, ...meant }: Pick<IncomingPayment, 'amount' | 'instalments' | 'isPayoff'>,
): Promise<void> {
  const now = deps.clock.now();
  const valueDate = localDate(now, loan.country);
  const { paymentId } = await receivePayment(tx, deps, {
    loanId: loan.id,
    amount,
    source: DISCOUNT_SOURCE,
    reference: `${reward.id}-${reward.discounts + 1}`,
    valueDate,
    ...meant,
  });
  await post(tx, {
    country: loan.country,
    currency: loan.currency,
    kind: 'discount-granted',
    loanId: loan.id,
    customerId: loan.customerId,
    paymentId,
    valueDate,
    at: now,
    entries: discountGranted(amount),
  });
  await tx
    .insertInto('referral_discount')
    .values({ payment_id: paymentId, reward_id: reward.id, amount })
    .execute();
  await tell(tx, deps, loan.customerId, referralDiscountEmail, amount, paths.statement(loan.publicId));
}
