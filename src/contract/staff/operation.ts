import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { approvable, country, day, reasonText, rowId } from './fields.ts';
import { amount, because } from './money-fields.ts';

/** Kinds of work that can fail permanently; a test checks the list against the worker's. */
export const WORK_QUEUES = [
  'send-message',
  'wallet-notification',
  'settlement-file',
  'settlement-preview',
  'clean-up-settlement',
  'clean-up-ticket-file',
  'card-registration',
  'referral-reward',
  'tell-withdrawal',
  'send-link',
  'claim-document',
  'month-close',
  'renew-offer',
  'check-document',
  'settle-identity',
  'hold-mismatch',
  'clean-up-image',
  'daily',
] as const;

/** Daily jobs; a test checks the list against the worker's. */
export const DAY_JOBS = [
  'holds-ended',
  'screening',
  'undelivered',
  'exceptions',
  'credits',
  'tax-points',
  'credit-moves',
  'debit-announcements',
  'debits',
  'reminders',
  'reminder-sms',
  'withdrawal-reminders',
  'withdrawal-returns',
  'referral-rewards',
  'membership-charges',
  'invoices',
  'reconciliation',
  'ledger-check',
  'loan-check',
  'seal-check',
  'table-months',
  'portfolio-snapshot',
  'collection-figures',
  'day-figures',
  'debtors',
] as const;

/** Kinds of contradictions found by the daily loan audit. */
export const CONTRADICTION_KINDS = [
  'ledger',
  'credit',
  'allocation',
  'state',
  'standing',
  'payment',
  'accrual',
  'ceiling',
  'tax',
  'failed',
] as const;

const RETRY_REASONS = ['cause-gone', 'try-once', 'asked'] as const;
const DROP_REASONS = ['done-otherwise', 'not-needed', 'cannot-work'] as const;
const WAIVER_REASONS = ['certificate-given', 'our-error'] as const;
const SETTLE_REASONS = ['refunded', 'booked', 'provider-error', 'ours-is-right'] as const;

const queue = z.enum(WORK_QUEUES);
const byWork = z.object({ queue, id: z.string().regex(/^[\da-f-]{1,36}$/) });

const failed = z.object({
  queue,
  id: z.string(),
  failed_at: z.string(),
  began_at: z.string(),
  tries: z.number(),
  /** Cause of the failure, without personal input. */
  cause: z.string(),
  /** JSON, with hidden values shown as dots. */
  data: z.string(),
  /** Customer concerned; '' if unknown. */
  customer: z.string(),
  country: country.or(z.literal('')),
  /** Involves money, so that discarding it takes two people. */
  money: z.boolean(),
  /** Requester of discarding it, while that awaits a second person. */
  dropped_by: z.string(),
  version: z.number(),
});

const dropped = {
  access: 'staff',
  permission: 'operation.work',
  reasons: DROP_REASONS,
  versioned: true,
  daily: { everybody: 100, head: 300 },
  params: byWork,
  body: z.strictObject({ reason_code: z.enum(DROP_REASONS), reason: reasonText }),
  idempotent: true,
} as const;

/** Number of items of one kind that wait, and the age of the oldest. */
const waiting = z.object({
  country,
  kind: z.string(),
  count: z.number(),
  oldest_at: z.string(),
});

const run = z.object({
  job: z.enum(DAY_JOBS),
  country,
  day: z.string(),
  state: z.enum(['done', 'under-way', 'failed', 'late', 'missing', 'to-come']),
  started_at: z.string(),
  finished_at: z.string(),
  /** Result counts by kind, as JSON. */
  did: z.string(),
  /** True if findings of this job are faults. */
  alarming: z.boolean(),
  failure: z.string(),
  /** The job can be requested now. */
  runnable: z.boolean(),
});

const difference = z.object({
  id: z.string(),
  country,
  provider: z.string(),
  day: z.string(),
  kind: z.enum(['unknown-here', 'unknown-there', 'state', 'amount']),
  key: z.string(),
  provider_id: z.string(),
  our_state: z.string(),
  our_amount: z.number().nullable(),
  their_state: z.string(),
  their_amount: z.number().nullable(),
  found_at: z.string(),
  closed_at: z.string(),
  closed_by: z.string(),
  note: z.string(),
  version: z.number(),
});

const contradiction = z.object({
  id: z.string(),
  country,
  customer: z.string(),
  loan: z.string(),
  loan_state: z.string(),
  kind: z.enum(CONTRADICTION_KINDS),
  /** Ledger account, component of an instalment or payment; empty for the loan as a whole. */
  subject: z.string(),
  /** Amount by current rules and amount found, in currency units. */
  expected: z.number(),
  found: z.number(),
  found_at: z.string(),
  seen_at: z.string(),
  closed_at: z.string(),
  /** Amount that closes the loan and its day, in currency units. Two people may decide to waive it. */
  owed: z.number(),
  owed_on: z.string(),
  version: z.number(),
});

