import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attribution, digits, done, flag, hash, money, optionalText, typed } from './fields.ts';
import { amountParams, offer, pageQuery, planOptions } from './offers.ts';

/** Lead profile. `birthdate` is YYYY-MM-DD. */
const leadProfile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  document_number: z.string(),
  birthdate: z.string(),
  gender: z.string(),
  amount: money.nullable(),
  origin: z.string(),
  suitable: z.number(),
  hash: z.string(),
  max_amount: money.nullable(),
});

/** A missing field counts as empty, so that it gets the error text of the field's own rule. */
export const signUpBody = z.strictObject({
  first_name: typed(100).default(''),
  last_name: typed(100).default(''),
  email_address: typed(300).default(''),
  document_number: digits.default(''),
  birthdate: typed(40).default(''),
  country_id: digits.optional(),
  phone: digits.default(''),
  whatsapp_tc: flag.optional(),
  bank_code: optionalText(10),
  gender: optionalText(20),
  ...attribution,
});

/** Prospective customers, before they have an account (docs/product/signup-and-login.md). */
export const leads = {
  'POST /vendors-api/v1/leads': endpoint({
    summary: 'Sign up: create a lead and decide on an offer',
    access: 'public',
    body: signUpBody,
    response: z.object({
      model: z.object({ suitable: z.number(), hash: z.string(), document_number: z.string() }),
    }),
    failures: ['too_many', 'unavailable'],
    idempotent: true,
  }),
  'POST /vendors-api/v2/token/creditrisk': endpoint({
    summary: 'Exchange the application token for a short-lived service token',
    access: 'public',
    body: z.looseObject({}).optional(),
    response: z.object({
      result: z.object({ token: z.string(), expired: z.string() }),
      token: z.string(),
      expired: z.string(),
    }),
    failures: [],
  }),
  'GET /vendors-api/v1/leads/{hash}': endpoint({
    summary: "A lead's offer",
    access: 'service',
    params: z.object({ hash }),
    query: pageQuery,
    response: z.object({ result: offer.extend({ profile: leadProfile }) }),
    failures: ['offer_expired'],
  }),
  'GET /vendors-api/v1/leads/{hash}/loan-options/{amount}': endpoint({
    summary: 'Plans of a lead for an amount in currency units',
    access: 'service',
    params: z.object({ hash, ...amountParams }),
    response: z.object({ result: planOptions }),
    failures: ['offer_none', 'offer_expired', 'amount_too_low', 'amount_too_high', 'amount_step'],
  }),
  'POST /api/v3/lead/feedback/{hash}': endpoint({
    summary: 'Why an offer is not interesting',
    access: 'service',
    params: z.object({ hash }),
    body: z.strictObject({
      feedback: z.enum(['amount', 'interest_rate', 'return_time', 'return_amount', 'known', 'other']),
      comment: optionalText(2000),
      hash: optionalText(200),
    }),
    response: done,
    failures: ['feedback_reason', 'too_many'],
    idempotent: true,
  }),
};
