import { z } from 'zod';
import { PHOTO_KINDS } from '../countries/identity-reasons.ts';

/** How the look at the photos of who asked for a loan stands, as the borrower is told. */
export const identityStanding = z.object({
  state: z.enum(['review', 'photos', 'rejected']),
  /** Why it was rejected; '' otherwise. */
  sentence: z.string(),
  /** The photos that were asked for again, and why each. */
  photos: z.array(z.object({ kind: z.enum(PHOTO_KINDS), sentence: z.string(), done: z.boolean() })),
});
