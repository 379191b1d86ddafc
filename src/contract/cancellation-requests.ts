import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { digits, optionalText, text } from './fields.ts';

/** The loan cancellation dialog of the balance (docs/product/borrowers-area.md#loan-cancellation). */
export const cancellationRequests = {
  'GET /api/v3/cancellation/reason': endpoint({
    summary: 'Reasons of the cancellation dialog',
    access: 'public',
    response: z.object({
      result: z.array(
        z.object({
          id: z.number(),
          slug: z.string(),
          title: z.string(),
          content: z.string(),
          description: z.string(),
          showTextField: z.boolean(),
        }),
      ),
    }),
    failures: [],
  }),
  'POST /api/v3/cancellation': endpoint({
    summary: 'Ask to cancel the loan of a document; a person decides',
    access: 'optional',
    body: z.strictObject({
      cancellationReasonId: z.coerce.number<string | number>().int(),
      cancellationReasonSlug: text(60),
      documentNumber: digits,
      /** Sent only with the reason slug `other`. */
      otherReason: optionalText(1000),
    }),
    response: z.object({
      result: z.object({ cancellationState: z.enum(['under-review', 'rejected']) }),
    }),
    failures: ['cancellation_in_process', 'too_many', 'challenge_required'],
    idempotent: true,
  }),
};
