import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { country, currency, reasonText, rowId } from './fields.ts';
import { because, byId, moneyTraits, stale } from './money-fields.ts';

export const INVOICE_VIEWS = ['refused', 'waiting', 'authorised', 'resolved'] as const;
/** Upper bound of counts, beyond which the exact number is of no use. */
export const INVOICES_COUNTED = 100;
export const SEND_INVOICE_REASONS = ['document-corrected', 'authority-fixed'] as const;
export const SETTLE_INVOICE_REASONS = ['issued-elsewhere', 'not-due'] as const;
export const RESUME_SERIES_REASONS = ['cause-solved', 'authority-fixed'] as const;

const invoice = z.object({
  id: z.string(),
  country,
  currency,
  customer: z.string(),
  person: z.string(),
  loan: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  state: z.enum(['waiting', 'in-flight', 'authorised', 'refused', 'resolved']),
  /** As printed; '' before it has one. */
  number: z.string(),
  tax_date: z.string(),
  /** '' before it has a number. */
  issued_on: z.string(),
  /** Currency units, as is `tax`. */
  net: z.number(),
  tax: z.number(),
  /** Document on the invoice, masked. */
  document: z.string(),
  document_kind: z.enum(['document', 'legal']),
  code: z.string(),
  code_until: z.string(),
  /** Words of the authority when it last refused. */
  faults: z.string(),
  changed_at: z.string(),
  /** Evidence of one that was settled. */
  file: z.string(),
  reason: z.string(),
  /** Requester of a settlement that awaits a second person. */
  asked_by: z.string(),
  version: z.number(),
});

const series = z.object({
  id: z.string(),
  country,
  point_of_sale: z.number(),
  kind: z.enum(['invoice', 'credit-note']),
  /** Last number authorised; null before the authority was asked. */
  last: z.number().nullable(),
  waiting: z.number(),
  refused: z.number(),
  /** Start of the oldest wait; '' without one. */
  oldest_at: z.string(),
  /** Cause of the stop; '' while it runs. */
  stopped: z.string(),
  /** Last failure of a call; '' if the last one succeeded. */
  failure: z.string(),
  version: z.number(),
});

/** Facturas: fiscal documents, and those that wait or were refused (docs/console.md#facturas). */
export const staffInvoices = {
  'GET /api/staff/invoices': endpoint({
    summary: 'Fiscal documents by state: refused and waiting ones oldest first, others newest first',
    access: 'staff',
    permission: 'money.read',
    persons: 'listed',
    query: z.object({
      view: z.enum(INVOICE_VIEWS).optional(),
      country: country.optional(),
      /** Number, without its point of sale. */
      number: z
        .string()
        .regex(/^\d{1,8}$/)
        .optional(),
      from: rowId.optional(),
    }),
    response: z.object({
      result: z.array(invoice),
      next: z.string(),
      /** Documents of each view up to a limit, on the first page; none on the next ones. */
      counts: z.partialRecord(z.enum(INVOICE_VIEWS), z.number()),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/invoices/series': endpoint({
    summary: 'Series of numbers, what waits in them, and whether they run',
    access: 'staff',
    permission: 'money.read',
    query: z.object({ country: country.optional() }),
    response: z.object({ result: z.array(series) }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/invoices/{id}/send': endpoint({
    summary: 'Send a refused document again, with the customer’s document corrected if given',
    access: 'staff',
    permission: 'money.work',
    reasons: SEND_INVOICE_REASONS,
    daily: { everybody: 200, head: 400 },
    versioned: true,
    params: byId,
    body: z.strictObject({
      document_kind: z.enum(['document', 'legal']).optional(),
      /** Sent together with `document_kind`. */
      document_number: z.string().max(20).optional(),
      ...because(SEND_INVOICE_REASONS),
    }),
    response: done,
    failures: [...stale, 'invoice_state', 'invoice_document'],
    idempotent: true,
  }),
  'POST /api/staff/invoices/{id}/settle': endpoint({
    ...moneyTraits,
    summary: 'Settle a refused document with evidence, once a second person approves; nothing is sent',
    daily: { everybody: 50, head: 100 },
    reasons: SETTLE_INVOICE_REASONS,
    params: byId,
    body: z.strictObject({ file: rowId, ...because(SETTLE_INVOICE_REASONS) }),
    failures: [...stale, 'evidence_missing', 'invoice_state'],
  }),
  'POST /api/staff/invoices/series/{id}/resume': endpoint({
    summary: 'Let a stopped series go on',
    access: 'staff',
    permission: 'money.work',
    reasons: RESUME_SERIES_REASONS,
    daily: { everybody: 20, head: 40 },
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(RESUME_SERIES_REASONS), reason: reasonText }),
    response: done,
    failures: [...stale, 'invoice_state'],
    idempotent: true,
  }),
};
