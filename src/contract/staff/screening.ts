import { z } from 'zod';
import { MATCH_REASONS } from '../../domain/list-match.ts';
import { endpoint } from '../endpoint.ts';
import { approvable, country, reasonText, rowId } from './fields.ts';

export const MATCH_VIEWS = ['waiting', 'decided'] as const;
/** Reasons why a customer is not the listed person. */
export const OTHER_REASONS = ['birth-differs', 'number-differs', 'namesake', 'evidence'] as const;
/** Reasons why a customer is the listed person. */
export const SAME_REASONS = ['number-agrees', 'data-agree'] as const;
/** Upper bound of counts, beyond which the exact number is of no use. */
export const COUNTED_MATCHES = 100;
const DAILY = { everybody: 500 };

const match = z.object({
  id: z.string(),
  country,
  customer: z.string(),
  person: z.string(),
  reasons: z.array(z.enum(MATCH_REASONS)),
  /** Main name of the entry, and the name of it that fits; '' for a match by number alone. */
  listed: z.string(),
  name: z.string(),
  /** Part of the list, such as `UN List`. */
  list: z.string(),
  state: z.enum(['waiting', 'same', 'other', 'ended']),
  found_at: z.string(),
  decided_at: z.string(),
  decided_by: z.string(),
  approved_by: z.string(),
  reason_code: z.string(),
  reason: z.string(),
  /** Requester of 'the same person' that awaits a second one. */
  asked_by: z.string(),
  version: z.number(),
});

const wholeMatch = match.extend({
  birthdate: z.string(),
  document_number: z.string(),
  legal_number: z.string(),
  loans: z.number(),
  entry: z.object({
    id: z.string(),
    kind: z.enum(['person', 'entity']),
    names: z.array(z.object({ text: z.string(), weak: z.boolean() })),
    /** As days, years or spans of years. */
    births: z.array(z.string()),
    documents: z.array(z.string()),
    programme: z.string(),
    reference: z.string(),
    comments: z.string(),
    /** Load of the list that brought this form of the entry. */
    loaded_at: z.string(),
  }),
});

const byId = z.object({ id: rowId });
const failures = ['not_found', 'changed_meanwhile', 'match_state'] as const;

/** Possible matches with public lists (docs/console.md#coincidencias). */
export const staffScreening = {
  'GET /api/staff/screening': endpoint({
    summary: 'Possible matches of customers with public lists, oldest first, or decided ones, newest first',
    access: 'staff',
    permission: 'screening.read',
    persons: 'listed',
    query: z.object({
      view: z.enum(MATCH_VIEWS).optional(),
      country: country.optional(),
      /** Cursor: last row of the previous page. */
      from: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    response: z.object({
      result: z.array(match),
      next: z.string(),
      counts: z.object({ waiting: z.number() }),
      /** State of each country's list; 0 entries and '' before the first load. */
      lists: z.array(
        z.object({
          country,
          is_covered: z.boolean(),
          entries: z.number(),
          loaded_at: z.string(),
          checked_at: z.string(),
        }),
      ),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/screening/{id}': endpoint({
    summary: 'Both sides of a possible match and why they match; opening it is recorded',
    access: 'staff',
    permission: 'screening.read',
    persons: 'opened',
    daily: DAILY,
    params: byId,
    response: z.object({ result: wholeMatch }),
    failures: ['not_found'],
  }),
  'POST /api/staff/screening/{id}/other': endpoint({
    summary: 'Another person: what waited goes on, and the pair is remembered until either side changes',
    access: 'staff',
    permission: 'screening.decide',
    reasons: OTHER_REASONS,
    daily: DAILY,
    stepUp: true,
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(OTHER_REASONS), reason: reasonText }),
    response: z.object({ messages: z.array(z.string()) }),
    failures,
    idempotent: true,
  }),
  'POST /api/staff/screening/{id}/same': endpoint({
    summary: 'The same person: held for Compliance once a second person approves',
    access: 'staff',
    permission: 'screening.decide',
    reasons: SAME_REASONS,
    approval: 'holds.approve',
    daily: DAILY,
    stepUp: true,
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(SAME_REASONS), reason: reasonText }),
    response: z.object({ ...approvable }),
    failures,
    idempotent: true,
  }),
};
