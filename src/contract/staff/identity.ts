import { z } from 'zod';
import { PHOTO_KINDS, PHOTO_REASONS, type PhotoReason } from '../../countries/identity-reasons.ts';
import { endpoint } from '../endpoint.ts';
import { country, currency, reasonText, rowId } from './fields.ts';

export const IDENTITY_VIEWS = ['waiting', 'asked', 'decided'] as const;
/** Reasons for rejecting an identity, each with its own sentence for the borrower. */
const REJECT_REASONS = ['unconfirmed', 'differs', 'document'] as const;
/** Kinds of fraud, shown to staff only. */
const FRAUD_REASONS = ['forged', 'someone-else', 'several'] as const;
/** Number of reviews a page preloads, so that the next one opens at once. */
const MOST_HELD = 5;
/** Upper bound of counts, beyond which the exact number is of no use. */
export const IDENTITY_COUNTED = 100;
/** Reviews per person and day. At a hundred an hour, this is fifteen hours of reviewing. */
const DAILY = { everybody: 1500 };
/**
 * A review shows a document in full. Roles that may only look get the usual unmasking limit; the others get
 * the limit of decisions.
 */
const SEEN_DAILY = { everybody: 100, analyst: 1500, compliance: 1500, head: 1500 };

const reasonNames = Object.keys(PHOTO_REASONS) as [PhotoReason, ...PhotoReason[]];
const photoKind = z.enum(PHOTO_KINDS);

const review = z.object({
  id: z.string(),
  country,
  customer: z.string(),
  person: z.string(),
  state: z.enum(['waiting', 'asked', 'approved', 'rejected', 'ended']),
  is_fraud: z.boolean(),
  loan: z.string(),
  currency,
  amount: z.number(),
  created_at: z.string(),
  /** Instant at which it entered the queue. */
  queued_at: z.string(),
  decided_at: z.string(),
  /** Reviewer who decided; '' if the barcode check decided. */
  decided_by: z.string(),
  claimed_by: z.string(),
});

const photo = z.object({
  kind: photoKind,
  id: z.string(),
  created_at: z.string(),
  /** Reason why the photo was taken again; '' otherwise. */
  asked: z.string(),
  /** Earlier reviews replaced by this one, newest first. */
  earlier: z.array(z.object({ id: z.string(), created_at: z.string() })),
});

const fact = z.object({
  field: z.enum(['first_name', 'last_name', 'document_number', 'birthdate']),
  typed: z.string(),
  /** Value read from the barcode; '' without one. */
  read: z.string(),
  differs: z.boolean(),
});

const twin = z.object({
  id: z.string(),
  person: z.string(),
  /** Masked. */
  document: z.string(),
  /** The person's latest review found a fraud. */
  is_fraud: z.boolean(),
});

const wholeReview = review.extend({
  /** Business time, from which its age counts. */
  at: z.string(),
  version: z.number(),
  loan_id: z.string(),
  age: z.number(),
  check: z.enum(['match', 'mismatch', 'unreadable', 'unsupported', 'none']),
  facts: z.array(fact),
  photos: z.array(photo),
  /** Other people who share an item with this person. */
  twins: z.array(
    z.object({
      what: z.enum(['phone', 'account', 'device', 'card', 'photo']),
      /** At most ten are listed. */
      people: z.array(twin),
      more: z.boolean(),
    }),
  ),
  /** Earlier loans of the person, and whether one of their reviews found a fraud. */
  loans_before: z.number(),
  marked_before: z.boolean(),
  is_taken: z.boolean(),
  claimed_until: z.string(),
});

export type WholeReview = z.output<typeof wholeReview>;

const byId = z.object({ id: rowId });
const write = {
  access: 'staff',
  permission: 'identity.decide',
  versioned: true,
  params: byId,
  response: z.object({ messages: z.array(z.string()) }),
  failures: ['not_found', 'changed_meanwhile', 'identity_taken', 'identity_state'],
  idempotent: true,
} as const;

/** Reviews of borrowers' photos before the payout (docs/console.md#identidad). */
export const staffIdentity = {
  'GET /api/staff/identity': endpoint({
    summary: 'Whose photos wait for a look, were asked for again, or were decided',
    access: 'staff',
    permission: 'identity.read',
    persons: 'listed',
    query: z.object({
      view: z.enum(IDENTITY_VIEWS).optional(),
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
      result: z.array(review),
      next: z.string(),
      /** Counted up to {@link IDENTITY_COUNTED}. */
      counts: z.object({ waiting: z.number(), asked: z.number() }),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/identity/{id}': endpoint({
    summary: 'Photos, barcode and what was typed of one review; opening it is recorded',
    access: 'staff',
    permission: 'identity.read',
    persons: 'opened',
    daily: SEEN_DAILY,
    params: byId,
    response: z.object({ result: wholeReview }),
    failures: ['not_found'],
  }),
  'POST /api/staff/identity/next': endpoint({
    summary: 'Take the oldest review that nobody looks at, for some minutes; null when none waits',
    access: 'staff',
    permission: 'identity.decide',
    persons: 'opened',
    // The page preloads reviews, so claims exceed decisions.
    daily: { everybody: 3000 },
    body: z.strictObject({
      country: country.optional(),
      /** Reviews preloaded by the page, which stay claimed by this person. */
      held: z.array(rowId).max(MOST_HELD),
    }),
    response: z.object({ result: wholeReview.nullable() }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/identity/{id}/release': endpoint({
    summary: 'Leave a review to the others',
    access: 'staff',
    permission: 'identity.decide',
    params: byId,
    response: write.response,
    failures: ['not_found'],
  }),
  'POST /api/staff/identity/{id}/approve': endpoint({
    ...write,
    summary: 'Confirm the identity: the payout goes on',
    stepUp: true,
    daily: DAILY,
  }),
  'POST /api/staff/identity/{id}/ask': endpoint({
    ...write,
    summary: 'Ask for photos again, each with a reason that the borrower reads',
    daily: DAILY,
    body: z.strictObject({
      photos: z
        .array(z.strictObject({ kind: photoKind, reason: z.enum(reasonNames) }))
        .min(1)
        .max(PHOTO_KINDS.length)
        .refine((photos) => new Set(photos.map(({ kind }) => kind)).size === photos.length),
    }),
  }),
  'POST /api/staff/identity/{id}/reject': endpoint({
    ...write,
    summary: 'Do not confirm the identity: the loan ends before its payout, and the borrower reads why',
    daily: DAILY,
    reasons: REJECT_REASONS,
    body: z.strictObject({ reason_code: z.enum(REJECT_REASONS), reason: reasonText }),
  }),
  'POST /api/staff/identity/{id}/fraud': endpoint({
    ...write,
    summary: 'Reject as a fraud: the borrower reads the same as of any identity that was not confirmed',
    daily: DAILY,
    reasons: FRAUD_REASONS,
    body: z.strictObject({ reason_code: z.enum(FRAUD_REASONS), reason: reasonText }),
  }),
};
