import { z } from 'zod';
import { SEARCH_KINDS } from '../../countries/identifiers/search-terms.ts';
import { endpoint } from '../endpoint.ts';
import { country } from './fields.ts';

/** A person found; a ticket of a person without an account and unmatched money have no customer. */
const hit = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** Number of the customer; '' for a stranger's ticket and for unmatched money. */
  customer: z.string(),
  country,
  name: z.string(),
  /** Masked. */
  document: z.string(),
  /** Masked. */
  phone: z.string(),
  /** The matching item: number of the loan, visible number of the ticket, last digits of card or account. */
  found: z.string(),
  /** Id of the ticket, if the match is one. */
  ticket: z.string(),
  /** Number of the unmatched money, where it is some. */
  report: z.string(),
});

/** A person who signed up and has no account, with the decision about them. */
const signUp = z.object({
  country,
  name: z.string(),
  /** Masked. */
  document: z.string(),
  /** Masked. */
  phone: z.string(),
  at: z.string(),
  /** The last decision; `expires` is when an offer lapses, or the refused may ask again. */
  decision: z
    .object({
      rule: z.string(),
      is_refusal: z.boolean(),
      at: z.string(),
      expires: z.string(),
      is_live: z.boolean(),
      /** Text that the refused person read; '' for an offer. */
      told: z.string(),
    })
    .nullable(),
});

const recent = z.object({
  customer: z.string(),
  country,
  name: z.string(),
  document: z.string(),
  at: z.string(),
});

/** Global search of the console (docs/console.md#buscar). */
export const staffSearch = {
  'POST /api/staff/search': endpoint({
    summary: 'Find customers by name, document, contact or any number that they were given',
    access: 'staff',
    permission: 'customers.read',
    persons: 'opened',
    // Guessing one hidden address letter by letter takes hundreds.
    daily: { everybody: 600 },
    body: z.strictObject({ text: z.string().max(200) }),
    response: z.object({
      result: z.array(hit),
      /** Found by document only. */
      signups: z.array(signUp),
      more: z.boolean(),
    }),
    failures: [],
  }),
  'GET /api/staff/recent-customers': endpoint({
    summary: 'The customers whose pages one has opened last',
    access: 'staff',
    permission: 'customers.read',
    persons: 'listed',
    response: z.object({ result: z.array(recent) }),
    failures: [],
  }),
};
