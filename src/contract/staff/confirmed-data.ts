import { z } from 'zod';
import { CONFIRMED_FIELDS, type ConfirmedName } from '../../countries/law/confirmed-data.ts';
import { endpoint } from '../endpoint.ts';
import { approvable, beforeRow, country, day, reasonText } from './fields.ts';

const DATA_REASONS = ['confirmed', 'law-changed', 'error'] as const;
const dataName = z.enum(Object.keys(CONFIRMED_FIELDS) as [ConfirmedName, ...ConfirmedName[]]);
const byName = z.object({ country, name: dataName });

const field = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['percent', 'days', 'account', 'switch']),
  /** Value in force today. */
  value: z.string(),
  /** The same as people read it. */
  shown: z.string(),
});

/**
 * Data of the law or the accountant that two people confirm, from a day on
 * (docs/console.md#datos-a-confirmar).
 */
export const staffConfirmedData = {
  'GET /api/staff/confirmed-data': endpoint({
    summary: 'Data that two people confirm, by country, and whether they have',
    access: 'staff',
    permission: 'config.read',
    query: z.object({ country: country.optional() }),
    response: z.object({
      result: z.array(
        z.object({
          country,
          name: dataName,
          confirmed: z.boolean(),
          /** First day of the entry in force; '' for shipped data. */
          from: z.string(),
          /** Origin of the shipped data, and its open questions. */
          describes: z.string(),
          fields: z.array(field),
          version: z.number(),
          /** Name of the requester of a pending change; '' without one. */
          waits: z.string(),
        }),
      ),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/confirmed-data/{country}/{name}': endpoint({
    summary: 'What was entered for a name, the newest first',
    access: 'staff',
    permission: 'config.read',
    params: byName,
    query: z.object({ before: beforeRow }),
    response: z.object({
      result: z.array(
        z.object({
          first_day: z.string(),
          /** All fields in one line. */
          value: z.string(),
          entered_by: z.string(),
          approved_by: z.string(),
          entered_at: z.string(),
        }),
      ),
      next: z.string(),
    }),
    failures: ['not_found'],
  }),
  'POST /api/staff/confirmed-data/{country}/{name}': endpoint({
    summary: 'Confirm or change the data from a day on, once a second person approves',
    access: 'staff',
    permission: 'data.change',
    reasons: DATA_REASONS,
    approval: 'data.approve',
    stepUp: true,
    daily: { everybody: 50 },
    versioned: true,
    params: byName,
    body: z.strictObject({
      first_day: day,
      fields: z.array(z.strictObject({ key: z.string().max(60), value: z.string().max(60) })).max(100),
      reason_code: z.enum(DATA_REASONS),
      reason: reasonText,
    }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'changed_meanwhile'],
    idempotent: true,
  }),
};
