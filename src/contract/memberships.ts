import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { money } from './fields.ts';

/** The membership as it is billed (docs/decisions/0031-membership-billing.md). */
export const memberships = {
  'GET /api/v3/membership': endpoint({
    summary: 'Whether the customer may have the membership, its price, and the newest they have',
    access: 'customer',
    response: z.object({
      model: z.object({
        has_membership_enabled: z.boolean(),
        /** Of a new one, tax included. */
        price: money,
        membership: z
          .object({
            /** `agreed`: its loan's money is not there yet; `canceled`: it never will be. */
            state: z.enum(['agreed', 'active', 'ended', 'expired', 'canceled']),
            /** The loan's public id. */
            loan_id: z.string(),
            price: money,
            /** DD-MM-YYYY, '' while there is none. */
            starts_on: z.string(),
            ends_on: z.string(),
            ended_on: z.string(),
            charge: z.object({
              /** `due`: could not be charged and is owed; `free`: ended before it was charged. */
              state: z.enum(['none', 'planned', 'paid', 'due', 'free']),
              /** The day on which it is charged, DD-MM-YYYY, '' while there is none. */
              on: z.string(),
            }),
            /** What of the price is not owed because it was ended early. */
            returned: money,
          })
          .nullable(),
      }),
    }),
    failures: [],
  }),
};
