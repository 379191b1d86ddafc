import { z } from 'zod';
import { HOLD_REASONS } from '../../domain/holds.ts';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { approvable, country, day, reasonText, rowId } from './fields.ts';

export const HOLD_VIEWS = ['active', 'ended'] as const;
export const LIFT_REASONS = ['checked', 'order-ended', 'solved', 'error'] as const;
/** Upper bound of counts, beyond which the exact number is of no use. */
export const COUNTED_HOLDS = 1_000;

const hold = z.object({
  id: z.string(),
  country,
  customer: z.string(),
  person: z.string(),
  reason: z.enum(HOLD_REASONS),
  /** Loan number, for a hold on a single loan. */
  loan: z.string(),
  note: z.string(),
  /** Id of the attached evidence. */
  file: z.string(),
  placed_at: z.string(),
  placed_by: z.string(),
  /** YYYY-MM-DD, for a hold that expires. */
  last_day: z.string(),
  /** Empty while the hold is active. */
  lifted_at: z.string(),
  /** Requester and approver of the lifting; empty for a hold that expired. */
  lifted_by: z.string(),
  approved_by: z.string(),
  lift_reason: z.string(),
  lift_note: z.string(),
  /** Requester of a lifting that awaits a second person. */
  lift_asked_by: z.string(),
  version: z.number(),
});

/** Holds on customers, each lifted by two people (docs/console.md#bloqueos). */
export const staffHolds = {
  'GET /api/staff/holds': endpoint({
    summary: 'Customers that are held, oldest first, or whose holds have ended, newest first',
    access: 'staff',
    permission: 'holds.read',
    persons: 'listed',
    query: z.object({
      view: z.enum(HOLD_VIEWS).optional(),
      reason: z.enum(HOLD_REASONS).optional(),
      country: country.optional(),
      /** Cursor: end of the previous page. */
      from: z
        .string()
        .regex(/^\d{1,17}~\d{1,15}$/)
        .optional(),
    }),
    response: z.object({
      result: z.array(hold),
      next: z.string(),
      counts: z.record(z.enum(HOLD_REASONS), z.number()),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/customers/{id}/holds': endpoint({
    summary: "A customer's holds, newest first",
    access: 'staff',
    permission: 'holds.read',
    persons: 'opened',
    params: z.object({ id: rowId }),
    response: z.object({ result: z.array(hold) }),
    failures: ['not_found'],
  }),
  'POST /api/staff/customers/{id}/holds': endpoint({
    summary: 'Hold a customer, or one of their loans: what it stops follows from the reason',
    access: 'staff',
    permission: 'holds.place',
    reasons: HOLD_REASONS,
    daily: { everybody: 50, compliance: 200, head: 200 },
    versioned: true,
    params: z.object({ id: rowId }),
    body: z.strictObject({
      reason_code: z.enum(HOLD_REASONS),
      reason: reasonText,
      /** Loan id, for a hold on a single loan. */
      loan: rowId.optional(),
      /** Id of the attached evidence. */
      file: rowId.optional(),
      /** Last day on which the hold is active. */
      last_day: day.optional(),
    }),
    response: done,
    failures: [
      'not_found',
      'customer_closed',
      'changed_meanwhile',
      'hold_exists',
      'hold_loan',
      'hold_day',
      'evidence_missing',
    ],
    idempotent: true,
  }),
  'POST /api/staff/holds/{id}/lift': endpoint({
    summary: 'Lift a hold, once a second person approves',
    access: 'staff',
    permission: 'holds.lift',
    reasons: LIFT_REASONS,
    approval: 'holds.approve',
    stepUp: true,
    daily: { everybody: 30, compliance: 100, head: 100 },
    versioned: true,
    params: z.object({ id: rowId }),
    body: z.strictObject({ reason_code: z.enum(LIFT_REASONS), reason: reasonText }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'changed_meanwhile', 'hold_state'],
    idempotent: true,
  }),
};
