import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash, money, rate, text } from './fields.ts';

/** Plan without membership, offered as the alternative. Rates are fractions. */
const basicPlan = z.object({
  installmentsQuantity: z.number(),
  payment: money,
  final_amount: money,
  interest_rate: rate,
  cft: rate,
  tna: rate,
  tea: rate,
  cftea: rate,
});

/** Effects of ending a membership today. */
export const membershipEnding = z.object({
  /** Last day on which it costs nothing and moves the loan to the plan without membership, DD-MM-YYYY. */
  free_until: z.string(),
  /** The plan that the loan changes to; null where its rate and instalments stay. */
  plan: basicPlan.nullable(),
  /** Part of the price paid that becomes money in favour. */
  credit: money,
  /** Part of the price still owed afterwards. */
  owed: money,
});

/** The membership as it is billed (docs/decisions/0031-membership-billing.md). */
export const memberships = {
  'GET /api/v3/membership': endpoint({
    summary: 'Whether the customer may have the membership, its price, and the newest they have',
    access: 'customer',
    response: z.object({
      model: z.object({
        has_membership_enabled: z.boolean(),
        /** Price of a new membership, including tax. */
        price: money,
        membership: z
          .object({
            /** `agreed`: the loan has not been paid out yet; `canceled`: it never will be. */
            state: z.enum(['agreed', 'active', 'ended', 'expired', 'canceled']),
            loan_id: z.string(),
            price: money,
            /** DD-MM-YYYY; '' until known. */
            starts_on: z.string(),
            ends_on: z.string(),
            ended_on: z.string(),
            charge: z.object({
              /**
               * `due`: the charge failed and the price is owed; `free`: nothing was paid and nothing is owed.
               */
              state: z.enum(['none', 'planned', 'paid', 'due', 'free']),
              /** Charged to the customer's card; if false, the customer is asked to pay. */
              is_debited: z.boolean(),
              /** Day of the charge or of its retry, before the payout the earliest one; DD-MM-YYYY; '' if none is planned. */
              on: z.string(),
            }),
            /** Unpaid part of the price that can be paid now. */
            owed: money,
            is_being_paid: z.boolean(),
            /** Part of the price not owed because the membership ended early. */
            returned: money,
            waived: money,
            /** Effects of ending it today; null where it cannot be ended. */
            ending: membershipEnding.nullable(),
          })
          .nullable(),
      }),
    }),
    failures: [],
  }),
  'POST /api/v3/membership/payment': endpoint({
    summary: "Ask to pay what is owed of a membership's price, by any method of the country",
    access: 'customer',
    body: z.strictObject({
      loan_id: hash,
      payment_method: text(40),
      /** Total as shown; refused with `payment_total` unless it equals the debt. */
      total: z.number(),
    }),
    response: z.object({ result: z.object({ url: z.string(), barcode: z.string(), hash: z.string() }) }),
    failures: [
      'not_found',
      'payment_total',
      'payment_instalment',
      'payment_method',
      'payment_amount',
      'unavailable',
    ],
    idempotent: true,
  }),
};
