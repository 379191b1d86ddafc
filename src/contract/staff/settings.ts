import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { approvable, country, reasonText, rowId } from './fields.ts';

export const SETTING_GROUPS = [
  'contact',
  'messages',
  'links',
  'promotions',
  'payments',
  'payment-page',
  'collections',
  'credit',
] as const;
const SETTING_REASONS = ['business', 'provider', 'hours', 'law', 'error'] as const;

const setting = z.object({
  country,
  name: z.string(),
  title: z.string(),
  describes: z.string(),
  group: z.enum(SETTING_GROUPS),
  type: z.enum(['switch', 'contact', 'methods', 'choice', 'text', 'address', 'date', 'number', 'money']),
  options: z.array(z.object({ value: z.string(), name: z.string() })),
  placeholders: z.array(z.string()),
  least: z.number().nullable(),
  most: z.number().nullable(),
  default: z.string(),
  value: z.string(),
  /** Never set here, so it follows the built-in value, including changes by a later release. */
  follows: z.boolean(),
  /** Reason why the current value, set outside the console, is invalid; '' if it is valid. */
  wrong: z.string(),
  /** Needs a second person, because it affects amounts paid or charged. */
  money: z.boolean(),
  /** Needs a second person, because it is an address, a phone number or required by law. */
  guarded: z.boolean(),
  version: z.number(),
  /** Author of the last change in the console; '' if there is none. */
  changed_by: z.string(),
  changed_at: z.string(),
  reason: z.string(),
  /** Changed since then by the operator, outside the console. */
  elsewhere: z.boolean(),
  /** Requester of a pending change, and the value asked for as people read it; '' for none. */
  waits: z.string(),
  asked_for: z.string(),
});

const change = z.object({
  version: z.number(),
  /** Null for the built-in value. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  by: z.string(),
  at: z.string(),
  reason_code: z.string(),
  reason: z.string(),
});

const bySetting = z.object({ country, name: z.string().max(60) });
const changed = {
  access: 'staff',
  reasons: SETTING_REASONS,
  versioned: true,
  params: bySetting,
  /** Null for the built-in value. */
  body: z.strictObject({
    value: z.string().max(2_000).nullable(),
    reason_code: z.enum(SETTING_REASONS),
    reason: reasonText,
  }),
  failures: ['not_found', 'country_forbidden', 'changed_meanwhile', 'nothing_changes'],
  idempotent: true,
} as const;

/** Settings that can change at run time (docs/decisions/0088-configuration.md). */
export const staffSettings = {
  'GET /api/staff/settings': endpoint({
    summary: 'Every setting: what it is for, what it may be, what it is',
    access: 'staff',
    permission: 'config.read',
    query: z.object({
      country: country.optional(),
      group: z.enum(SETTING_GROUPS).optional(),
      /** Search text for title, description and name. */
      words: z.string().max(60).optional(),
      /** Only settings that were changed or are invalid. */
      changed: z.literal('1').optional(),
    }),
    response: z.object({ result: z.array(setting) }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/settings/{country}/{name}/changes': endpoint({
    summary: 'Who changed a setting, when and why, newest first',
    access: 'staff',
    permission: 'config.read',
    params: bySetting,
    query: z.object({ before: rowId.optional() }),
    response: z.object({ result: z.array(change), next: z.string() }),
    failures: ['not_found'],
  }),
  'POST /api/staff/settings/{country}/{name}': endpoint({
    summary:
      'Change a setting that is neither money, nor an address, a phone or a legal duty; effective at once',
    ...changed,
    permission: 'config.change',
    daily: { everybody: 200 },
    response: done,
  }),
  'POST /api/staff/money-settings/{country}/{name}': endpoint({
    summary: 'Change what people are paid or charged, or how they pay, once a second person approves',
    ...changed,
    permission: 'prices.change',
    approval: 'prices.approve',
    stepUp: true,
    daily: { everybody: 50 },
    response: z.object({ ...approvable }),
  }),
  'POST /api/staff/guarded-settings/{country}/{name}': endpoint({
    summary:
      'Change an address or phone that borrowers are led to, or a legal switch, once a second person approves',
    ...changed,
    permission: 'config.change',
    approval: 'config.approve',
    stepUp: true,
    daily: { everybody: 50 },
    response: z.object({ ...approvable }),
  }),
};
