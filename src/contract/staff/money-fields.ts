import { z } from 'zod';
import { country, currency, previewable, previewQuery, reasonText, rowId } from './fields.ts';

/** Amount in currency units. */
export const amount = z
  .number()
  .positive()
  .max(1_000_000_000)
  .refine((value) => Number.isSafeInteger(Math.round(value * 100)) && isCents(value));

function isCents(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
}

/** Transaction number assigned by the bank or the network. */
export const bankReference = z
  .string()
  .max(60)
  .transform((value) => value.trim())
  .refine((value) => /^[\w./-]{1,60}$/.test(value));

export const byId = z.object({ id: rowId });

const openRequest = z.object({
  id: z.string(),
  reference: z.string(),
  method: z.string(),
  amount: z.number(),
  state: z.string(),
  due_date: z.string(),
  instalments: z.array(z.number()),
});

export const target = z.object({
  loan: z.string(),
  public_id: z.string(),
  country,
  currency,
  state: z.string(),
  customer: z.string(),
  person: z.string(),
  /** Masked. */
  document: z.string(),
  /** Version of the loan's ledger; booking is refused if it has changed since. */
  books: z.number(),
  due_today: z.number(),
  /** Customer credit in the ledger, including the membership's part. */
  credit: z.number(),
  requests: z.array(openRequest),
  accounts: z.array(z.object({ id: z.string(), bank: z.string(), account: z.string() })),
});

export const moneyTraits = {
  access: 'staff',
  permission: 'money.work',
  approval: 'money.approve',
  stepUp: true,
  daily: { everybody: 200, head: 400 },
  versioned: true,
  previewed: true,
  query: previewQuery,
  response: z.object({ ...previewable }),
  idempotent: true,
} as const;
export const because = <const Codes extends readonly [string, ...string[]]>(codes: Codes) => ({
  reason_code: z.enum(codes),
  reason: reasonText,
});
export const stale = ['not_found', 'changed_meanwhile'] as const;

export const RULING_REASONS = ['statement', 'provider-word'] as const;
/** Manual resolution, by two people, of an order without a final answer from its rail. */
export const ruled = z.strictObject({
  outcome: z.enum(['paid', 'not-paid']),
  /** Bank's transaction number of a completed transfer. */
  receipt_code: z.string().max(60).optional(),
  /** Ids of the attached evidence and of the provider's answer that the person saw. */
  file: rowId,
  answer: rowId,
  ...because(RULING_REASONS),
});
