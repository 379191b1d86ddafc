import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { beforeRow, country, currency, day, rowId } from './fields.ts';

const filters = {
  person: rowId.optional(),
  customer: rowId.optional(),
  action: z.string().max(120).optional(),
  country: country.optional(),
  from: day.optional(),
  to: day.optional(),
};

const entry = z.object({
  id: z.string(),
  at: z.string(),
  person: z.string(),
  person_id: z.string(),
  action: z.string(),
  subject: z.string(),
  subject_name: z.string(),
  customer: z.string(),
  country: z.string(),
  reason_code: z.string(),
  reason: z.string(),
  address: z.string(),
  device: z.string(),
  /** Record before and after the change, as JSON. */
  before: z.string(),
  after: z.string(),
  /** The other person involved, for a command that needed approval. */
  requested_by: z.string(),
});

/** Requester and approver; `approved_by` is '' if one person was enough. */
const pair = { asked_by: z.string(), asked_by_id: z.string(), approved_by: z.string() };

/** Audit of staff actions (docs/console.md#registro). */
export const staffAudit = {
  'GET /api/staff/audit': endpoint({
    summary: 'What the staff did, newest first, by person, customer, action, country and day',
    access: 'staff',
    permission: 'audit.read',
    query: z.object({ ...filters, before: beforeRow }),
    response: z.object({
      result: z.array(entry),
      next: z.string(),
      /** Members of the staff by name, for the filter; on the first page. */
      people: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/audit/since-yesterday': endpoint({
    summary:
      'What one person, or two together, moved, approved and read in the last 36 hours, the most first',
    access: 'staff',
    permission: 'audit.read',
    response: z.object({
      since: z.string(),
      moved: z.array(
        z.object({
          ...pair,
          country,
          currency,
          /** Currency units, summed over all ways of moving money. */
          amount: z.number(),
          moves: z.number(),
          loans: z.number(),
        }),
      ),
      /** Approved requests of each pair, by action. */
      approved: z.array(z.object({ ...pair, action: z.string(), count: z.number() })),
      read: z.array(
        z.object({
          person: z.string(),
          person_id: z.string(),
          /** Number of distinct customers whose hidden data was shown. */
          customers: z.number(),
          unmasked: z.number(),
        }),
      ),
    }),
    failures: [],
  }),
  'POST /api/staff/audit/export': endpoint({
    summary: 'The same as a CSV file of at most 50,000 rows; the export is itself recorded',
    access: 'staff',
    permission: 'audit.export',
    stepUp: true,
    daily: { everybody: 20 },
    query: z.object(filters),
    body: z.strictObject({}).optional(),
    response: 'binary',
    media: 'text/csv',
    failures: ['country_forbidden'],
  }),
};
