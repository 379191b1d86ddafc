import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attribution, digits, hash } from './fields.ts';

/** B §4 'Debt-free certificate'. */
export const certificates = {
  'POST /api/v3/debtfree': endpoint({
    summary: 'A certificate that nothing is owed; it names the person only when they are logged in',
    access: 'optional',
    body: z.strictObject({
      document_type: z.union([z.literal(1), z.literal('1')]).optional(),
      document_number: digits,
      ...attribution,
    }),
    response: z.object({ result: z.object({ hash: z.string() }) }),
    failures: ['debtfree_unavailable', 'too_many', 'challenge_required'],
    idempotent: true,
  }),
  'GET /api/v3/debtfree/{hash}': endpoint({
    summary: 'A certificate; whoever was shown it may check it here',
    access: 'public',
    params: z.object({ hash }),
    response: z.object({
      result: z.object({
        hash: z.string(),
        /** '' on a certificate that was asked for without logging in; so is `legal_number`. */
        full_name: z.string(),
        document_number: z.string(),
        legal_number: z.string(),
        created_at: z.string(),
      }),
    }),
    failures: ['not_found'],
  }),
};
