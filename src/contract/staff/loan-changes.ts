import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { changeParts, planFigures } from '../loan-changes.ts';
import { country, currency, day, previewable, previewQuery, rowId } from './fields.ts';
import { amount, because, stale } from './money-fields.ts';

export const CHANGE_REASONS = ['cannot-pay', 'agreed', 'our-error', 'legal', 'asked'] as const;

/**
 * Part of the debt that a waiver names: default interest with its tax, or the part that money would pay
 * first.
 */
export const WAIVER_PARTS = ['default-interest', 'any'] as const;

const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pause'), from: day, to: day }),
  z.strictObject({
    kind: z.literal('waive'),
    part: z.enum(WAIVER_PARTS),
    amount,
    instalment: z.int().positive().optional(),
  }),
  z.strictObject({ kind: z.literal('settlement-offer'), amount, until: day }),
  z.strictObject({
    kind: z.literal('plan'),
    instalments: z.int().min(1).max(60),
    first_due_date: day,
    /** Rate of new interest: fraction a year. */
    rate: z.number().min(0).max(20),
    /** At most so much is let off when the plan is accepted. */
    waived: z.strictObject({
      default_interest: amount.or(z.literal(0)),
      interest: amount.or(z.literal(0)),
      charges: amount.or(z.literal(0)),
      principal: amount.or(z.literal(0)),
    }),
    /** Last day to accept it. */
    until: day,
  }),
  z.strictObject({ kind: z.literal('accelerate') }),
  z.strictObject({ kind: z.literal('sued') }),
]);

const done = z.object({ by: z.string(), approved_by: z.string(), at: z.string(), reason: z.string() });

/** Action of a loan with who decided it. */
const action = z.object({
  id: z.string(),
  kind: z.enum(['pause', 'waive', 'settlement-offer', 'agreement', 'due-day-change', 'accelerate', 'sued']),
  /** DD-MM-YYYY */
  on: z.string(),
  /** Spanish phrase. */
  text: z.string(),
  reason_code: z.string(),
  decided: done,
  /** Channel of the borrower's code; '' if it needed none. */
  accepted_by: z.string(),
  /** Null while it counts. */
  undone: done.nullable(),
});

/** Requested change; `text` is a Spanish phrase. */
export const waitingChange = z.object({ by: z.string(), at: z.string(), text: z.string() });

const traits = {
  access: 'staff',
  permission: 'changes.work',
  approval: 'changes.approve',
  reasons: CHANGE_REASONS,
  stepUp: true,
  daily: { everybody: 200, head: 400 },
  versioned: true,
  previewed: true,
  query: previewQuery,
  response: z.object({ ...previewable }),
  idempotent: true,
} as const;

/** Changes of a loan that staff decide or offer (docs/console.md#cambios-de-un-préstamo). */
export const staffLoanChanges = {
  'GET /api/staff/loans/{id}/changes': endpoint({
    summary: 'What a loan owes today, what was changed about it, and what may be changed',
    access: 'staff',
    permission: 'customers.read',
    persons: 'opened',
    params: z.object({ id: rowId }),
    response: z.object({
      result: z.object({
        loan: z.string(),
        customer: z.string(),
        country,
        currency,
        state: z.string(),
        version: z.number(),
        /** Costs of closing the loan today. */
        owed: changeParts,
        overdue: z.number(),
        days_late: z.number(),
        /** 1 (normal) to 5 (irrecoverable), with the cure rule (docs/product/loan-changes.md#class). */
        class: z.number(),
        /** Newest first. */
        actions: z.array(action),
        /** Plan that waits for the borrower, with today's figures. */
        plan: z
          .object({ id: z.string(), until: z.string(), by: z.string(), figures: planFigures })
          .nullable(),
        /** Change that awaits a second person; until then no other can be requested. */
        waiting: waitingChange.nullable(),
        /** Reason why nothing can be changed, in Spanish; '' if something can. */
        refusal: z.string(),
        /** Limits of one person: default interest of this loan, and left this month; days of pause. */
        alone: z.object({ most: z.number(), left: z.number(), pause_days: z.number() }),
      }),
    }),
    failures: ['not_found', 'country_forbidden'],
  }),
  'POST /api/staff/loans/{id}/changes': endpoint({
    ...traits,
    summary:
      'Pause, waive, offer to settle, offer a plan, accelerate or note a suit; above a limit once a second person approves',
    approvalFromLimit: true,
    params: z.object({ id: rowId }),
    body: z.strictObject({ change, ...because(CHANGE_REASONS) }),
    failures: [
      ...stale,
      'change_not_in_force',
      'change_not_delivered',
      'change_withdrawn',
      'change_nothing_owed',
      'change_already',
      'pause_days',
      'waiver_too_much',
      'settlement_amount',
      'settlement_until',
      'plan_terms',
    ],
  }),
  'POST /api/staff/loans/{id}/changes/{action}/undo': endpoint({
    ...traits,
    summary: 'Undo a change of a loan, once a second person approves',
    params: z.object({ id: rowId, action: rowId }),
    body: z.strictObject({ ...because(CHANGE_REASONS) }),
    failures: [...stale, 'change_not_in_force', 'change_not_delivered', 'change_withdrawn', 'change_undone'],
  }),
  'POST /api/staff/loans/{id}/plan/withdraw': endpoint({
    summary: 'Withdraw a plan that the borrower has not accepted',
    access: 'staff',
    permission: 'changes.work',
    reasons: CHANGE_REASONS,
    daily: { everybody: 200, head: 400 },
    versioned: true,
    params: z.object({ id: rowId }),
    body: z.strictObject({ ...because(CHANGE_REASONS) }),
    response: z.object({ messages: z.array(z.string()) }),
    failures: [...stale, 'plan_over'],
    idempotent: true,
  }),
};
