import type { PhotoKind, PhotoReason } from '../../../countries/identity-reasons.ts';
import { changeReview, type Review, type ReviewChange } from '../../customers/identity/service.ts';
import { latestImages } from '../../customers/profile/service.ts';
import { noteDocumentProof } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  cancelForIdentity,
  releaseReviewedPayout,
  notifyPhotosAsked,
  type lockHeldPayout,
} from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { placeHold } from '../holds/service.ts';
import { recordEvent } from '../../platform/events.ts';

/** Undecided review and its loan with the held payout; both locked. */
export interface HeldReview {
  readonly review: Review;
  readonly loan: NonNullable<Awaited<ReturnType<typeof lockHeldPayout>>>;
}

/** Reviewer; undefined if the barcode decides. */
interface Decider {
  readonly staffId: number | null;
  readonly name: string;
}

/** Confirms the identity: its photos are marked approved, and the payout continues. */
export async function approveIdentity(
  tx: Tx,
  deps: Dependencies,
  { review, loan }: HeldReview,
  by: Decider,
): Promise<void> {
  const images = JSON.stringify(await latestImages(tx, review.customer_id));
  await settle(tx, deps, review, by, 'approved', { images });
  // A decision without a person came from the barcode, which was recorded when it was read.
  if (by.staffId !== null) await noteDocumentProof(tx, review.customer_id, 'staff', deps.clock.now());
  await releaseReviewedPayout(tx, deps, loan);
}

/**
 * Rejects the identity: the loan ends. @param fraud reason for treating it as fraud, which places a hold on
 * the person; undefined if it is not
 */
export async function rejectIdentity(
  tx: Tx,
  deps: Dependencies,
  { review, loan }: HeldReview,
  by: Decider,
  { reasonCode, fraud }: { readonly reasonCode: string; readonly fraud: string | undefined },
): Promise<void> {
  const isFraud = fraud !== undefined;
  const images = JSON.stringify(await latestImages(tx, review.customer_id));
  await settle(tx, deps, review, by, 'rejected', { images, reason_code: reasonCode, is_fraud: isFraud });
  await cancelForIdentity(tx, deps, loan, reasonCode);
  if (fraud === undefined || by.staffId === null) return;
  // An existing fraud hold stays.
  await placeHold(tx, {
    country: review.country,
    customerId: review.customer_id,
    loanId: undefined,
    reason: 'fraud',
    note: fraud,
    fileId: undefined,
    lastDay: undefined,
    staffId: by.staffId,
    at: deps.clock.now(),
  });
}

/** Requests photos again, with the reason; the review returns to the queue with the last of them. */
export async function askPhotos(
  tx: Tx,
  deps: Dependencies,
  { review, loan }: HeldReview,
  by: Decider,
  photos: readonly { readonly kind: PhotoKind; readonly reason: PhotoReason }[],
): Promise<void> {
  const images = await latestImages(tx, review.customer_id);
  const asked = photos.map((photo) => ({ ...photo, image: images[photo.kind] ?? '', done: false }));
  const at = deps.clock.now();
  await changeReview(
    tx,
    review.id,
    { what: 'asked', by: by.name },
    { state: 'asked', asked: JSON.stringify(asked), queued_at: at },
  );
  await recordEvent(tx, { ...eventOf(review, at), kind: 'identity-photos-asked' });
  await notifyPhotosAsked(tx, deps, loan, photos);
}

async function settle(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  review: Review,
  by: Decider,
  state: Extract<ReviewChange, 'approved' | 'rejected'>,
  facts: { readonly images: string; readonly reason_code?: string; readonly is_fraud?: boolean },
): Promise<void> {
  const at = clock.now();
  const set = { ...facts, state, decided_at: at, decided_by: by.staffId };
  await changeReview(tx, review.id, { what: state, by: by.name }, set);
  // Fraud is not recognizable here, since the person's own data includes these events.
  await recordEvent(tx, { ...eventOf(review, at), kind: `identity-${state}` });
}

function eventOf({ country, customer_id: customerId, loan_id: loanId }: Review, at: Date) {
  return { at, country, customerId, loanId };
}
