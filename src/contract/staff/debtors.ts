import { z } from 'zod';
import { DEBTOR_DIFFERENCES } from '../../domain/debtors.ts';
import { endpoint } from '../endpoint.ts';
import { country, currency, month } from './fields.ts';

const query = z.object({
  country: country.optional(),
  /** YYYY-MM; the newest without it. */
  month: month.optional(),
  /** Cursor: last row of the previous page. */
  from: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});

const debtor = z.object({
  customer: z.string(),
  country,
  person: z.string(),
  class: z.number(),
  currency,
  principal: z.number(),
  interest: z.number(),
  days_late: z.number(),
  is_refinanced: z.boolean(),
  is_sued: z.boolean(),
  is_disputed: z.boolean(),
  loans: z.number(),
  written_off: z.number(),
});

const difference = z.object({
  id: z.string(),
  country,
  /** '' if the number belongs to no debtor of ours. */
  customer: z.string(),
  person: z.string(),
  legal_number: z.string(),
  kinds: z.array(z.enum(DEBTOR_DIFFERENCES)),
  currency,
  our_class: z.number().nullable(),
  our_amount: z.number().nullable(),
  their_class: z.number().nullable(),
  their_amount: z.number().nullable(),
});

/** Figures per debtor of a month's close, and the BCRA's file (docs/console.md#deudores). */
export const staffDebtors = {
  'GET /api/staff/debtors': endpoint({
    summary: 'Debtors of a closed month: worst class, sums and marks of their loans',
    access: 'staff',
    permission: 'money.read',
    persons: 'listed',
    query,
    response: z.object({
      result: z.array(debtor),
      next: z.string(),
      /** YYYY-MM; '' before the first close. */
      month: z.string(),
      /** Closed months (YYYY-MM) without their list yet, on the first page. */
      unlisted: z.array(z.object({ country, month: z.string() })),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/debtors/differences': endpoint({
    summary: "Differences of a closed month and our own lines of the BCRA's file",
    access: 'staff',
    permission: 'money.read',
    persons: 'listed',
    query,
    response: z.object({
      result: z.array(difference),
      next: z.string(),
      month: z.string(),
      /** Comparison of the month; null before the first. */
      compared: z.object({ at: z.string(), ours: z.number(), theirs: z.number() }).nullable(),
    }),
    failures: ['country_forbidden'],
  }),
};
