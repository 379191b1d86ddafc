import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { approvable, country, day, reasonText } from './fields.ts';

const DATED_KINDS = ['unit', 'ceiling', 'default-ceiling'] as const;
const DATED_REASONS = ['published', 'error'] as const;
const HOLIDAY_REASONS = ['decree', 'banks', 'error'] as const;

/** Coverage of today and the following days: valid, ending soon, or ended. */
const state = z.enum(['fine', 'soon', 'out']);
const kind = z.enum(DATED_KINDS);

const source = z.object({
  country,
  kind,
  /** Value valid today, as a decimal; a ceiling is a fraction. */
  value: z.string(),
  from: z.string(),
  /** Latest known value, which may begin in the future. */
  last_value: z.string(),
  last_from: z.string(),
  /** Last day on which the latest value applies. */
  lasts_until: z.string(),
  state,
  version: z.number(),
  waits: z.string(),
});

const value = z.object({
  first_day: z.string(),
  value: z.string(),
  entered_by: z.string(),
  entered_at: z.string(),
  /** A later row overrides it for the same day. */
  replaced: z.boolean(),
});

const holiday = z.object({
  country,
  date: z.string(),
  name: z.string(),
  /** False if banks open although the built-in table lists the day as a holiday. */
  closed: z.boolean(),
  /** Author of the change; '' for a built-in value. */
  entered_by: z.string(),
});
const holidayChange = holiday.omit({ country: true }).extend({ entered_at: z.string() });

const byKind = z.object({ country, kind });

/**
 * Values that apply from a given day: the index unit, the legal ceiling, bank holidays
 * (docs/console.md#valores-por-fecha).
 */
export const staffDatedValues = {
  'GET /api/staff/dated-values': endpoint({
    summary: 'What holds from a day on, by country, and whether it runs out',
    access: 'staff',
    permission: 'config.read',
    query: z.object({ country: country.optional() }),
    response: z.object({
      result: z.array(source),
      /** Bank holidays: last year of the built-in table, and the version of the changes to it. */
      holidays: z.array(
        z.object({ country, last_year: z.number(), state, version: z.number(), waits: z.string() }),
      ),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/dated-values/{country}/{kind}': endpoint({
    summary: 'The values of a kind, the latest first',
    access: 'staff',
    permission: 'config.read',
    params: byKind,
    query: z.object({
      /** Cursor: end of the previous page. */
      from: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d~\d{1,15}$/)
        .refine((place) => day.safeParse(place.slice(0, 10)).success)
        .optional(),
    }),
    response: z.object({ result: z.array(value), next: z.string() }),
    failures: ['not_found'],
  }),
  'GET /api/staff/holidays': endpoint({
    summary: 'The bank holidays of a year',
    access: 'staff',
    permission: 'config.read',
    query: z.object({
      country: country.optional(),
      year: z
        .string()
        .regex(/^\d{4}$/)
        .optional(),
    }),
    response: z.object({ result: z.array(holiday) }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/holidays/{country}/changes': endpoint({
    summary: 'What the staff changed of the bank holidays, the newest first',
    access: 'staff',
    permission: 'config.read',
    params: z.object({ country }),
    query: z.object({
      /** Cursor: end of the previous page. */
      before: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    response: z.object({ result: z.array(holidayChange), next: z.string() }),
    failures: ['not_found'],
  }),
  'POST /api/staff/holidays/{country}': endpoint({
    summary: 'Change the bank holidays from tomorrow on, once a second person approves',
    access: 'staff',
    permission: 'prices.change',
    reasons: HOLIDAY_REASONS,
    approval: 'prices.approve',
    stepUp: true,
    daily: { everybody: 50 },
    versioned: true,
    params: z.object({ country }),
    body: z.strictObject({
      changes: z
        .array(z.strictObject({ date: z.string().max(20), closed: z.boolean(), name: z.string().max(80) }))
        .min(1)
        .max(60),
      reason_code: z.enum(HOLIDAY_REASONS),
      reason: reasonText,
    }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'changed_meanwhile', 'dated_values_over'],
    idempotent: true,
  }),
  'POST /api/staff/dated-values/{country}/{kind}': endpoint({
    summary: 'Add values from their days on, once a second person approves',
    access: 'staff',
    permission: 'prices.change',
    reasons: DATED_REASONS,
    approval: 'prices.approve',
    stepUp: true,
    daily: { everybody: 50 },
    versioned: true,
    params: byKind,
    body: z.strictObject({
      values: z
        .array(z.strictObject({ first_day: z.string().max(20), value: z.string().max(24) }))
        .min(1)
        .max(400),
      reason_code: z.enum(DATED_REASONS),
      reason: reasonText,
    }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'changed_meanwhile', 'dated_values_over'],
    idempotent: true,
  }),
};
