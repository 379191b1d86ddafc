import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { IdentityPolicy, PhotoKind } from '../../../countries/identity-reasons.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import type { JobSender } from '../../platform/work/jobs.ts';
import type { DocumentOutcome } from '../documents/service.ts';
import { latestImages } from '../profile/service.ts';
import { changeReview, type AskedPhoto, type PhotoIds, type ReviewState } from './reviews.ts';

interface IdentityFacts {
  /** Outcome of the barcode check; undefined until it was read. */
  readonly outcome: DocumentOutcome | undefined;
  /** The staff has already approved these same photos. */
  readonly isApproved: boolean;
  /** An earlier review of the borrower found a fraud. */
  readonly isMarked: boolean;
}

/** Checks whether a person must review the identity before the payout. */
function needsReview(policy: IdentityPolicy, { outcome, isApproved, isMarked }: IdentityFacts): boolean {
  if (isMarked || policy === 'always') return true;
  if (isApproved) return false;
  return policy === 'mismatch' ? outcome === 'mismatch' : policy === 'unmatched' && outcome !== 'match';
}

export { personalData } from './personal-data.ts';
export {
  changeReview,
  lockReview,
  refuseStale,
  reviewById,
  reviewQueue,
  type AskedPhoto,
  type PhotoIds,
  type Review,
  type ReviewChange,
  type ReviewState,
} from './reviews.ts';

export const identityQueue = 'settle-identity';

export interface IdentityJob {
  readonly reviewId: number;
}

export const mismatchQueue = 'hold-mismatch';

export interface MismatchJob {
  readonly customerId: number;
}

/** Checks whether a person must review the borrower before the loan's payout. */
export async function awaitsIdentity(
  tx: Tx,
  customerId: number,
  policy: IdentityPolicy,
  { outcome, isMarked }: Omit<IdentityFacts, 'isApproved'>,
): Promise<boolean> {
  if (policy === 'always' || isMarked) return true;
  if (!needsReview(policy, { outcome, isApproved: false, isMarked })) return false;
  const isApproved = await hasApproved(tx, customerId, await latestImages(tx, customerId));
  return needsReview(policy, { outcome, isApproved, isMarked });
}

async function hasApproved(db: Queryable, customerId: number, images: PhotoIds): Promise<boolean> {
  const row = await db
    .selectFrom('identity_review')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'approved')
    .where(sql<boolean>`images = ${JSON.stringify(images)}::jsonb`)
    .executeTakeFirst();
  return row !== undefined;
}

interface Reviewed {
  readonly country: CountryCode;
  readonly customerId: number;
  readonly loanId: number;
  readonly at: Date;
}

export async function openReview(tx: Tx, { country, customerId, loanId, at }: Reviewed): Promise<void> {
  await tx
    .insertInto('identity_review')
    .values({
      country,
      customer_id: customerId,
      loan_id: loanId,
      state: 'waiting',
      created_at: at,
      queued_at: at,
      last_change: 'opened',
    })
    .execute();
  await recordEvent(tx, { at, country, kind: 'identity-review', customerId, loanId });
}

/**
 * Handles a new photo: once all requested ones are present, the review returns to the queue. Its new version
 * keeps a reviewer of the earlier photos from deciding on unseen ones.
 */
export async function photoStored(
  tx: Tx,
  photo: { readonly customerId: number; readonly kind: PhotoKind; readonly at: Date },
): Promise<void> {
  const rows = await tx
    .selectFrom('identity_review')
    .select(['id', 'state', 'asked', 'queued_at'])
    .where('customer_id', '=', photo.customerId)
    .where('state', 'in', ['waiting', 'asked'])
    .forUpdate()
    .execute();
  for (const row of rows) {
    const asked = (row.asked as unknown as readonly AskedPhoto[]).map((each) =>
      each.kind === photo.kind ? { ...each, done: true } : each,
    );
    const isBack = row.state === 'asked' && asked.every(({ done }) => done);
    const state: ReviewState = isBack ? 'waiting' : (row.state as ReviewState);
    await changeReview(
      tx,
      row.id,
      { what: 'retaken', by: '' },
      { asked: JSON.stringify(asked), state, queued_at: isBack ? photo.at : row.queued_at },
    );
  }
}

/** Closes the review of a loan that ended without a decision. */
export async function endReview(tx: Tx, loanId: number): Promise<void> {
  const rows = await tx
    .selectFrom('identity_review')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('state', 'in', ['waiting', 'asked'])
    .execute();
  for (const { id } of rows) await changeReview(tx, id, { what: 'ended', by: '' }, { state: 'ended' });
}

/**
 * Handles a read document: the policy may now approve a waiting review without a person, or open one for a payout
 * that has not left.
 */
export async function followDocumentRead(
  tx: Tx,
  jobs: JobSender,
  customerId: number,
  outcome: DocumentOutcome,
): Promise<void> {
  if (outcome === 'mismatch') await jobs.send(tx, mismatchQueue, { customerId } satisfies MismatchJob);
  const rows = await tx
    .selectFrom('identity_review')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .execute();
  for (const { id } of rows) await jobs.send(tx, identityQueue, { reviewId: id } satisfies IdentityJob);
}
