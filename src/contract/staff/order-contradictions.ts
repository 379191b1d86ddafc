import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { country, currency, previewable, previewQuery, reasonText, rowId } from './fields.ts';
import { RULING_REASONS } from './money-fields.ts';

const word = z.enum(['paid', 'not-paid']);

const orderContradiction = z.object({
  id: z.string(),
  kind: z.enum(['pay-out', 'refund']),
  country,
  currency,
  customer: z.string(),
  person: z.string(),
  loan: z.string(),
  /** Currency units, as are `frozen` and `missing`. */
  amount: z.number(),
  /** Taken out of customer credit, so that nothing can use it. */
  frozen: z.number(),
  /** No longer in customer credit when the provider contradicted. */
  missing: z.number(),
  /** Outcome of the manual resolution; its authors and evidence follow. */
  ruled: word,
  ruled_by: z.string(),
  ruled_with: z.string(),
  ruled_file: z.string(),
  said: word,
  found_at: z.string(),
  /** Final outcome established by two people; '' while it is open. */
  truth: z.enum(['', 'paid', 'not-paid']),
  file: z.string(),
  resolved_at: z.string(),
  /** Requester of a resolution that awaits a second person. */
  asked_by: z.string(),
  version: z.number(),
});

/** Contradictions between a provider and a manual resolution (docs/console.md#operación). */
export const staffOrderContradictions = {
  'GET /api/staff/operation/order-contradictions': endpoint({
    summary:
      'Payouts and refunds of which the provider said the opposite of what two people had settled, open ones oldest first',
    access: 'staff',
    permission: 'operation.read',
    persons: 'listed',
    query: z.object({
      state: z.enum(['open', 'resolved']).optional(),
      country: country.optional(),
      from: rowId.optional(),
    }),
    response: z.object({ result: z.array(orderContradiction), next: z.string() }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/operation/order-contradictions/{id}/resolve': endpoint({
    summary: 'Say which of the two words is true, once a second person approves; what was frozen follows it',
    access: 'staff',
    permission: 'operation.work',
    approval: 'operation.approve',
    reasons: RULING_REASONS,
    previewed: true,
    versioned: true,
    stepUp: true,
    daily: { everybody: 20, head: 50 },
    params: z.object({ id: rowId }),
    query: previewQuery,
    body: z.strictObject({
      outcome: z.enum(['paid', 'not-paid']),
      /** Id of the attached evidence. */
      file: rowId,
      reason_code: z.enum(RULING_REASONS),
      reason: reasonText,
    }),
    response: z.object({ ...previewable }),
    failures: ['not_found', 'changed_meanwhile', 'evidence_missing'],
    idempotent: true,
  }),
};
