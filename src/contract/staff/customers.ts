import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { customerPage, TIMELINE_SOURCES, timelineItem } from './customer-page.ts';
import { approvable, reasonText, rowId } from './fields.ts';

const byId = z.object({ id: rowId });

const UNMASK_REASONS = ['customer_asks', 'verify', 'fraud'] as const;
const LINK_REASONS = ['customer_asks', 'help'] as const;
const SESSION_REASONS = ['customer_asks', 'lost_device', 'fraud'] as const;
const CORRECTION_REASONS = ['customer_asks', 'typo', 'changed'] as const;

/** Reasons for reassigning a document to the account that claims it, and for refusing to. */
const GRANT_REASONS = ['person_matches'] as const;
const REFUSE_REASONS = ['person_differs', 'photos_unclear', 'fraud'] as const;

export const UNMASKED_FIELDS = [
  'document',
  'legal_number',
  'phone',
  'email',
  'birthdate',
  'address',
  'account',
] as const;

export const STAFF_LINKS = ['login_sms', 'login_email', 'payment'] as const;

const correction = { reason_code: z.enum(CORRECTION_REASONS), reason: reasonText };
const correctionTraits = {
  access: 'staff',
  permission: 'customers.correct',
  reasons: CORRECTION_REASONS,
  approval: 'customers.approve',
  // The new contact can be used to log in, so a change could hand the account to a stranger.
  stepUp: true,
  daily: { everybody: 20, head: 40 },
  versioned: true,
  personal: true,
  params: byId,
  response: z.object({ ...approvable }),
  idempotent: true,
} as const;
const correctionFailures = ['not_found', 'customer_closed', 'changed_meanwhile', 'nothing_changes'] as const;

const claimFailures = ['not_found', 'customer_closed', 'changed_meanwhile', 'verification_missing'] as const;

