import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { approvable, country, currency, reasonText, rowId } from './fields.ts';

export const EXCEPTION_VIEWS = ['waiting', 'decided'] as const;
export const EXCEPTION_STATES = [
  'waiting',
  'approved',
  'overridden',
  'refused',
  'answered',
  'replaced',
  'expired',
] as const;
const APPROVE_REASONS = ['good-record', 'outage-passed', 'small-risk'] as const;
const REFUSE_REASONS = ['debts', 'income', 'unclear'] as const;
const OVERRIDE_REASONS = ['known-customer', 'wrong-record', 'proved-income'] as const;
/** Exceptions that a page preloads, so that the next one opens at once. */
const MOST_HELD = 5;
/** Upper bound of counts. */
export const EXCEPTIONS_COUNTED = 100;
const DAILY = { everybody: 300 };

const row = z.object({
  id: z.string(),
  country,
  /** Number of the customer; '' for an application without an account. */
  customer: z.string(),
  person: z.string(),
  why: z.enum(['outage', 'near-miss', 'rule']),
  state: z.enum(EXCEPTION_STATES),
  queued_at: z.string(),
  expires_at: z.string(),
  decided_at: z.string(),
  decided_by: z.string(),
  claimed_by: z.string(),
  /** Requester of an override that awaits a second person. */
  waits: z.string(),
});

const value = z.union([z.string(), z.number(), z.null()]);

const card = row.extend({
  version: z.number(),
  currency,
  /** Facts of the decision, by name; null where not known. */
  facts: z.array(z.object({ fact: z.string(), value })),
  trace: z.array(
    z.object({
      code: z.string(),
      result: z.string(),
      values: z.array(z.object({ fact: z.string(), value })),
    }),
  ),
  rules: z.string(),
  /** Name of a newer version in force; '' if the decision's own is. */
  newer_rules: z.string(),
  price_list: z.string(),
  min_amount: z.number(),
  step: z.number(),
  /** Most that one person approves, and most that two people do, in currency units. */
  lower_max: z.number(),
  override_max: z.number(),
  /** Accepted people with similar facts, and the state of their loans; null for fewer than five people. */
  neighbours: z
    .object({
      people: z.number(),
      loans: z.number(),
      finished: z.number(),
      late: z.number(),
      written_off: z.number(),
    })
    .nullable(),
  is_taken: z.boolean(),
});

export type ExceptionCard = z.output<typeof card>;

const byId = z.object({ id: rowId });
const amount = z.number().int().positive().max(999_999_999);
const write = {
  access: 'staff',
  permission: 'exceptions.decide',
  versioned: true,
  params: byId,
  response: done,
  idempotent: true,
} as const;
const stale = ['not_found', 'changed_meanwhile', 'exception_taken', 'exception_state'] as const;

/** Decisions left to a person (docs/console.md#excepciones). */
export const staffExceptions = {
  'GET /api/staff/exceptions': endpoint({
    summary: 'Applications that wait for a decision by a person, or had one',
    access: 'staff',
    permission: 'exceptions.read',
    persons: 'listed',
    query: z.object({
      view: z.enum(EXCEPTION_VIEWS).optional(),
      country: country.optional(),
      /** Cursor: last row of the previous page. */
      from: z
        .string()
        .regex(/^\d{1,13}-\d{1,15}$/)
        .optional(),
    }),
    response: z.object({
      /** Business time, from which ages count. */
      at: z.string(),
      result: z.array(row),
      next: z.string(),
      counts: z.object({ waiting: z.number() }),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/exceptions/{id}': endpoint({
    summary: 'Facts, fired rules and neighbours of one application; opening it is recorded',
    access: 'staff',
    permission: 'exceptions.read',
    persons: 'opened',
    daily: { everybody: 300 },
    params: byId,
    response: z.object({ result: card }),
    failures: ['not_found'],
  }),
  'POST /api/staff/exceptions/next': endpoint({
    summary: 'Take the oldest application that nobody looks at, for some minutes; null when none waits',
    access: 'staff',
    whileWaiting: true,
    permission: 'exceptions.decide',
    persons: 'opened',
    daily: { everybody: 600 },
    body: z.strictObject({ country: country.optional(), held: z.array(rowId).max(MOST_HELD) }),
    response: z.object({ result: card.nullable() }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/exceptions/{id}/release': endpoint({
    summary: 'Leave an application to the others',
    access: 'staff',
    whileWaiting: true,
    permission: 'exceptions.decide',
    params: byId,
    response: done,
    failures: ['not_found'],
  }),
  'POST /api/staff/exceptions/{id}/approve': endpoint({
    ...write,
    summary: 'Approve a lower amount, up to the smallest segment of the price list',
    stepUp: true,
    daily: DAILY,
    reasons: APPROVE_REASONS,
    body: z.strictObject({ amount, reason_code: z.enum(APPROVE_REASONS), reason: reasonText }),
    failures: [...stale, 'exception_amount'],
  }),
  'POST /api/staff/exceptions/{id}/refuse': endpoint({
    ...write,
    summary: 'Refuse an application; the person reads a general reason',
    daily: DAILY,
    reasons: REFUSE_REASONS,
    body: z.strictObject({ reason_code: z.enum(REFUSE_REASONS), reason: reasonText }),
    failures: [...stale],
  }),
  'POST /api/staff/exceptions/{id}/override': endpoint({
    ...write,
    summary: 'Approve against the rules up to the price list’s largest segment, once a second person agrees',
    stepUp: true,
    approval: 'exceptions.approve',
    daily: { everybody: 50 },
    reasons: OVERRIDE_REASONS,
    body: z.strictObject({ amount, reason_code: z.enum(OVERRIDE_REASONS), reason: reasonText }),
    response: z.object({ ...approvable }),
    failures: [...stale, 'exception_amount'],
  }),
};
