import { sql } from 'kysely';
import { policyOf, readSetting } from '../../content/service.ts';
import type { IdentityPolicy } from '../../../countries/identity-reasons.ts';
import { documentCheckOf } from '../../customers/documents/service.ts';
import {
  awaitsIdentity,
  identityQueue,
  lockReview,
  mismatchQueue,
  openReview,
  reviewById,
  type IdentityJob,
  type MismatchJob,
} from '../../customers/identity/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { holdForIdentity, lockHeldPayout } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { approveIdentity } from './decisions.ts';

export function identityJobs(deps: Dependencies): JobKind<never>[] {
  const settle: JobKind<IdentityJob> = {
    name: identityQueue,
    shown: ['reviewId'],
    countryOf: sql`select country from identity_review where id = (job.data->>'reviewId')::bigint`,
    // Slow pace: a reviewer would take longer anyway.
    policy: { retryLimit: 5, retryDelaySeconds: 10, retryDelayMaxSeconds: 600, expireSeconds: 60 },
    run: ({ reviewId }) => settleByBarcode(deps, reviewId),
  };
  const hold: JobKind<MismatchJob> = {
    name: mismatchQueue,
    shown: ['customerId'],
    countryOf: sql`select country from customer where id = (job.data->>'customerId')::bigint`,
    // Seconds count, since the payout may leave meanwhile.
    policy: { retryLimit: 5, retryDelaySeconds: 1, retryDelayMaxSeconds: 60, expireSeconds: 60 },
    run: ({ customerId }) => holdByBarcode(deps, customerId),
  };
  return [settle, hold];
}

/** Policies that choose reviews by the barcode. */
const isByBarcode = (policy: IdentityPolicy): boolean => policy === 'mismatch' || policy === 'unmatched';

/**
 * Handles a barcode that was read after the confirmation and contradicts the typed data: the payout waits for
 * a review, unless it has left or waits for one already.
 */
export async function holdByBarcode(deps: Dependencies, customerId: number): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const loan = await holdForIdentity(tx, customerId, async (country) => {
      const policy = policyOf(await readSetting(tx, country, 'identity-review'));
      if (!isByBarcode(policy)) return false;
      const outcome = (await documentCheckOf(tx, customerId))?.outcome;
      return awaitsIdentity(tx, customerId, policy, { outcome, isMarked: false });
    });
    if (!loan) return;
    const { loan_id: loanId, country } = loan;
    await openReview(tx, { country, customerId, loanId, at: deps.clock.now() });
  });
}

/**
 * Handles a document read after the confirmation: if its barcode matches the typed data and no review has
 * begun, the policy releases the payout.
 */
export async function settleByBarcode(deps: Dependencies, reviewId: number): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const seen = await reviewById(tx, reviewId);
    if (seen?.state !== 'waiting') return;
    const loan = await lockHeldPayout(tx, seen.loan_id);
    const review = await lockReview(tx, reviewId);
    // Repeated photo requests and reviews in progress are left to a person.
    if (!loan || review?.state !== 'waiting' || review.asked.length > 0 || review.claimed_by !== null) return;
    const policy = policyOf(await readSetting(tx, review.country, 'identity-review'));
    const marked = await tx
      .selectFrom('identity_review')
      .select('id')
      .where('customer_id', '=', review.customer_id)
      .where('is_fraud', '=', true)
      .executeTakeFirst();
    const check = await documentCheckOf(tx, review.customer_id);
    if (!isByBarcode(policy) || marked || check?.outcome !== 'match') return;
    await approveIdentity(tx, deps, { review, loan }, { staffId: null, name: '' });
  });
}