/** A customer's page in the console (docs/console.md#ficha). */
export const staffCustomers = {
  'GET /api/staff/customers/{id}': endpoint({
    summary: 'Who a customer is, masked, with loans, payments and documents; opening it is recorded',
    access: 'staff',
    permission: 'customers.read',
    persons: 'opened',
    params: byId,
    response: z.object({ result: customerPage }),
    failures: ['not_found'],
  }),
  'GET /api/staff/customers/{id}/timeline': endpoint({
    summary: 'Everything that happened with a customer, newest first, page by page',
    access: 'staff',
    permission: 'customers.read',
    persons: 'opened',
    params: byId,
    query: z.object({
      source: z.enum(TIMELINE_SOURCES).optional(),
      before: z
        .string()
        .regex(/^\d{1,16}-[a-z]{1,12}-\d{1,15}$/)
        .optional(),
    }),
    response: z.object({ result: z.array(timelineItem), next: z.string() }),
    failures: ['not_found'],
  }),
  'POST /api/staff/customers/{id}/unmask': endpoint({
    summary: 'Read one thing that is masked, for a reason that is recorded',
    access: 'staff',
    permission: 'customers.unmask',
    persons: 'opened',
    stepUp: true,
    daily: { everybody: 100, compliance: 400, head: 400 },
    reasons: UNMASK_REASONS,
    params: byId,
    body: z.strictObject({
      field: z.enum(UNMASKED_FIELDS),
      /** Id of the bank account, if the field belongs to one. */
      account: rowId.optional(),
      reason_code: z.enum(UNMASK_REASONS),
      reason: reasonText,
    }),
    response: z.object({ value: z.string() }),
    failures: ['not_found'],
  }),
  'GET /api/staff/customers/{id}/images/{image}': endpoint({
    summary: 'A photo of a customer; each view is recorded',
    access: 'staff',
    permission: 'customers.files',
    persons: 'opened',
    params: z.object({ id: rowId, image: z.string().max(100) }),
    response: 'binary',
    media: 'image/jpeg',
    failures: ['not_found', 'unavailable'],
  }),
  'GET /api/staff/customers/{id}/loans/{loan}/agreement': endpoint({
    summary:
      'Contract and promissory note of a loan, a masked copy for who may not show masked fields; each view is recorded',
    access: 'staff',
    permission: 'customers.files',
    persons: 'opened',
    daily: { everybody: 100, compliance: 400, head: 400 },
    params: z.object({ id: rowId, loan: rowId }),
    response: 'binary',
    media: 'application/pdf',
    failures: ['not_found', 'unavailable'],
  }),
  'POST /api/staff/customers/{id}/notes': endpoint({
    summary: 'Note something about a customer',
    access: 'staff',
    permission: 'customers.contact',
    params: byId,
    body: z.strictObject({
      text: z
        .string()
        .max(4000)
        .transform((value) => value.trim())
        .refine((value) => value !== ''),
    }),
    response: done,
    failures: ['not_found', 'customer_closed'],
    idempotent: true,
  }),
  'GET /api/staff/customers/{id}/links/{link}': endpoint({
    summary: 'What a message with a link would say, and where it would go, masked',
    access: 'staff',
    permission: 'customers.contact',
    persons: 'opened',
    params: z.object({ id: rowId, link: z.enum(STAFF_LINKS) }),
    response: z.object({
      result: z.object({
        channel: z.enum(['sms', 'email']),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
      }),
    }),
    failures: [
      'not_found',
      'customer_closed',
      'nothing_to_pay',
      'customer_held',
      'contact_refused',
      'phone_unproved',
    ],
  }),
  'POST /api/staff/customers/{id}/links/{link}': endpoint({
    summary: 'Send a customer a link to log in or to pay',
    access: 'staff',
    permission: 'customers.contact',
    reasons: LINK_REASONS,
    daily: { everybody: 100 },
    versioned: true,
    params: z.object({ id: rowId, link: z.enum(STAFF_LINKS) }),
    body: z.strictObject({ reason_code: z.enum(LINK_REASONS), reason: reasonText }),
    response: done,
    failures: [
      'not_found',
      'customer_closed',
      'changed_meanwhile',
      'nothing_to_pay',
      'customer_held',
      'contact_refused',
      'phone_unproved',
    ],
    idempotent: true,
  }),
  'POST /api/staff/customers/{id}/sessions/end': endpoint({
    summary: 'Log a customer out everywhere and void the links that they were sent',
    access: 'staff',
    permission: 'customers.correct',
    reasons: SESSION_REASONS,
    daily: { everybody: 100 },
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(SESSION_REASONS), reason: reasonText }),
    response: done,
    failures: ['not_found', 'customer_closed', 'changed_meanwhile'],
    idempotent: true,
  }),
  'POST /api/staff/customers/{id}/document-claim/grant': endpoint({
    summary: 'Give a customer the document that another account has; two people if that account proved it',
    access: 'staff',
    permission: 'identity.decide',
    reasons: GRANT_REASONS,
    approval: 'customers.approve',
    approvalFromLimit: true,
    stepUp: true,
    daily: { everybody: 50 },
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(GRANT_REASONS), reason: reasonText }),
    response: z.object({ ...approvable }),
    failures: [...claimFailures, 'document_has_loan'],
    idempotent: true,
  }),
  'POST /api/staff/customers/{id}/document-claim/refuse': endpoint({
    summary: 'Leave a document where it is and tell the customer who asked for it',
    access: 'staff',
    permission: 'identity.decide',
    reasons: REFUSE_REASONS,
    daily: { everybody: 200 },
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(REFUSE_REASONS), reason: reasonText }),
    response: done,
    failures: claimFailures,
    idempotent: true,
  }),
  'POST /api/staff/customers/{id}/name': endpoint({
    ...correctionTraits,
    summary: 'Correct the name of a customer, once a second person approves',
    body: z.strictObject({ first_name: z.string().max(100), last_name: z.string().max(100), ...correction }),
    failures: correctionFailures,
  }),
  'POST /api/staff/customers/{id}/email': endpoint({
    ...correctionTraits,
    summary:
      'Correct the e-mail of a customer, once a second person approves; every channel is told how to undo it',
    body: z.strictObject({ email: z.string().max(250), ...correction }),
    failures: [...correctionFailures, 'email_taken'],
  }),
  'POST /api/staff/customers/{id}/phone': endpoint({
    ...correctionTraits,
    summary:
      'Correct the phone of a customer, once a second person approves; every channel is told how to undo it',
    body: z.strictObject({ cellphone: z.string().max(40), ...correction }),
    failures: correctionFailures,
  }),
};
