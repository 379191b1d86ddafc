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

/** An existing day within the years that the lender may have records of. */
export const day = z.iso.date().refine((value) => value >= '1900-01-01' && value < '2200-01-01');

/** Free-text reason, in addition to one of the reason codes that the call declares. */
export const reasonText = z
  .string()
  .max(500)
  .transform((value) => value.trim())
  .refine((value) => value.length >= 4);

/** A list's page: the rows before this one, newest first. */
export const beforeRow = rowId.optional();

/** Answer of a command that needs approval: done, or waiting for the second person. */
export const approvable = {
  outcome: z.enum(['done', 'pending_approval']),
  /** The request that waits; empty when the command is done. */
  approval: z.string(),
};

/** Query of a command that can be previewed. */
export const previewQuery = z.object({ preview: z.literal('1').optional() });

/** and answers: the facts, as JSON, are in the answer to a preview alone. */
export const previewable = {
  outcome: z.enum(['done', 'pending_approval', 'preview']),
  approval: z.string(),
  before: z.string(),
  after: z.string(),
};

/** The signed-in member of the staff. */
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
