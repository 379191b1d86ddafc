import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { digits, hash, money, optionalText, text } from './fields.ts';
import { membershipEnding } from './memberships.ts';

const kind = z.enum(['loan', 'membership']);

/** Outcome of a withdrawal request. */
const decided = z.object({
  model: z.object({
    code: z.string(),
    kind,
    /**
     * `canceled`: the loan ends and nothing is owed; `ended`: the membership ended; `return-due`: the
     * principal has to be returned.
     */
    state: z.enum(['canceled', 'ended', 'return-due', 'refused']),
    return_amount: money.nullable(),
  }),
  messages: z.array(z.string()),
});

/** Withdrawing from a loan or the membership by the public buttons (docs/product/rights.md#withdrawal). */
export const withdrawals = {
  'POST /api/v3/withdrawal': endpoint({
    summary: 'Ask to withdraw from a loan or to end the membership, without login; answers a tracking code',
    access: 'public',
    body: z.strictObject({
      kind,
      document_number: digits.default(''),
      email_address: text(200).default(''),
      /** Public id of the loan; empty for the newest one. */
      loan_id: optionalText(200),
      reason: optionalText(2000),
    }),
    response: z.object({ model: z.object({ code: z.string() }), messages: z.array(z.string()) }),
    failures: ['too_many'],
    idempotent: true,
  }),
  'POST /api/v3/withdrawal/link': endpoint({
    summary:
      'Ask for the link of a request again, by its tracking code or an earlier link; everyone gets one answer',
    access: 'public',
    body: z.strictObject({
      /** `ARR-…`, `BAJA-…`, or the code of a link that has expired. */
      code: text(200),
    }),
    response: z.object({ messages: z.array(z.string()) }),
    failures: ['too_many'],
    idempotent: true,
  }),
  'POST /api/v3/withdrawal/own': endpoint({
    summary: 'The same for a logged-in customer: it takes effect at once, without a link by e-mail',
    access: 'customer',
    body: z.strictObject({
      kind,
      /** Public id of the loan; empty for the newest one. */
      loan_id: optionalText(200),
      reason: optionalText(2000),
    }),
    response: decided,
    failures: ['too_many'],
    idempotent: true,
  }),
  'POST /api/v3/withdrawal/preview': endpoint({
    summary: 'What confirming the request of a link would do; nothing is changed, and the link stays valid',
    access: 'public',
    body: z.strictObject({ code: hash }),
    response: z.object({
      model: z.object({
        kind,
        /** Null for a loan, and where there is no membership to end. */
        ending: membershipEnding.nullable(),
      }),
    }),
    failures: ['link_invalid', 'too_many'],
  }),
  'POST /api/v3/withdrawal/confirm': endpoint({
    summary: 'Confirm the request with the code of the link that was sent to the e-mail address on file',
    access: 'public',
    body: z.strictObject({ code: hash }),
    response: decided,
    failures: ['link_invalid', 'too_many'],
    idempotent: true,
  }),
};
