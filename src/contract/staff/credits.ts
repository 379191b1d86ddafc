import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { beforeRow, country, currency, rowId } from './fields.ts';
import { amount, because, byId, moneyTraits, ruled, RULING_REASONS, stale } from './money-fields.ts';

export const REFUND_REASONS = ['customer_asks', 'erasure', 'loan_over'] as const;
export const REFUND_STATES = ['planned', 'sent', 'unknown', 'completed', 'failed'] as const;

const refund = z.object({
  id: z.string(),
  country,
  currency,
  loan: z.string(),
  customer: z.string(),
  person: z.string(),
  amount: z.number(),
  account: z.string(),
  reference: z.string(),
  state: z.enum(REFUND_STATES),
  /** Reason why a planned refund waits: a hold, the country's stop, or a recent contact correction. */
  waits_for: z.enum(['', 'held', 'match', 'stopped', 'contact']),
  tries: z.number(),
  receipt: z.string(),
  failure: z.string(),
  requested_by: z.string(),
  approved_by: z.string(),
  created_at: z.string(),
  changed_at: z.string(),
  version: z.number(),
  /** Provider's latest answer; null before the first one. */
  answer: z.object({ id: z.string(), state: z.string(), last_at: z.string() }).nullable(),
  /** Evidence for the manual resolution; '' without one. */
  file: z.string(),
  /** The provider's answer contradicts the manual resolution. */
  contradicted: z.boolean(),
  /** Requester of a resolution that awaits a second person. */
  asked_by: z.string(),
});

/** Customer credit that no instalment needs yet, and its refunds (docs/console.md#devolver-saldo-a-favor). */
export const staffCredits = {
  'GET /api/staff/money/credits': endpoint({
    summary: 'Loans that hold money of their customers, newest first',
    access: 'staff',
    permission: 'money.read',
    persons: 'listed',
    query: z.object({ country: country.optional(), before: beforeRow }),
    response: z.object({
      result: z.array(
        z.object({
          loan: z.string(),
          public_id: z.string(),
          country,
          currency,
          state: z.string(),
          customer: z.string(),
          person: z.string(),
          amount: z.number(),
          since: z.string(),
          /** Outcome of the payment that created the credit; '' for a membership refund. */
          outcome: z.string(),
          books: z.number(),
          asked_by: z.string(),
        }),
      ),
      next: z.string(),
    }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/money/credits/{id}/refund': endpoint({
    ...moneyTraits,
    summary: "Transfer money in favour of a loan to its customer's own account",
    reasons: REFUND_REASONS,
    params: byId,
    body: z.strictObject({ amount, account: rowId, ...because(REFUND_REASONS) }),
    failures: [
      ...stale,
      'refund_too_much',
      'refund_contradicted',
      'refund_payment_open',
      'refund_under_way',
      'refund_contact_changed',
      'refund_account',
    ],
  }),
  'GET /api/staff/money/refunds': endpoint({
    summary: 'Transfers of money in favour, newest first',
    access: 'staff',
    permission: 'money.read',
    persons: 'listed',
    query: z.object({
      country: country.optional(),
      state: z.enum(REFUND_STATES).optional(),
      before: beforeRow,
    }),
    response: z.object({
      result: z.array(refund),
      next: z.string(),
    }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/money/refunds/{id}/ask': endpoint({
    summary: 'Ask the provider now what became of a refund without a final word; nothing is sent',
    access: 'staff',
    permission: 'money.work',
    persons: 'opened',
    daily: { everybody: 300 },
    params: byId,
    body: z.strictObject({}).optional(),
    response: z.object({ result: refund }),
    failures: ['not_found', 'pay_out_state'],
    idempotent: true,
  }),
  'POST /api/staff/money/refunds/{id}/settle': endpoint({
    ...moneyTraits,
    summary: 'End a refund without a final word as its evidence says, once a second person approves',
    reasons: RULING_REASONS,
    daily: { everybody: 20, head: 50 },
    params: byId,
    body: ruled,
    failures: [
      ...stale,
      'pay_out_state',
      'pay_out_ask_first',
      'pay_out_in_progress',
      'pay_out_leaving',
      'evidence_missing',
    ],
  }),
};
