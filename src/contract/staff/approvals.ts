import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { beforeRow, country, currency, reasonText, rowId } from './fields.ts';
import { amount } from './money-fields.ts';

export const APPROVAL_STATES = [
  'pending',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'obsolete',
] as const;

const approval = z.object({
  id: z.string(),
  action: z.string(),
  subject: z.string(),
  subject_name: z.string(),
  /** Null for requests without a country. */
  country: country.nullable(),
  /** Number and name of the customer; '' for requests about none. */
  customer: z.string(),
  person: z.string(),
  requested_by: z.string(),
  requested_at: z.string(),
  reason_code: z.string(),
  reason: z.string(),
  /** Kind of change of a loan; '' for other requests. */
  change: z.string(),
  /** Record before and after the change, as JSON. */
  before: z.string(),
  after: z.string(),
  /** Further personal data, masked above, can be read with `show`. */
  personal: z.boolean(),
  /** Currency units that move on approval, null where none do; its approver types a large one. */
  amount: z.number().nullable(),
  currency: currency.nullable(),
  is_large: z.boolean(),
  /** Receipts that it names. */
  evidence: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
  /** Earlier uses of the receipt that it names, as the audit has them. */
  evidence_uses: z.array(z.object({ subject_name: z.string(), at: z.string(), by: z.string() })),
  /** Expiry of an undecided request. */
  expires_at: z.string(),
  state: z.enum(APPROVAL_STATES),
  decided_by: z.string(),
  decided_at: z.string().nullable(),
  /** Explanation for the requester of an obsolete request. */
  closed_because: z.string(),
  /** Requested by the caller, who may withdraw but never approve it. */
  own: z.boolean(),
  decidable: z.boolean(),
});

const byId = z.object({ id: rowId });

/** Requests that await a second person (docs/console.md#cuatro-ojos). */
export const staffApprovals = {
  'GET /api/staff/approvals': endpoint({
    summary: 'Requests for approval that one may decide or has made, newest first',
    access: 'staff',
    permission: 'any',
    persons: 'listed',
    query: z.object({ state: z.enum(APPROVAL_STATES).optional(), before: beforeRow }),
    response: z.object({ result: z.array(approval), next: z.string() }),
    failures: [],
  }),
  'POST /api/staff/approvals/{id}/approve': endpoint({
    summary: 'Run the command that was asked for, if what it needs still holds',
    access: 'staff',
    permission: 'any',
    stepUp: true,
    params: byId,
    /** Currency units, of a large sum. */
    body: z.strictObject({ amount: amount.optional() }).optional(),
    response: done,
    failures: [
      'not_found',
      'approval_amount',
      'permission',
      'own_request',
      'own_account',
      'approval_state',
      'approval_expired',
      'changed_meanwhile',
    ],
    idempotent: true,
  }),
  'POST /api/staff/approvals/{id}/show': endpoint({
    summary: 'Read what was asked for in full, personal data too; recorded',
    access: 'staff',
    permission: 'any',
    persons: 'opened',
    stepUp: true,
    params: byId,
    body: z.strictObject({}).optional(),
    response: z.object({
      /** JSON. */
      body: z.string(),
      /** Id of the customer concerned; '' for none. */
      customer: z.string(),
    }),
    failures: ['not_found', 'approval_state'],
  }),
  'POST /api/staff/approvals/{id}/reject': endpoint({
    summary: 'Refuse what was asked for',
    access: 'staff',
    permission: 'any',
    params: byId,
    body: z.strictObject({ reason: reasonText }),
    response: done,
    failures: ['not_found', 'permission', 'own_request', 'approval_state'],
    idempotent: true,
  }),
  'POST /api/staff/approvals/{id}/withdraw': endpoint({
    summary: 'Take back what one asked for',
    access: 'staff',
    permission: 'any',
    params: byId,
    body: z.strictObject({}).optional(),
    response: done,
    failures: ['not_found', 'approval_state'],
    idempotent: true,
  }),
};
