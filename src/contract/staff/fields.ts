import { z } from 'zod';
import { COUNTRIES } from '../../countries/countries.ts';
import { currency, rowId } from '../fields.ts';
import { STAFF_ROLES } from './permissions.ts';

export const country = z.enum(COUNTRIES);
export const role = z.enum(STAFF_ROLES);

export { currency, rowId };

export const name = z
  .string()
  .max(120)
  .transform((value) => value.trim())
  .refine((value) => value !== '');

export const email = z
  .string()
  .max(200)
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value));

/** A day that exists, of years in which the lender may have one. */
export const day = z.iso.date().refine((value) => value >= '1900-01-01' && value < '2200-01-01');

/** Why something is done, in words; the code beside it is one of those that the call declares. */
export const reasonText = z
  .string()
  .max(500)
  .transform((value) => value.trim())
  .refine((value) => value.length >= 4);

/** A list's page: what comes before this row, newest first. */
export const beforeRow = rowId.optional();

/** What a command answers that a second person approves: done, or waiting for that person. */
export const approvable = {
  outcome: z.enum(['done', 'pending_approval']),
  /** The request that waits; empty when the command is done. */
  approval: z.string(),
};

/** What a command that can be previewed takes in its query, */
export const previewQuery = z.object({ preview: z.literal('1').optional() });

/** and answers: the facts, as JSON, are in the answer to a preview alone. */
export const previewable = {
  outcome: z.enum(['done', 'pending_approval', 'preview']),
  approval: z.string(),
  before: z.string(),
  after: z.string(),
};

/** Who is signed in. */
export const me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  countries: z.array(country),
  permissions: z.array(z.string()),
  /** The calls that these allow: menus and buttons follow them. */
  calls: z.array(z.string()),
  /** Passkeys that this person still has to add before anything else. */
  passkeys_missing: z.number(),
});
