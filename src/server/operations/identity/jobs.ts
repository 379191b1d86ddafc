import { sql } from 'kysely';
import { policyOf, readSetting } from '../../content/service.ts';
import { documentCheckOf } from '../../customers/documents/service.ts';
import { identityQueue, lockReview, reviewById, type IdentityJob } from '../../customers/identity/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lockHeldPayout } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import type { JobKind } from '../../platform/work/jobs.ts';
import { approveIdentity } from './decisions.ts';

export function identityJobs(deps: Dependencies): JobKind<never>[] {
  const settle: JobKind<IdentityJob> = {
    name: identityQueue,
    shown: ['reviewId'],
    countryOf: sql`select country from identity_review where id = (job.data->>'reviewId')::bigint`,
    // Nobody waits for it beyond those who would wait for a person.
    policy: { retryLimit: 5, retryDelaySeconds: 10, retryDelayMaxSeconds: 600, expireSeconds: 60 },
    run: ({ reviewId }) => settleByBarcode(deps, reviewId),
  };
  return [settle];
}

/**
 * The document was read only after the loan had been confirmed: where the barcode says what was typed, and nobody has
 * begun to look, the policy lets the payout go on.
 */
export async function settleByBarcode(deps: Dependencies, reviewId: number): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const seen = await reviewById(tx, reviewId);
    if (seen?.state !== 'waiting') return;
    const loan = await lockHeldPayout(tx, seen.loan_id);
    const review = await lockReview(tx, reviewId);
    // Who was asked for a photo again is looked at by a person again; so is whom somebody looks at now.
    if (!loan || review?.state !== 'waiting' || review.asked.length > 0 || review.claimed_by !== null) return;
    const policy = policyOf(await readSetting(tx, review.country, 'identity-review'));
    const marked = await tx
      .selectFrom('identity_review')
      .select('id')
      .where('customer_id', '=', review.customer_id)
      .where('is_fraud', '=', true)
      .executeTakeFirst();
    const check = await documentCheckOf(tx, review.customer_id);
    if (policy !== 'unmatched' || marked || check?.outcome !== 'match') return;
    await approveIdentity(tx, deps, { review, loan }, { staffId: null, name: '' });
  });
}