/** State of the system, for its operators (docs/console.md). */
export const staffOperation = {
  'GET /api/staff/operation': endpoint({
    summary:
      'What waits or has failed, counted: messages, charges, payouts, work, differences, contradictions, and the last checks',
    access: 'staff',
    permission: 'operation.read',
    query: z.object({ country: country.optional() }),
    response: z.object({
      /** Business time, from which ages count. */
      at: z.string(),
      /** Counted up to a limit. */
      failed: z.number(),
      differences: z.number(),
      /** Number of loans, not of findings. */
      contradictions: z.number(),
      order_contradictions: z.number(),
      /** Daily runs of the last week that failed, are late or found something wrong. */
      days: z.number(),
      messages: z.array(waiting),
      charges: z.array(waiting),
      pay_outs: z.array(waiting),
      checks: z.array(run),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/operation/failed': endpoint({
    summary: 'Work that was given up in the last week, oldest first, by kind',
    access: 'staff',
    permission: 'operation.read',
    persons: 'listed',
    query: z.object({
      queue: queue.optional(),
      /** Cursor: end of the previous page. */
      from: z
        .string()
        .regex(/^\d{1,15}~[a-z-]{1,40}~[\da-f-]{1,36}$/)
        .optional(),
    }),
    response: z.object({ result: z.array(failed), next: z.string() }),
    failures: [],
  }),
  'POST /api/staff/operation/failed/{queue}/{id}/retry': endpoint({
    summary: 'Have work that was given up tried again',
    access: 'staff',
    permission: 'operation.work',
    reasons: RETRY_REASONS,
    versioned: true,
    daily: { everybody: 200, head: 500 },
    params: byWork,
    body: z.strictObject({ reason_code: z.enum(RETRY_REASONS), reason: reasonText }),
    response: done,
    failures: ['not_found', 'changed_meanwhile'],
    idempotent: true,
  }),
  'POST /api/staff/operation/failed/{queue}/{id}/drop': endpoint({
    summary: 'Give up for good work on which no money depends',
    ...dropped,
    response: done,
    failures: ['not_found', 'changed_meanwhile', 'two_people'],
  }),
  'POST /api/staff/operation/failed/{queue}/{id}/drop-money': endpoint({
    summary: 'Give up for good work on which money depends',
    ...dropped,
    approval: 'operation.approve',
    stepUp: true,
    response: z.object({ ...approvable }),
    failures: ['not_found', 'changed_meanwhile'],
  }),
  'GET /api/staff/operation/days': endpoint({
    summary: 'What each day’s work did in a country, the newest day first, with what is missing',
    access: 'staff',
    permission: 'operation.read',
    query: z.object({
      country: country.optional(),
      /** Faults only. */
      wrong: z.literal('1').optional(),
      /** Cursor: returns days before this one. */
      before: day.optional(),
    }),
    response: z.object({
      result: z.array(run),
      next: z.string(),
      /** Days of the page on which no task ran. */
      idle: z.array(z.string()),
    }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/operation/days/{job}/run': endpoint({
    summary: 'Have a part of today’s work run now, where that is safe',
    access: 'staff',
    permission: 'operation.work',
    reasons: RETRY_REASONS,
    daily: { everybody: 50 },
    params: z.object({ job: z.enum(DAY_JOBS) }),
    body: z.strictObject({ country, reason_code: z.enum(RETRY_REASONS), reason: reasonText }),
    response: done,
    failures: ['country_forbidden', 'day_done', 'day_under_way', 'day_not_yet'],
    idempotent: true,
  }),
  'GET /api/staff/operation/differences': endpoint({
    summary: 'What differs between our books and a provider’s list, open ones oldest first',
    access: 'staff',
    permission: 'operation.read',
    query: z.object({
      state: z.enum(['open', 'closed']).optional(),
      country: country.optional(),
      from: rowId.optional(),
    }),
    response: z.object({ result: z.array(difference), next: z.string() }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/operation/differences/{id}/close': endpoint({
    summary: 'A person has dealt with a difference; books nothing',
    access: 'staff',
    permission: 'operation.work',
    reasons: SETTLE_REASONS,
    versioned: true,
    stepUp: true,
    daily: { everybody: 100 },
    params: z.object({ id: rowId }),
    body: z.strictObject({ reason_code: z.enum(SETTLE_REASONS), reason: reasonText }),
    response: done,
    failures: ['not_found', 'changed_meanwhile'],
    idempotent: true,
  }),
  'GET /api/staff/operation/contradictions': endpoint({
    summary: 'Loans that contradict their books, open findings oldest first',
    access: 'staff',
    permission: 'operation.read',
    persons: 'listed',
    query: z.object({
      state: z.enum(['open', 'closed']).optional(),
      country: country.optional(),
      from: rowId.optional(),
    }),
    response: z.object({ result: z.array(contradiction), next: z.string() }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/operation/contradictions/{id}/waive': endpoint({
    summary: 'Not to claim what a loan owes that contradicts its books; booked once a second person approves',
    access: 'staff',
    permission: 'operation.work',
    approval: 'operation.approve',
    reasons: WAIVER_REASONS,
    versioned: true,
    stepUp: true,
    daily: { everybody: 50, head: 100 },
    params: z.object({ id: rowId }),
    body: z.strictObject({ amount, day, ...because(WAIVER_REASONS) }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'changed_meanwhile', 'waiver_too_much'],
    idempotent: true,
  }),
};
