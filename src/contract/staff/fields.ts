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

/** Calendar date within the years that the lender's records can cover. */
export const day = z.iso.date().refine((value) => value >= '1900-01-01' && value < '2200-01-01');

/** Calendar month, YYYY-MM, within the same years. */
export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .refine((value) => day.safeParse(`${value}-01`).success);

/** Free-text explanation, in addition to a reason code that the call declares. */
export const reasonText = z
  .string()
  .max(500)
  .transform((value) => value.trim())
  .refine((value) => value.length >= 4);

/** Cursor of a list, newest first: returns the rows before this one. */
export const beforeRow = rowId.optional();

/** Response of a command that may need approval: done, or waiting for the second person. */
export const approvable = {
  outcome: z.enum(['done', 'pending_approval']),
  /** Pending approval request; empty when the command is done. */
  approval: z.string(),
};

/** Query of a command that can be previewed. */
export const previewQuery = z.object({ preview: z.literal('1').optional() });

/** Response of a command that can be previewed. The facts (JSON) are present in a preview only. */
export const previewable = {
  outcome: z.enum(['done', 'pending_approval', 'preview']),
  approval: z.string(),
  before: z.string(),
  after: z.string(),
};

/** The signed-in staff member. */
export const me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  countries: z.array(country),
  permissions: z.array(z.string()),
  /** Calls allowed by the person's roles; menus and buttons follow them. */
  calls: z.array(z.string()),
  /** Number of passkeys that the person still has to add before doing anything else. */
  passkeys_missing: z.number(),
});
