import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { approvable, country, reasonText, rowId } from './fields.ts';

export const REQUEST_KINDS = ['cancellation', 'withdrawal', 'membership', 'erasure'] as const;
const REFUSE_REASONS = ['not-entitled', 'not-the-person', 'repeated', 'taken-back', 'legal-duty'] as const;
const ACCEPT_REASONS = ['entitled', 'courtesy', 'error'] as const;

const request = z.object({
  id: z.string(),
  kind: z.enum(REQUEST_KINDS),
  country,
  state: z.string(),
  /** Name of the requester; '' if no account has the document. */
  person: z.string(),
  customer: z.string(),
  /** Tracking code or ''. */
  code: z.string(),
  reason: z.string(),
  ticket: z.string(),
  loan: z.string(),
  loan_state: z.string(),
  requested_at: z.string(),
  /** Last day of the legal term, YYYY-MM-DD, and days left until then; negative once it has passed. */
  due: z.string(),
  days_left: z.number(),
  clock: z.enum(['green', 'amber', 'red']),
  version: z.number(),
  /** Awaits a decision by the staff. Otherwise it awaits the customer's money, or is finished. */
  open: z.boolean(),
  /** Obstacle to an erasure, which then cannot be granted; '' without one. */
  objection: z.enum(['', 'loan', 'debt', 'credit', 'held']),
  /** Staff member who decided; the decision awaits a second person. */
  accepted_by: z.string(),
  /** That decision. */
  asked: z.enum(['', 'accept', 'refuse']),
  /**
   * The requester was logged in or confirmed the request. Otherwise anyone who knows the document number may have
   * sent it.
   */
  own: z.boolean(),
  decided_by: z.string(),
  decision_reason: z.string(),
});

const byId = z.object({ id: rowId });
const accepted = {
  access: 'staff',
  permission: 'requests.decide',
  reasons: ACCEPT_REASONS,
  approval: 'requests.approve',
  // Accepting cancels a loan, ends a contract or erases a person's data.
  stepUp: true,
  daily: { everybody: 60, head: 200 },
  versioned: true,
  params: byId,
  body: z.strictObject({ reason_code: z.enum(ACCEPT_REASONS), reason: reasonText }),
  response: z.object({ ...approvable }),
  idempotent: true,
} as const;
const refused = {
  access: 'staff',
  permission: 'requests.decide',
  reasons: REFUSE_REASONS,
  // Refusing denies a right, so one person alone may refuse only requests from unidentified senders.
  approval: 'requests.approve',
  approvalFromLimit: true,
  stepUp: true,
  daily: { everybody: 60, head: 200 },
  versioned: true,
  params: byId,
  /** Reason, which is sent to the requester. */
  body: z.strictObject({ reason_code: z.enum(REFUSE_REASONS), reason: reasonText }),
  response: z.object({ ...approvable }),
  failures: ['not_found', 'changed_meanwhile'],
  idempotent: true,
} as const;
const stale = ['not_found', 'changed_meanwhile'] as const;

/** Borrowers' requests that a person decides (docs/console.md#solicitudes). */
export const staffRequests = {
  'GET /api/staff/requests': endpoint({
    summary:
      'Requests that wait for a decision or for money, oldest first, with the term of the law; or those decided',
    access: 'staff',
    permission: 'tickets.read',
    persons: 'listed',
    query: z.object({
      /** `open`: to decide; `returning`: accepted, and the customer has to return the money. */
      state: z.enum(['open', 'returning', 'decided']).optional(),
      kind: z.enum(REQUEST_KINDS).optional(),
      country: country.optional(),
      /** Limits the open ones to those overdue or due soon ('1'), or to the others ('0'). */
      due: z.enum(['0', '1']).optional(),
      /** End of the previous page. */
      from: z
        .string()
        .regex(/^[0-9TZ:.-]{20,32}~[a-z]+~\d{1,15}$/)
        .optional(),
    }),
    response: z.object({ result: z.array(request), next: z.string() }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/requests/cancellation/{id}/accept': endpoint({
    summary: 'Cancel the loan as its borrower asked, by the right to withdraw',
    ...accepted,
    failures: [...stale, 'request_impossible'],
  }),
  'POST /api/staff/requests/cancellation/{id}/refuse': endpoint({
    summary: 'Refuse to cancel a loan, with a reason that its borrower reads, once a second person approves',
    ...refused,
  }),
  'POST /api/staff/requests/withdrawal/{id}/accept': endpoint({
    summary: 'Let a withdrawal or the end of a membership take effect in place of the link',
    ...accepted,
    failures: [...stale, 'request_impossible'],
  }),
  'POST /api/staff/requests/withdrawal/{id}/refuse': endpoint({
    summary:
      'Refuse a withdrawal or the end of a membership, with a reason that the customer reads, once a second person approves',
    ...refused,
  }),
  'POST /api/staff/requests/erasure/{id}/accept': endpoint({
    summary: 'Erase now what a customer asked to be erased, if nothing stands against it any more',
    ...accepted,
    failures: [...stale, 'request_impossible'],
  }),
  'POST /api/staff/requests/erasure/{id}/refuse': endpoint({
    summary:
      'End a request for erasure, with a reason that the customer reads, once a second person approves',
    ...refused,
  }),
};
