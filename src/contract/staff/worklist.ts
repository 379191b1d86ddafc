import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { country, currency } from './fields.ts';

/** No line counts on beyond it. */
export const WORK_COUNTED = 100;

const WORK_GROUPS = ['mine', 'wrong', 'today'] as const;

/**
 * Lines of the worklist: pending tasks, problems, and what happened today. A line is shown to people who may
 * make its call: the one that does the work, or the one that lists the problems.
 */
export const WORK_LINES = {
  approvals: { group: 'mine', call: 'POST /api/staff/approvals/{id}/approve' },
  'own-closed': { group: 'mine', call: 'GET /api/staff/approvals' },
  'own-requests': { group: 'mine', call: 'GET /api/staff/approvals' },
  'requests-due': { group: 'mine', call: 'POST /api/staff/requests/cancellation/{id}/accept' },
  requests: { group: 'mine', call: 'POST /api/staff/requests/cancellation/{id}/accept' },
  'tickets-mine': { group: 'mine', call: 'POST /api/staff/tickets/{id}/reply' },
  'tickets-unassigned': { group: 'mine', call: 'POST /api/staff/tickets/{id}/assign' },
  identity: { group: 'mine', call: 'POST /api/staff/identity/next' },
  matches: { group: 'mine', call: 'POST /api/staff/screening/{id}/other' },
  exceptions: { group: 'mine', call: 'POST /api/staff/exceptions/next' },
  'collections-mine': { group: 'mine', call: 'POST /api/staff/customers/{id}/collection/call' },
  'collections-today': { group: 'mine', call: 'POST /api/staff/customers/{id}/collection/call' },
  'collections-due': { group: 'mine', call: 'POST /api/staff/customers/{id}/collection/call' },
  'collections-broken': { group: 'mine', call: 'POST /api/staff/customers/{id}/collection/call' },
  'payouts-held': { group: 'mine', call: 'POST /api/staff/pay-outs/{id}/release' },
  unmatched: { group: 'mine', call: 'POST /api/staff/money/unmatched/{id}/match' },
  'invoices-refused': { group: 'mine', call: 'POST /api/staff/invoices/{id}/send' },
  'close-due': { group: 'mine', call: 'POST /api/staff/closes/{country}/{month}/prepare' },
  'dated-values': { group: 'mine', call: 'POST /api/staff/dated-values/{country}/{kind}' },

  'payouts-late': { group: 'wrong', call: 'GET /api/staff/pay-outs' },
  'payouts-failed': { group: 'wrong', call: 'GET /api/staff/pay-outs' },
  'payouts-unknown': { group: 'wrong', call: 'GET /api/staff/pay-outs' },
  'payouts-above-cap': { group: 'wrong', call: 'GET /api/staff/pay-outs' },
  'payouts-capped': { group: 'wrong', call: 'GET /api/staff/pay-outs' },
  'payouts-stopped': { group: 'wrong', call: 'GET /api/staff/pay-outs' },
  'unmatched-old': { group: 'wrong', call: 'GET /api/staff/money/unmatched' },
  'refunds-unknown': { group: 'wrong', call: 'GET /api/staff/money/refunds' },
  'order-contradictions': { group: 'wrong', call: 'GET /api/staff/operation/order-contradictions' },
  contradictions: { group: 'wrong', call: 'GET /api/staff/operation/contradictions' },
  differences: { group: 'wrong', call: 'GET /api/staff/operation/differences' },
  failed: { group: 'wrong', call: 'GET /api/staff/operation/failed' },
  days: { group: 'wrong', call: 'GET /api/staff/operation/days' },
  'messages-away': { group: 'wrong', call: 'GET /api/staff/operation' },
  'invoices-late': { group: 'wrong', call: 'GET /api/staff/invoices' },
  'close-blocked': { group: 'wrong', call: 'GET /api/staff/closes' },
  'webhooks-off': { group: 'wrong', call: 'GET /api/staff/integrations' },
  'charges-away': { group: 'wrong', call: 'GET /api/staff/operation' },

  'today-sign-ups': { group: 'today', call: 'GET /api/staff/figures' },
  'today-confirmed': { group: 'today', call: 'GET /api/staff/figures' },
  'today-money-in': { group: 'today', call: 'GET /api/staff/figures' },
  'today-paid-out': { group: 'today', call: 'GET /api/staff/figures' },
} as const satisfies Record<string, { readonly group: (typeof WORK_GROUPS)[number]; readonly call: string }>;

export type WorkLine = keyof typeof WORK_LINES;

const line = z.object({
  line: z.enum(Object.keys(WORK_LINES) as [WorkLine, ...WorkLine[]]),
  group: z.enum(WORK_GROUPS),
  /** Null for what knows no country. */
  country: country.nullable(),
  /** Up to a bound, with `more` beyond. */
  count: z.number(),
  more: z.boolean(),
  /** Currency units; null where no money is meant. */
  amount: z.number().nullable(),
  currency: currency.nullable(),
  /** Since when the oldest waits; '' where that says nothing. */
  oldest_at: z.string(),
  /** Earliest day that counts (last day of a term, announced arrival), YYYY-MM-DD; '' without one. */
  day: z.string(),
});

/** First page of the console (docs/console.md#inicio). */
export const staffWorklist = {
  'GET /api/staff/worklist': endpoint({
    summary:
      'What waits for the person, what is wrong, and what happened today, counted from the lists themselves',
    access: 'staff',
    permission: 'any',
    response: z.object({
      at: z.string(),
      /** Groups with a line that the person may have. */
      groups: z.array(z.enum(WORK_GROUPS)),
      result: z.array(line),
    }),
    failures: [],
  }),
};
