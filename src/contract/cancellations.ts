import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, hash, optionalText } from './fields.ts';

/** Cancelling a loan request before its payout (docs/product/confirmation.md#modify-and-cancel). */
export const cancellations = {
  'GET /api/audit_options/autogestion': endpoint({
    summary: 'Reasons to cancel a loan request',
    access: 'customer',
    response: z.object({
      code: z.literal(200),
      result: z.array(z.object({ id: z.number(), nombre: z.string() })),
    }),
    failures: [],
  }),
  'POST /api/cancel_loan/front/{id}': endpoint({
    summary: 'Cancel a loan request with a reason, or, without one, to modify it',
    access: 'customer',
    params: z.object({ id: hash }),
    body: z.strictObject({ auditOptionId: optionalText(10) }),
    response: done,
    failures: ['not_found', 'loan_state'],
    idempotent: true,
  }),
};
