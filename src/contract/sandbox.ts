import { z } from 'zod';
import { parseIsoDate } from '../domain/calendar-date.ts';
import { endpoint } from './endpoint.ts';
import { IDENTITY_POLICIES } from '../countries/identity-reasons.ts';
import { currency, digits, hash, rowId, text } from './fields.ts';

/** Behaviour of the stand-ins that issue invoices (docs/product/providers.md#stand-ins). */
export const INVOICING_MODES = [
  'ok',
  'lose-answers',
  'refuse',
  'expire-tickets',
  'skewed-clock',
  'expired-certificate',
  'away',
] as const;
export type InvoicingMode = (typeof INVOICING_MODES)[number];

/** Providers whose stand-ins can be in trouble, and how (docs/product/providers.md#stand-ins). */
export const TROUBLED_PROVIDERS = [
  'sms',
  'email',
  'whatsapp',
  'payouts',
  'cards',
  'wallet',
  'bureau',
  'identity',
] as const;
export type TroubledProvider = (typeof TROUBLED_PROVIDERS)[number];
export const PROVIDER_MODES = ['ok', 'slow', 'down', 'garbage'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

/** Controls of the sandbox providers (docs/product/providers.md#sandbox). */
export const sandbox = {
  'GET /sandbox': endpoint({
    summary: 'The sandbox page',
    access: 'public',
    response: 'html',
    failures: [],
    sandbox: true,
  }),
  'GET /sandbox/assets/{name}': endpoint({
    summary: 'Style and script of the sandbox page',
    access: 'public',
    params: z.object({ name: z.string().max(40) }),
    response: 'binary',
    media: ['text/css', 'text/javascript'],
    failures: ['not_found'],
    sandbox: true,
  }),
  'GET /sandbox/messages': endpoint({
    summary: 'What was sent to an e-mail address or phone, newest first (a bare array)',
    access: 'public',
    query: z.object({ to: z.string().max(200).optional() }),
    response: 'binary',
    media: 'application/json',
    failures: [],
    sandbox: true,
  }),
  'GET /sandbox/clock': endpoint({
    summary: 'The business clock',
    access: 'public',
    response: z.object({ now: z.string() }),
    failures: [],
    sandbox: true,
  }),
  'POST /sandbox/clock': endpoint({
    summary: 'Set or advance the business clock (ISO 8601 instant or duration)',
    access: 'public',
    body: z.strictObject({ now: z.string().max(40).optional(), advance: z.string().max(40).optional() }),
    response: z.object({ now: z.string() }),
    failures: [],
    sandbox: true,
  }),
  'POST /sandbox/disbursement': endpoint({
    summary: 'Payouts by themselves or step by step',
    access: 'public',
    body: z.strictObject({ mode: z.enum(['auto', 'manual']) }),
    response: z.object({ mode: z.string() }),
    failures: [],
    sandbox: true,
  }),
  'POST /sandbox/providers/{name}': endpoint({
    summary:
      'How a stand-in behaves from now on; `invoicing`, which issues fiscal documents, has modes of its own',
    access: 'public',
    params: z.object({ name: z.enum([...TROUBLED_PROVIDERS, 'invoicing']) }),
    body: z.strictObject({ mode: z.enum([...new Set([...PROVIDER_MODES, ...INVOICING_MODES])]) }),
    response: z.object({ mode: z.string() }),
    failures: [],
    sandbox: true,
  }),
  'POST /sandbox/identity-review': endpoint({
    summary: 'Whose photos a person looks at before the money goes out, in the country of the host',
    access: 'public',
    body: z.strictObject({ policy: z.enum(IDENTITY_POLICIES) }),
    response: z.object({ policy: z.string() }),
    failures: [],
    sandbox: true,
  }),
  'POST /sandbox/watch-list': endpoint({
    summary: 'What the public list answers from now on',
    access: 'public',
    body: z.strictObject({ mode: z.enum(['usual', 'changed', 'empty', 'shorter', 'garbage', 'away']) }),
    response: z.object({ mode: z.string() }),
    failures: [],
    sandbox: true,
  }),
  'POST /sandbox/loans/{id}/advance': endpoint({
    summary: 'One step of a payout in manual mode',
    access: 'public',
    params: z.object({ id: hash }),
    body: z.strictObject({
      outcome: z.enum(['ok', 'failed', 'unknown']),
      /** Arrival date of the money, YYYY-MM-DD, for a rail that reports it late. */
      delivered_on: z
        .string()
        .transform((given, context) => {
          const day = parseIsoDate(given);
          if (day === undefined) context.addIssue('Escribí un día, por ejemplo 2026-11-22.');
          return day;
        })
        .optional(),
    }),
    response: z.object({ state_slug: z.string(), disbursement: z.string() }),
    failures: ['not_found', 'loan_state'],
    sandbox: true,
  }),
  'POST /sandbox/refunds/{reference}/advance': endpoint({
    summary: 'One step of a refund of credit in manual mode',
    access: 'public',
    params: z.object({ reference: z.string().max(64) }),
    body: z.strictObject({ outcome: z.enum(['ok', 'failed', 'unknown']) }),
    response: z.object({ state: z.string() }),
    failures: ['not_found'],
    sandbox: true,
  }),
  'POST /sandbox/price-lists/{id}/start': endpoint({
    summary: 'Move the clock to the first day of a price list that is still to come',
    access: 'public',
    params: z.object({ id: rowId }),
    response: z.object({ now: z.string() }),
    failures: ['not_found'],
    sandbox: true,
  }),
  'POST /sandbox/payments/{hash}/settle': endpoint({
    summary:
      'The network or provider reports that it was paid; the amount asked for, unless another is given',
    access: 'public',
    params: z.object({ hash }),
    body: z.strictObject({ amount: z.number().positive().optional() }).optional(),
    response: z.object({ state: z.string() }),
    failures: ['not_found'],
    sandbox: true,
  }),
  'POST /sandbox/payments/{hash}/reject': endpoint({
    summary: 'The network or provider reports that it will not be paid',
    access: 'public',
    params: z.object({ hash }),
    response: z.object({ state: z.string() }),
    failures: ['not_found'],
    sandbox: true,
  }),
  'POST /sandbox/payments/{hash}/reverse': endpoint({
    summary:
      'The network or provider takes back what it had reported as paid; the wallet a part, given in all so far',
    access: 'public',
    params: z.object({ hash }),
    body: z.strictObject({ amount: z.number().positive().optional() }).optional(),
    response: z.object({ state: z.string() }),
    failures: ['not_found'],
    sandbox: true,
  }),
  'GET /sandbox/checkout/{reference}': endpoint({
    summary: "The wallet's own site, where somebody pays",
    access: 'public',
    params: z.object({ reference: hash }),
    response: 'html',
    failures: [],
    sandbox: true,
  }),
  'GET /sandbox/checkout/{reference}/order': endpoint({
    summary: 'What is to be paid there',
    access: 'public',
    params: z.object({ reference: hash }),
    response: z.object({ title: z.string(), amount: z.number(), currency, is_open: z.boolean() }),
    failures: ['not_found'],
    sandbox: true,
  }),
  'POST /sandbox/checkout/{reference}': endpoint({
    summary: 'Somebody pays, fails, leaves it for later or leaves; the wallet notifies and sends them back',
    access: 'public',
    params: z.object({ reference: hash }),
    body: z.strictObject({
      outcome: z.enum(['approved', 'rejected', 'pending', 'abandoned']),
      payment_type: z
        .enum([
          'account_money',
          'ticket',
          'bank_transfer',
          'atm',
          'credit_card',
          'debit_card',
          'prepaid_card',
        ])
        .optional(),
      /** False delays the webhook; 'settle' on the payment sends it. */
      notify: z.boolean().optional(),
    }),
    response: z.object({ return_to: z.string() }),
    failures: ['not_found', 'payment_closed'],
    sandbox: true,
  }),
  'POST /sandbox/tickets': endpoint({
    summary: 'A support ticket for a customer',
    access: 'public',
    body: z.strictObject({
      document_number: digits,
      subject: text(200).pipe(z.string().min(1)),
      status: text(40).pipe(z.string().min(1)),
    }),
    response: z.object({ id: z.string() }),
    failures: ['not_found'],
    sandbox: true,
  }),
  'GET /sandbox/state': endpoint({
    summary: 'What the sandbox page shows: clock, mode, open payouts, payments, messages',
    access: 'public',
    response: z.object({
      now: z.string(),
      mode: z.string(),
      identity_review: z.string(),
      disbursements: z.array(
        z.object({
          loan_id: z.string(),
          loan_state: z.string(),
          state: z.string(),
          rail: z.string(),
          amount: z.number(),
        }),
      ),
      /** Refunds of credit without a final answer of the bank, newest first. */
      refunds: z.array(z.object({ reference: z.string(), state: z.string(), amount: z.number() })),
      /** Approved price lists of the host's country that are still to come, the next one first. */
      price_lists: z.array(z.object({ id: z.string(), name: z.string(), valid_from: z.string() })),
      payments: z.array(
        z.object({
          hash: z.string(),
          method: z.string(),
          amount: z.number(),
          due_date: z.string(),
          /** Page for paying online; '' for other methods. */
          checkout: z.string(),
        }),
      ),
      /** Latest payments, newest first, that the network or provider may still reverse. */
      paid: z.array(z.object({ hash: z.string(), method: z.string(), amount: z.number() })),
      messages: z.array(
        z.object({
          id: z.string(),
          channel: z.string(),
          to: z.string(),
          subject: z.string(),
          text: z.string(),
          at: z.string(),
        }),
      ),
    }),
    failures: [],
    sandbox: true,
  }),
};
