import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { approvable, country, currency, previewable, previewQuery, reasonText, rowId } from './fields.ts';
import { ruled, RULING_REASONS } from './money-fields.ts';

/** `open`: payouts without a final answer, oldest first; `failed`, `canceled` and `done` are newest first. */
export const PAYOUT_VIEWS = [
  'open',
  'planned',
  'sent',
  'unknown',
  'held',
  'late',
  'failed',
  'canceled',
  'done',
  'contradicted',
] as const;
export const PAYOUT_AGES = ['1', '3', '7', '30'] as const;
/** Upper bound of counts, beyond which the exact number is of no use. */
export const COUNTED_PAYOUTS = 2_000;

const HOLD_REASONS = ['identity-doubt', 'account-doubt', 'customer-asks', 'fraud'] as const;
const RELEASE_REASONS = ['checked', 'error'] as const;
const STOP_REASONS = ['provider', 'funds', 'risk'] as const;
const CONTROL_REASONS = ['solved', 'funds', 'error'] as const;
const ABOVE_CAP_REASONS = ['checked', 'funds'] as const;
const ACCOUNT_REASONS = ['account-wrong', 'customer-asks'] as const;

const summary = z.object({
  id: z.string(),
  /** First characters of the loan's public id. */
  loan: z.string(),
  customer: z.string(),
  person: z.string(),
  country,
  currency,
  amount: z.number(),
  rail: z.string(),
  state: z.string(),
  /**
   * Reason why a planned payout waits: '', hold, held, match, identity, stopped, cap, above-cap, notice, or a later
   * addition.
   */
  waits_for: z.string(),
  /** Waits for a review of the borrower's photos, in addition to any other reason. */
  awaits_identity: z.boolean(),
  /** The announced day has passed. */
  late: z.boolean(),
  /** Business days since the announced day; 0 unless late. */
  late_days: z.number(),
  /** Announced day of arrival, YYYY-MM-DD; '' while photos await their review. */
  announced_on: z.string(),
  /** Person who held it; '' unless it is on hold. */
  held_by: z.string(),
  /** Provider's reason for the failure; '' without one. */
  fault: z.string(),
  /** Reason why its loan was canceled before it left; '' otherwise. */
  canceled_for: z.string(),
  /** Masked. */
  account: z.string(),
  tries: z.number(),
  /** The provider contradicts a manual resolution. */
  contradicted: z.boolean(),
  created_at: z.string(),
  changed_at: z.string(),
});

const answer = z.object({
  id: z.string(),
  asked: z.string(),
  state: z.string(),
  code: z.string(),
  reason: z.string(),
  times: z.number(),
  first_at: z.string(),
  last_at: z.string(),
});

const order = summary.extend({
  version: z.number(),
  changed_by: z.string(),
  hold_reason: z.string(),
  reference: z.string(),
  receipt_code: z.string(),
  delivered_on: z.string(),
  bank: z.string(),
  holder: z.string(),
  loan_state: z.string(),
  /** Newest first. */
  answers: z.array(answer),
  /** Payout order of the loan confirmed again after a failure; '' while there is none. */
  next: z.string(),
  /** The borrower can be sent a link to the loan's page, to confirm again with another account. */
  may_ask_account: z.boolean(),
  above_cap_approved: z.boolean(),
  /** Date announced to the borrower of a late payout, DD-MM-YYYY; '' if none was announced. */
  leaves_on: z.string(),
  /** Requester of a resolution or of a release above the cap that awaits a second person. */
  waits: z.string(),
  /** Arrival as the borrower reads it; `date` is '' while no day is given. Null if they read nothing. */
  arrival: z.object({ date: z.string(), sentence: z.string() }).nullable(),
  /** Manual resolution by two people; null without one. */
  ruling: z
    .object({
      outcome: z.enum(['paid', 'not-paid']),
      file: z.string(),
      asked_by: z.string(),
      approved_by: z.string(),
      at: z.string(),
      /** Provider's later answer: '', agrees, contradicts or none. */
      word: z.string(),
    })
    .nullable(),
});

