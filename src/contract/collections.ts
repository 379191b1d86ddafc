import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, hash, money, text } from './fields.ts';

/** No reason names an illness or a family, so that no sensitive data is asked for. */
export const HARDSHIP_REASONS = ['income', 'expense', 'other'] as const;
/** Longest text about why a person cannot pay, in characters. */
export const HELP_LENGTH = 1000;

/** YYYY-MM-DD */
const day = z.string().max(10);

const promise = z.object({
  id: z.string(),
  amount: money,
  /** Paid of it so far. */
  paid: money,
  /** Last day to pay, DD-MM-YYYY. */
  until: z.string(),
  /** Latest day it can still be extended to, YYYY-MM-DD; '' if it cannot. */
  extendable_until: z.string(),
});

/** For who cannot pay now (docs/product/collections.md#cannot-pay-now). */
export const collections = {
  'GET /api/v3/payment-help': endpoint({
    summary: 'What the customer owes, what was agreed about it, and what can be agreed now',
    access: 'customer',
    response: z.object({
      model: z.object({
        /** Loan with the oldest debt, or the next to fall due; '' without an active loan. */
        loan_id: z.string(),
        /** Due and not paid today. */
        owed: money,
        /** Most that can be promised for the last day of a promise. */
        most: money,
        /** First and last day of a new promise, YYYY-MM-DD. */
        today: z.string(),
        promise_until: z.string(),
        /** Open promise; null without one. */
        promise: promise.nullable(),
        /** Last day without contact, DD-MM-YYYY; '' while contact goes on. */
        hardship_until: z.string(),
        /** Days without contact that can be asked for; 0 if they were used. */
        hardship_days: z.number(),
        /** First day they can be requested again, DD-MM-YYYY; '' for today. */
        hardship_from: z.string(),
      }),
    }),
    failures: [],
  }),
  'POST /api/v3/payment-help': endpoint({
    summary: 'Ask for a plan, or tell why one cannot pay; opens a ticket',
    access: 'customer',
    body: z.strictObject({ kind: z.enum(['plan', 'other']), content: text(HELP_LENGTH) }),
    response: done,
    failures: ['too_many'],
    idempotent: true,
  }),
  'POST /api/v3/promise': endpoint({
    summary: 'Promise an amount of the own loan by a day; stops contact until then',
    access: 'customer',
    body: z.strictObject({ loan_id: hash, amount: z.number(), until: day }),
    response: done,
    failures: ['not_found', 'promise_open', 'promise_day', 'promise_amount'],
    idempotent: true,
  }),
  'POST /api/v3/promise/{id}/extend': endpoint({
    summary: 'Extend the own open promise, once',
    access: 'customer',
    params: z.object({ id: hash }),
    body: z.strictObject({ until: day }),
    response: done,
    failures: ['not_found', 'promise_extension'],
    idempotent: true,
  }),
  'POST /api/v3/hardship': endpoint({
    summary: 'Ask for days without contact, once in twelve months; interest goes on',
    access: 'customer',
    body: z.strictObject({ reason: z.enum(HARDSHIP_REASONS) }),
    response: done,
    failures: ['hardship_used'],
    idempotent: true,
  }),
};
