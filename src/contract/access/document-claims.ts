import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, flag, hash, text } from '../fields.ts';
import { session } from '../sessions.ts';

/**
 * Claims to a document held by another person's account (docs/product/signup-and-login.md#document-of-another-account).
 */
export const documentClaims = {
  'POST /api/v3/document-claim': endpoint({
    summary: 'Ask for the document of a lead by a link; answers the same whatever account has it',
    access: 'public',
    body: z.strictObject({ email: text(200), hash, terms: flag.optional() }),
    response: done,
    failures: ['too_many'],
    idempotent: true,
  }),
  'POST /api/v3/document-claim/open': endpoint({
    summary: 'Open the account of a claim by that link; the account has no document yet',
    access: 'public',
    body: z.strictObject({ code: z.string().min(1).max(200) }),
    response: session,
    failures: ['link_invalid', 'user_exists', 'too_many'],
    idempotent: true,
  }),
  'GET /api/v3/document-claim': endpoint({
    summary: 'The claim of the logged-in customer, and what it still needs',
    access: 'customer',
    response: z.object({
      result: z.object({
        /**
         * `open`: information is missing or the claim is not submitted yet; `waiting`: the staff has to
         * decide.
         */
        state: z.enum(['none', 'open', 'waiting', 'granted', 'refused']),
        /** Masked. */
        document: z.string(),
        phone: z.boolean(),
        photos: z.boolean(),
      }),
    }),
    failures: [],
  }),
  'POST /api/v3/document-claim/finish': endpoint({
    summary: 'Send the claim to the staff once phone and photos are there',
    access: 'customer',
    provedEmail: true,
    body: z.strictObject({}).optional(),
    response: done,
    failures: ['verification_missing', 'not_found'],
    idempotent: true,
  }),
};
