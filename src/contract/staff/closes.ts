import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { approvable, beforeRow, country, currency, month, reasonText, rowId } from './fields.ts';

export const CLOSE_OBSTACLES = [
  'not-over',
  'not-in-order',
  'already-closed',
  'before-first',
  'under-way',
  'unconfirmed',
  'unmapped',
  'unbalanced',
  'contradictions',
  'order-contradictions',
  'differences',
  'days',
  'unlike-ledger',
] as const;
export const CLOSE_REASONS = ['month-end', 'late'] as const;
export const CLOSE_FILES = ['journal', 'loans'] as const;
export const CLOSE_FORMATS = ['csv', 'xlsx'] as const;

const obstacle = z.object({
  kind: z.enum(CLOSE_OBSTACLES),
  count: z.number(),
  /** Spanish sentence. */
  message: z.string(),
  /** The close to finish first; '' for other obstacles, or if it was not prepared. */
  close: z.string(),
});
const close = z.object({
  id: z.string(),
  country,
  /** `YYYY-MM`. */
  month: z.string(),
  state: z.enum(['freezing', 'prepared', 'closed']),
  /** Number within the country; 0 until closed. */
  number: z.number(),
  prepared_by: z.string(),
  prepared_at: z.string(),
  requested_by: z.string(),
  approved_by: z.string(),
  closed_at: z.string(),
  loans: z.number(),
  /** Currency units. */
  principal: z.number(),
  provision: z.number(),
  currency,
  /** Name of the requester of a pending close; '' without one. */
  waits: z.string(),
  version: z.number(),
});

/** Month-end closes (docs/console.md#cierre). */
export const staffCloses = {
  'GET /api/staff/closes': endpoint({
    summary: 'Closes of the months, the newest first, and what stands in the way of the next',
    access: 'staff',
    permission: 'closes.read',
    query: z.object({ country: country.optional(), before: beforeRow }),
    response: z.object({
      result: z.array(close),
      next: z.string(),
      /** Next month of each country, on the first page. */
      months: z.array(z.object({ country, month: z.string(), obstacles: z.array(obstacle) })),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/closes/{id}': endpoint({
    summary: 'A close with its journal and sums',
    access: 'staff',
    permission: 'closes.read',
    params: z.object({ id: rowId }),
    response: z.object({
      close,
      obstacles: z.array(obstacle),
      /**
       * Loans of the close with a payout that had not left by the end of the month; the portfolio leaves them out;
       * null for a close prepared before they were counted. Capital in currency units.
       */
      unsent: z.object({ loans: z.number(), principal: z.number() }).nullable(),
      /** Amounts in currency units. */
      sums: z.array(z.object({ name: z.string(), amount: z.number() })),
      journal: z.array(
        z.object({
          entry: z.string(),
          number: z.string(),
          account: z.string(),
          debit: z.number(),
          credit: z.number(),
        }),
      ),
      /** Parts of the list of loans, each a file. */
      parts: z.number(),
    }),
    failures: ['not_found'],
  }),
  'POST /api/staff/closes/{country}/{month}/prepare': endpoint({
    summary: 'Freeze the loans of a month and write its journal, unless something stands in the way',
    access: 'staff',
    permission: 'closes.work',
    daily: { everybody: 50 },
    params: z.object({ country, month }),
    body: z.strictObject({}).optional(),
    response: z.object({ messages: z.array(z.string()) }),
    failures: ['country_forbidden', 'close_blocked'],
    idempotent: true,
  }),
  'POST /api/staff/closes/{id}/close': endpoint({
    summary: 'Close a prepared month for good, once a second person approves',
    access: 'staff',
    permission: 'closes.work',
    reasons: CLOSE_REASONS,
    approval: 'closes.approve',
    stepUp: true,
    daily: { everybody: 20 },
    versioned: true,
    params: z.object({ id: rowId }),
    body: z.strictObject({ reason_code: z.enum(CLOSE_REASONS), reason: reasonText }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'changed_meanwhile', 'close_state', 'close_blocked'],
    idempotent: true,
  }),
  'POST /api/staff/closes/{id}/export': endpoint({
    summary: 'Journal or list of loans of a month as a file, the same bytes at any time',
    access: 'staff',
    whileWaiting: true,
    permission: 'closes.read',
    stepUp: true,
    daily: { everybody: 60, head: 100 },
    params: z.object({ id: rowId }),
    query: z.object({
      file: z.enum(CLOSE_FILES),
      format: z.enum(CLOSE_FORMATS),
      /** Part of the list of loans, from 1. */
      part: z
        .string()
        .regex(/^[1-9]\d{0,3}$/)
        .optional(),
    }),
    body: z.strictObject({}).optional(),
    response: 'binary',
    media: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    failures: ['not_found', 'close_state'],
  }),
};
