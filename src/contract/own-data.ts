import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const erasure = z.object({
  /** `none`: not requested; `waiting`: blocked by a loan or a debt. */
  state: z.enum(['none', 'waiting', 'done']),
  /** True if a request would be carried out immediately. */
  possible: z.boolean(),
  /** Reason for the delay; '' without one. */
  reason: z.enum(['', 'loan', 'debt', 'credit', 'held']),
  /**
   * Last day on which the law requires loan documents to be kept, DD-MM-YYYY; '' if nothing has to be kept.
   */
  keep_until: z.string(),
  requested_at: z.string(),
});

/** The customer's own data: counts, download and erasure (Ley 25.326, Ley 18.331). */
export const ownData = {
  'GET /api/v3/own-data': endpoint({
    summary: 'What is held about the customer, in short',
    access: 'customer',
    response: z.object({
      result: z.object({
        /** Number of stored records, by kind. */
        held: z.array(z.object({ kind: z.string(), label: z.string(), count: z.number() })),
        /** Loans with arrears that may be reported to others, and until when, DD-MM-YYYY. */
        arrears: z.array(
          z.object({
            loan: z.string(),
            since: z.string(),
            until: z.string(),
            /** Last day if the debt stays unpaid and we renew it; '' where that is impossible. */
            renewed_until: z.string(),
          }),
        ),
        erasure,
      }),
    }),
    failures: [],
  }),
  'GET /api/v3/own-data/file': endpoint({
    summary: 'Everything held about the customer as one JSON file; asks for a recent login',
    access: 'customer',
    response: z.object({
      result: z.object({
        generado: z.string(),
        nota: z.string(),
        datos: z.record(z.string(), z.array(z.unknown())),
      }),
    }),
    failures: ['fresh_login_required', 'too_many'],
  }),
  'POST /api/v3/own-data/erasure': endpoint({
    summary: 'Ask for the erasure of the own data; asks for a recent login',
    access: 'customer',
    body: z.strictObject({}),
    response: z.object({ result: erasure }),
    failures: ['fresh_login_required'],
    idempotent: true,
  }),
};