const total = z.object({
  view: z.enum(PAYOUT_VIEWS),
  country,
  currency,
  count: z.number(),
  amount: z.number(),
});

const deliveryTime = z.object({
  count: z.number(),
  /** Median and 90th percentile; 0 if none was delivered. */
  median_minutes: z.number(),
  slow_minutes: z.number(),
});

const control = z.object({
  country,
  currency,
  is_stopped: z.boolean(),
  /** Currency units per day; null without a cap. */
  daily_cap: z.number().nullable(),
  sent_today: z.number(),
  is_capped: z.boolean(),
  /**
   * Minutes from confirmation to delivery, over the payouts of the last 30 days (at most 2000): members
   * (Turbo) and others.
   */
  delivery_times: z.object({ members: deliveryTime, others: deliveryTime }),
  /** Planned payouts that alone exceed the cap and have not been released. */
  above_cap: z.number(),
  /** Largest planned payout in currency units; 0 if none is planned. */
  largest_planned: z.number(),
  reason: z.string(),
  changed_by: z.string(),
  version: z.number(),
  /** Requester of a new cap or of resuming that awaits a second person. */
  waits: z.string(),
});

const byId = z.object({ id: rowId });
const stale = ['not_found', 'changed_meanwhile', 'pay_out_state'] as const;
const ofCountry = z.object({ country });

