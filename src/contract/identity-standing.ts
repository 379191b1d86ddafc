import { z } from 'zod';
import { PHOTO_KINDS } from '../countries/identity-reasons.ts';

/** State of the identity review of a borrower's photos, as shown to them. */
export const identityStanding = z.object({
  state: z.enum(['review', 'photos', 'rejected']),
  /** Reason for the rejection; '' otherwise. */
  sentence: z.string(),
  /** The photos that were asked for again, and why each. */
  photos: z.array(z.object({ kind: z.enum(PHOTO_KINDS), sentence: z.string(), done: z.boolean() })),
});
