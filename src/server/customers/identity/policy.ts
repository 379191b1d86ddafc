import type { IdentityPolicy } from '../../../countries/identity-reasons.ts';
import type { DocumentOutcome } from '../documents/service.ts';

/** What is known of who confirms a loan. */
export interface IdentityFacts {
  /** What the document's barcode said against what was typed; null until it was read. */
  readonly outcome: DocumentOutcome | null;
  /** The staff has approved these very photos before. */
  readonly isApproved: boolean;
  /** An earlier loan ended as a fraud. */
  readonly isMarked: boolean;
}

/** Whether a person has to look at the identity before the money goes out. */
export function needsReview(
  policy: IdentityPolicy,
  { outcome, isApproved, isMarked }: IdentityFacts,
): boolean {
  if (isMarked || policy === 'always') return true;
  return policy === 'unmatched' && outcome !== 'match' && !isApproved;
}
