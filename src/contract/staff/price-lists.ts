import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency } from './fields.ts';
import { draft, version, versionCalls } from './versioned-lists.ts';

const PRICE_REASONS = ['market', 'cost', 'law', 'test', 'error'] as const;

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

const list = version.extend({
  /** Person who approved it; '' for a list that came with the program. */
  changed_by: z.string(),
  created_at: z.string(),
});

/** With the yearly rate of each variant, a fraction by the list's basis. */
const listed = list.extend({ basis: z.string(), rate_no_membership: decimal, rate_membership: decimal });

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

const calls = versionCalls('prices.change', 'prices.approve', PRICE_REASONS);

/** Price lists: prepared, checked, activated on a day, ended (docs/console.md#precios). */
export const staffPriceLists = {
  'GET /api/staff/price-lists': endpoint({
    ...calls.list,
    summary: 'The price lists of a country, newest first, and those that are being prepared',
    response: z.object({ result: z.array(listed), drafts: z.array(draft), next: z.string() }),
  }),
  'GET /api/staff/price-lists/{id}': endpoint({
    ...calls.read,
    summary: 'A price list',
    response: z.object({ result: list.extend({ table, ...kept }) }),
  }),
  'POST /api/staff/price-lists/{id}/copy': endpoint({
    ...calls.copy,
    summary: 'Prepare a new list that begins as this one',
    failures: ['not_found', 'price_list_name'],
  }),
  'POST /api/staff/price-lists/{id}/end': endpoint({
    ...calls.decided,
    summary: 'End a price list on a day; the one before it prices again',
    body: z.strictObject({ ends_on: z.iso.date(), ...calls.why }),
    failures: ['not_found', 'changed_meanwhile', 'price_list_day', 'price_list_only', 'price_list_over'],
  }),
  'GET /api/staff/price-drafts/{id}': endpoint({
    ...calls.read,
    summary: 'A list that is being prepared, and what is wrong with it',
    response: z.object({ result: checkedDraft }),
  }),
  'GET /api/staff/price-drafts/{id}/samples': endpoint({
    ...calls.read,
    summary: 'What both lists would ask for an amount, plan by plan',
    query: z.object({ amount: z.string().regex(/^\d{1,9}$/) }),
    response: z.object({ amount: z.number(), present_name: z.string(), result: z.array(sample) }),
    failures: ['not_found', 'price_list_faults', 'amount_step', 'amount_too_low', 'amount_too_high'],
  }),
  'POST /api/staff/price-drafts/{id}/save': endpoint({
    ...calls.save,
    summary: 'Save what was edited, whatever is wrong with it',
    body: z.strictObject({ table }),
    response: z.object({ result: checkedDraft }),
  }),
  'POST /api/staff/price-drafts/{id}/discard': endpoint({
    ...calls.discard,
    summary: 'Throw away a list that was being prepared',
  }),
  'POST /api/staff/price-drafts/{id}/activate': endpoint({
    ...calls.decided,
    summary: 'Let a prepared list price new offers from a day on',
    body: z.strictObject({
      valid_from: z.iso.date(),
      /** Figure compared with the legal ceiling; required if the country has one. */
      ceiling_counts: z.enum(['interest', 'all-charges']).optional(),
      ...calls.why,
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
