import type { CountryCode } from '../../../countries/country-pack.ts';
import { paths } from '../../../contract/paths.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Sender } from '../../../countries/messages/messages.ts';
import {
  referralAccruedEmail,
  referralAwaitedEmail,
  type RewardFacts,
} from '../../../countries/messages/referral-messages.ts';
import { centavos } from '../../../domain/money.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import { lockedLoan, loansOfCustomer, withdrawalEnds, type Loan } from '../../loans/service.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { pagesById } from '../../platform/work/pages.ts';
import { tell } from './letters.ts';
import { hasOpenWithdrawal, pendingReferrals, referralOf, type ReferralRow } from './queries.ts';
import { noteRefused } from './refused.ts';
import { lockRewards, rewardQueue, type RewardJob } from './schedule.ts';
import { sharedMark } from './shared-marks.ts';
import { promotionState, referralTerms } from './terms.ts';

const pageSize = 100;

/**
 * Records that a referee's loan was paid out during the promotion: that day's reward accrues for both when
 * the loan can no longer be withdrawn from. A later loan replaces one that was undone.
 * @returns customers with rewards that may be spent now
 */
export async function awaitReward(
  tx: Tx,
  deps: BookingDependencies,
  loanId: number,
): Promise<readonly number[]> {
  const loan = await lockedLoan(tx, loanId);
  const { country, customerId, paidOutAt } = loan;
  const own = [customerId];
  if (!isInForce(loan) || paidOutAt === null) return own;
  const referral = await referralOf(tx, customerId);
  if (!referral || referral.state === 'refused') return own;
  if (referral.state === 'rewarded') return [customerId, referral.referrer_id];
  const isAwaited = referral.state === 'pending' && !referral.is_undone;
  const terms = await referralTerms(tx, country);
  const ran = promotionState(terms, localDate(paidOutAt, country)) === 'running';
  if (isAwaited || !terms || !ran || (await refuseSelf(tx, deps, referral))) return own;
  await tx
    .updateTable('referral')
    .set({ state: 'pending', loan_id: loan.id, reward: terms.reward })
    .where('id', '=', referral.id)
    .execute();
  const detail = { amount: terms.reward };
  const at = deps.clock.now();
  await recordEvent(tx, { at, country, kind: 'referral-reward-awaited', customerId, loanId, detail });
  await tell(tx, deps, customerId, referralAwaitedEmail, terms.reward, paths.referral());
  return own;
}

const isInForce = ({ state }: Loan): boolean => state === 'approved' || state === 'finished';

/**
 * Grants both sides their reward, once, when the referee's loan can no longer be withdrawn from; the worker
 * spends it. Safe to repeat and to run concurrently.
 */
export async function accrueRewards(
  deps: BookingDependencies & Pick<Dependencies, 'db'>,
  { country }: Day,
): Promise<DayFigures> {
  let rewards = 0;
  const read = (after: number) => pendingReferrals(deps.db, country, after, pageSize);
  for await (const page of pagesById(read, ({ id }) => id))
    for (const { loan_id: loanId } of page)
      rewards += await transaction(deps.db, (tx) => accrue(tx, deps, country, loanId));
  return { rewards };
}

/** @returns number of accrued rewards */
async function accrue(
  tx: Tx,
  deps: BookingDependencies,
  country: CountryCode,
  loanId: number,
): Promise<number> {
  const loan = await lockedLoan(tx, loanId);
  const referral = await referralOf(tx, loan.customerId);
  const now = deps.clock.now();
  if (referral?.state !== 'pending' || referral.loan_id !== loanId || referral.reward === null) return 0;
  const until = withdrawalEnds(loan, now, deps.holidays);
  if (!isInForce(loan) || localDate(now, country) <= until) return 0;
  // A withdrawal requested in time is decided first; if accepted, it undoes the loan or lapses.
  if (await hasOpenWithdrawal(tx, loan, until)) return 0;
  if (await refuseSelf(tx, deps, referral)) return 0;
  const both = [referral.referee_id, referral.referrer_id];
  await lockRewards(tx, both);
  await tx
    .updateTable('referral')
    .set({ state: 'rewarded', rewarded_at: now })
    .where('id', '=', referral.id)
    .execute();
  const amount = centavos(referral.reward);
  for (const customerId of both) {
    await tx
      .insertInto('referral_reward')
      .values({ referral_id: referral.id, customer_id: customerId, amount, created_at: now })
      .execute();
    const kind = 'referral-reward-accrued';
    await recordEvent(tx, { at: now, country, kind, customerId, loanId, detail: { amount } });
    const hasLoan = (await loansOfCustomer(tx, customerId)).some(({ state }) => state === 'approved');
    const letterOf = (sender: Sender, facts: RewardFacts) =>
      referralAccruedEmail(sender, { ...facts, hasLoan });
    await tell(tx, deps, customerId, letterOf, amount, paths.referral());
  }
  await deps.jobs.send(tx, rewardQueue, { loanId } satisfies RewardJob);
  return both.length;
}

/**
 * Rejects a referral between accounts of one person; checked again here, because cards and accounts are added
 * after the sign-up.
 */
async function refuseSelf(tx: Tx, { clock }: BookingDependencies, referral: ReferralRow): Promise<boolean> {
  const { id, country, referrer_id: referrerId, referee_id: refereeId } = referral;
  const mark = await sharedMark(tx, referrerId, refereeId);
  if (mark === undefined) return false;
  await tx
    .updateTable('referral')
    .set({ state: 'refused', refusal: mark, loan_id: null })
    .where('id', '=', id)
    .execute();
  await noteRefused(tx, clock.now(), { country, referrerId, refereeId, mark });
  return true;
}
