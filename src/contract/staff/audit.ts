import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { beforeRow, country, day, rowId } from './fields.ts';

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
  /** JSON of the record before and after. */
  before: z.string(),
  after: z.string(),
  /** The other of the two people of a command that was approved. */
  requested_by: z.string(),
});

/** Audit of staff actions (docs/console.md#registro). */
export const staffAudit = {
  'GET /api/staff/audit': endpoint({
    summary: 'What the staff did, newest first, by person, customer, action, country and day',
    access: 'staff',
    permission: 'audit.read',
    query: z.object({ ...filters, before: beforeRow }),
    response: z.object({ result: z.array(entry), next: z.string() }),
    failures: ['country_forbidden'],
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
