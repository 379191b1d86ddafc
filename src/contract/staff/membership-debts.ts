import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { beforeRow, country, currency } from './fields.ts';
import { because, byId, moneyTraits, stale } from './money-fields.ts';

export const WAIVE_REASONS = ['courtesy', 'service-failed', 'collection-cost'] as const;

/**
 * Membership prices that could not be charged and are still owed (docs/console.md#membresías-que-se-deben).
 */
export const staffMembershipDebts = {
  'GET /api/staff/money/memberships': endpoint({
    summary: 'Prices of memberships that are owed, newest first',
    access: 'staff',
    permission: 'money.read',
    persons: 'listed',
    query: z.object({ country: country.optional(), before: beforeRow }),
    response: z.object({
      result: z.array(
        z.object({
          loan: z.string(),
          public_id: z.string(),
          country,
          currency,
          state: z.string(),
          customer: z.string(),
          person: z.string(),
          amount: z.number(),
          price: z.number(),
          /** Day of the charge or of its retry, DD-MM-YYYY. */
          charge_on: z.string(),
          books: z.number(),
          asked_by: z.string(),
        }),
      ),
      next: z.string(),
    }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/money/memberships/{id}/waive': endpoint({
    ...moneyTraits,
    summary: "Waive what is owed of a membership's price, once a second person approves",
    reasons: WAIVE_REASONS,
    params: byId,
    body: z.strictObject({ ...because(WAIVE_REASONS) }),
    failures: [...stale],
  }),
};
