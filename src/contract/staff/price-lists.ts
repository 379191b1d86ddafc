import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { approvable, beforeRow, country, currency, reasonText, rowId } from './fields.ts';

const PRICE_REASONS = ['market', 'cost', 'law', 'test', 'error'] as const;
export const LIST_STATES = ['in_force', 'scheduled', 'replaced', 'ended'] as const;

/** Currency units. */
const units = z.number().int().min(0).max(999_999_999);
/** Decimal as typed, so that an error text can appear next to its cell. */
const decimal = z.string().max(24);

const variant = z.strictObject({
  /** TNA or TEA by the list's basis, as a fraction. */
  rate: decimal,
  /** Present only if the basis counts days. */
  basis_days: decimal.optional(),
  tax_rate: decimal,
  instalments: z.array(z.number().int().min(0).max(999)).max(120),
  /** Index units; null for a list without charges. */
  fees: z
    .strictObject({ origination: decimal, instalment: decimal, most: decimal, tax_rate: decimal })
    .nullable(),
});

/** Editable part of a price list; currency, basis and rounding are copied from the source list. */
const table = z.strictObject({
  min_amount: units,
  max_amount: units,
  step: units,
  offer_days: z.number().int().min(0).max(9_999),
  variants: z.strictObject({ membership: variant, no_membership: variant }),
  segments: z
    .array(
      z.strictObject({
        name: z.string().max(60),
        /** 0 is for people without a credit record. */
        grade: z.number().int().min(0).max(99),
        max_amount: units,
      }),
    )
    .max(30),
  /** Figure compared with the legal ceiling; null if the country sets none. */
  ceiling_counts: z.enum(['interest', 'all-charges']).nullable(),
});

export type PriceTable = z.output<typeof table>;

/** Fixed part of a list. The ceiling is a fraction; '' if there is none. */
const kept = {
  currency,
  basis: z.string(),
  ceiling: z.string(),
  /**
   * Both readings of the rate that can be compared with the ceiling, over all plans, as fractions: the
   * highest TEA, and the cost by periods.
   */
  readings: z
    .object({ interest: z.number(), all_charges_least: z.number(), all_charges_most: z.number() })
    .nullable(),
};

const list = z.object({
  id: z.string(),
  country,
  name: z.string(),
  state: z.enum(LIST_STATES),
  valid_from: z.string(),
  /** First day without the list; '' if none is set. */
  ends_on: z.string(),
  /** Person who approved it; '' for a list that came with the program. */
  changed_by: z.string(),
  version: z.number(),
  created_at: z.string(),
});

const draft = z.object({
  id: z.string(),
  country,
  name: z.string(),
  based_on: z.string(),
  based_on_name: z.string(),
  version: z.number(),
  changed_by: z.string(),
  changed_at: z.string(),
  /** Requester of the activation, while it awaits a second person. */
  waits: z.string(),
});

/** Problem of a cell. A `hole` is allowed, but shown because it may be a mistake. */
const finding = z.object({ cell: z.string(), text: z.string(), kind: z.enum(['fault', 'hole']) });
const checkedDraft = draft.extend({ table, ...kept, findings: z.array(finding) });

const figures = z.object({
  payment: z.number(),
  amount_delivered: z.number(),
  final_amount: z.number(),
  tna: z.number(),
  tea: z.number(),
  cftna: z.number(),
  cftea: z.number(),
  cftea_dated: z.number(),
});
const sample = z.object({
  membership: z.boolean(),
  instalments: z.number(),
  /** Null if the list does not offer this plan. */
  present: figures.nullable(),
  prepared: figures.nullable(),
});

const byId = z.object({ id: rowId });
const why = { reason_code: z.enum(PRICE_REASONS), reason: reasonText };
const date = z.iso.date();
const listName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,39}$/);

const decided = {
  access: 'staff',
  permission: 'prices.change',
  reasons: PRICE_REASONS,
  approval: 'prices.approve',
  stepUp: true,
  daily: { everybody: 30 },
  versioned: true,
  params: byId,
  response: z.object({ ...approvable }),
  idempotent: true,
} as const;

/** Price lists: prepared, checked, activated on a day, ended (docs/console.md#precios). */
export const staffPriceLists = {
  'GET /api/staff/price-lists': endpoint({
    summary: 'The price lists of a country, newest first, and those that are being prepared',
    access: 'staff',
    permission: 'config.read',
    query: z.object({ country: country.optional(), before: beforeRow }),
    response: z.object({ result: z.array(list), drafts: z.array(draft), next: z.string() }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/price-lists/{id}': endpoint({
    summary: 'A price list',
    access: 'staff',
    permission: 'config.read',
    params: byId,
    response: z.object({ result: list.extend({ table, ...kept }) }),
    failures: ['not_found'],
  }),
  'POST /api/staff/price-lists/{id}/copy': endpoint({
    summary: 'Prepare a new list that begins as this one',
    access: 'staff',
    permission: 'prices.change',
    params: byId,
    body: z.strictObject({ name: listName }),
    response: z.object({ result: z.object({ id: z.string() }) }),
    failures: ['not_found', 'price_list_name'],
    idempotent: true,
  }),
  'POST /api/staff/price-lists/{id}/end': endpoint({
    summary: 'End a price list on a day; the one before it prices again',
    ...decided,
    body: z.strictObject({ ends_on: date, ...why }),
    failures: ['not_found', 'changed_meanwhile', 'price_list_day', 'price_list_only', 'price_list_over'],
  }),
  'GET /api/staff/price-drafts/{id}': endpoint({
    summary: 'A list that is being prepared, and what is wrong with it',
    access: 'staff',
    permission: 'config.read',
    params: byId,
    response: z.object({ result: checkedDraft }),
    failures: ['not_found'],
  }),
  'GET /api/staff/price-drafts/{id}/samples': endpoint({
    summary: 'What both lists would ask for an amount, plan by plan',
    access: 'staff',
    permission: 'config.read',
    params: byId,
    query: z.object({ amount: z.string().regex(/^\d{1,9}$/) }),
    response: z.object({ amount: z.number(), present_name: z.string(), result: z.array(sample) }),
    failures: ['not_found', 'price_list_faults', 'amount_step', 'amount_too_low', 'amount_too_high'],
  }),
  'POST /api/staff/price-drafts/{id}/save': endpoint({
    summary: 'Save what was edited, whatever is wrong with it',
    access: 'staff',
    permission: 'prices.change',
    versioned: true,
    params: byId,
    body: z.strictObject({ table }),
    response: z.object({ result: checkedDraft }),
    failures: ['not_found', 'changed_meanwhile'],
    idempotent: true,
  }),
  'POST /api/staff/price-drafts/{id}/discard': endpoint({
    summary: 'Throw away a list that was being prepared',
    access: 'staff',
    permission: 'prices.change',
    versioned: true,
    params: byId,
    body: z.strictObject({ reason: reasonText }),
    response: done,
    failures: ['not_found', 'changed_meanwhile'],
    idempotent: true,
  }),
  'POST /api/staff/price-drafts/{id}/activate': endpoint({
    summary: 'Let a prepared list price new offers from a day on',
    ...decided,
    body: z.strictObject({
      valid_from: date,
      /** Figure compared with the legal ceiling; required if the country has one. */
      ceiling_counts: z.enum(['interest', 'all-charges']).optional(),
      ...why,
    }),
    failures: [
      'not_found',
      'changed_meanwhile',
      'price_list_day',
      'price_list_faults',
      'price_list_name',
      'nothing_changes',
    ],
  }),
};