/** Payouts to borrowers (docs/console.md). */
export const staffPayouts = {
  'GET /api/staff/pay-outs': endpoint({
    summary: 'Payouts by state and age, with sums and what is set for each country',
    access: 'staff',
    permission: 'payouts.read',
    persons: 'listed',
    query: z.object({
      view: z.enum(PAYOUT_VIEWS).optional(),
      country: country.optional(),
      /** Days: minimum age of open payouts, maximum age of ended ones. */
      age: z.enum(PAYOUT_AGES).optional(),
      /** Cursor: end of the previous page. */
      from: z
        .string()
        .regex(/^\d{1,17}~\d{1,15}$/)
        .optional(),
    }),
    response: z.object({
      result: z.array(summary),
      next: z.string(),
      totals: z.array(total),
      controls: z.array(control),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/pay-outs/{id}': endpoint({
    summary: 'A payout: its loan, its account masked, what the provider answered',
    access: 'staff',
    permission: 'payouts.read',
    persons: 'opened',
    params: byId,
    response: z.object({ result: order }),
    failures: ['not_found'],
  }),
  'POST /api/staff/pay-outs/{id}/hold': endpoint({
    summary: 'Keep a planned payout back',
    access: 'staff',
    whileWaiting: true,
    permission: 'payouts.hold',
    reasons: HOLD_REASONS,
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(HOLD_REASONS), reason: reasonText }),
    response: done,
    failures: stale,
    idempotent: true,
  }),
  'POST /api/staff/pay-outs/{id}/release': endpoint({
    summary: 'Let a payout that was kept back go on; from a limit once a second person approves',
    access: 'staff',
    permission: 'payouts.work',
    reasons: RELEASE_REASONS,
    approval: 'payouts.approve',
    approvalFromLimit: true,
    stepUp: true,
    daily: { everybody: 100, head: 300 },
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(RELEASE_REASONS), reason: reasonText }),
    response: z.object({ ...approvable }),
    failures: [...stale, 'pay_out_contradicted'],
    idempotent: true,
  }),
  'POST /api/staff/pay-outs/{id}/ask': endpoint({
    summary: 'Ask the provider now what became of an order without a final word; nothing is sent',
    access: 'staff',
    permission: 'payouts.work',
    persons: 'opened',
    daily: { everybody: 300 },
    params: byId,
    body: z.strictObject({}).optional(),
    response: z.object({ result: order }),
    failures: ['not_found', 'pay_out_state'],
    idempotent: true,
  }),
  'POST /api/staff/pay-outs/{id}/settle': endpoint({
    summary: 'End an order without a final word as its evidence says, once a second person approves',
    access: 'staff',
    permission: 'payouts.work',
    reasons: RULING_REASONS,
    approval: 'payouts.approve',
    previewed: true,
    stepUp: true,
    daily: { everybody: 20, head: 50 },
    versioned: true,
    params: byId,
    query: previewQuery,
    body: ruled,
    response: z.object({ ...previewable }),
    failures: [...stale, 'pay_out_ask_first', 'pay_out_in_progress', 'pay_out_leaving', 'evidence_missing'],
    idempotent: true,
  }),
  'POST /api/staff/pay-outs/{id}/above-cap': endpoint({
    summary: 'Let a payout that is larger than the cap leave by itself, once a second person approves',
    access: 'staff',
    permission: 'payouts.work',
    reasons: ABOVE_CAP_REASONS,
    approval: 'payouts.approve',
    stepUp: true,
    daily: { everybody: 20, head: 50 },
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(ABOVE_CAP_REASONS), reason: reasonText }),
    response: z.object({ ...approvable }),
    failures: stale,
    idempotent: true,
  }),
  'POST /api/staff/pay-outs/{id}/account': endpoint({
    summary: 'Send the borrower a link to give another account after a failed payout, and to confirm again',
    access: 'staff',
    permission: 'customers.contact',
    reasons: ACCOUNT_REASONS,
    daily: { everybody: 100 },
    versioned: true,
    params: byId,
    body: z.strictObject({
      channel: z.enum(['sms', 'email']),
      reason_code: z.enum(ACCOUNT_REASONS),
      reason: reasonText,
    }),
    response: done,
    failures: [...stale, 'customer_closed', 'customer_held', 'phone_unproved'],
    idempotent: true,
  }),
  'POST /api/staff/pay-outs/controls/{country}/stop': endpoint({
    summary: 'Stop what is planned of a country from going out',
    access: 'staff',
    whileWaiting: true,
    permission: 'payouts.hold',
    reasons: STOP_REASONS,
    versioned: true,
    params: ofCountry,
    body: z.strictObject({ reason_code: z.enum(STOP_REASONS), reason: reasonText }),
    response: done,
    failures: ['country_forbidden', 'changed_meanwhile', 'nothing_changes'],
    idempotent: true,
  }),
  'POST /api/staff/pay-outs/controls/{country}/resume': endpoint({
    summary: 'Let payouts of a country go out again, once a second person approves',
    access: 'staff',
    permission: 'payouts.work',
    reasons: CONTROL_REASONS,
    approval: 'payouts.approve',
    stepUp: true,
    versioned: true,
    params: ofCountry,
    body: z.strictObject({ reason_code: z.enum(CONTROL_REASONS), reason: reasonText }),
    response: z.object({ ...approvable }),
    failures: ['country_forbidden', 'changed_meanwhile', 'nothing_changes'],
    idempotent: true,
  }),
  'POST /api/staff/pay-outs/controls/{country}/cap': endpoint({
    summary: 'Set what may go out in a day in a country, once a second person approves',
    access: 'staff',
    permission: 'payouts.work',
    reasons: CONTROL_REASONS,
    approval: 'payouts.approve',
    stepUp: true,
    versioned: true,
    params: ofCountry,
    body: z.strictObject({
      /** Currency units; null removes the cap. */
      daily_cap: z.number().int().min(1).max(1_000_000_000).nullable(),
      reason_code: z.enum(CONTROL_REASONS),
      reason: reasonText,
    }),
    response: z.object({ ...approvable }),
    failures: ['country_forbidden', 'changed_meanwhile', 'nothing_changes'],
    idempotent: true,
  }),
};
