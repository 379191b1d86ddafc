import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { money, rate } from './fields.ts';

/** Path parameter of the plan calls: the amount in currency units. */
export const amountParams = { amount: z.string().max(20) };

/** Instalment plan. Dates are DD-MM-YYYY; rates are fractions. */
export const plan = z.object({
  plan_id: z.string(),
  id: z.string(),
  installmentsQuantity: z.number(),
  max_installments_quantity: z.number(),
  payment: money,
  /** The country's advertised rate: TNA in Argentina, TEA in Uruguay. */
  interestRate: rate,
  /** CFTNA, the total financial cost as the plan card shows it. */
  cft: rate,
  final_amount: money,
  amount: money,
  amount_delivery: money,
  start_date: z.string(),
  /** Last day on which the first instalment can be paid without surcharge. */
  start_payable_until: z.string(),
  moreProfitable: z.boolean(),
  installmentsOptions: z.array(z.number()),
  selectedInstallmentsQuantity: z.number(),
  deliveryType: z.string().nullable(),
  bank: z.string().nullable(),
  card: z.string().nullable(),
  /** Saving over the same plan without membership, less the membership's price; 0 if it saves nothing. */
  savings: money,
  /** Membership price on top of the instalments, charged once, including tax; 0 without a membership. */
  membership_price: money,
  /**
   * Legal rates (docs/product/loan-and-money.md#effective-cost), as fractions. `cftea` uses the real dates of
   * a loan confirmed and delivered today; `cftea_dated` repeats it for pages of earlier releases.
   */
  tna: rate,
  tea: rate,
  cftna: rate,
  cftea: rate,
  cftea_dated: rate,
  /** `cftea` including the membership's price on the day it is charged; 0 without a membership. */
  cftea_with_membership: rate,
  /**
   * Default interest: a fraction per 365-day year, the equivalent TEA, and the months after each due date
   * until it stops (0: never).
   */
  default_interest: z.object({ rate, tea: rate, months: z.number() }),
  /**
   * Instalments of a loan confirmed today, in order; `charges` include their tax and are part of `amount`.
   */
  schedule: z.array(
    z.object({ due_date: z.string(), payable_until: z.string(), amount: money, charges: money }),
  ),
  /**
   * Breakdown of the total. `origination_tax` is not added to it: it is the tax within the amount withheld
   * from the payout (`principal` less `amount_delivery`); the rest of that amount is the charge itself.
   */
  composition: z.object({
    principal: money,
    interest: money,
    tax: money,
    fees: money,
    origination_tax: money,
  }),
});

/** One variant of the offer, with or without membership. `start_date` is DD-MM-YYYY. */
export const variant = z.object({
  id: z.string(),
  /** Id of the same variant at the offer's maximum amount: `creditStructure.maxId` of the confirmation. */
  max_id: z.string(),
  start_date: z.string(),
  plans: z.array(plan),
});

export const planOptions = z.object({ membership: variant, no_membership: variant });

/** Commercial offer. A rejection has no `max_amount` and no plans (docs/product/offer.md#decision). */
export const offer = z.object({
  max_amount: money.nullable(),
  min_amount: money.nullable(),
  max_option: planOptions.nullable(),
  /** Instant at which the offer expires. */
  expires: z.string().nullable(),
  /** Details of a rejection that is still valid; null for an offer, and once the rejection has expired. */
  rejection: z
    .object({
      /** False for a person rejected by age, because no credit bureau was asked. */
      consulted: z.boolean(),
      /** Earliest date on which a new request makes sense, DD-MM-YYYY; '' if unknown. */
      again_from: z.string(),
      /** True while a hold blocks offers to this person; no credit bureau was asked. */
      held: z.boolean(),
      /** True while a person decides; `again_from` is then the day until which they do. */
      waiting: z.boolean(),
      /** Main reason, and where to correct the data it rests on; '' for none. */
      reason: z.string(),
      correct: z.string(),
    })
    .nullable(),
});

/** Query string of the offer page, which the server ignores (docs/product/offer.md#leads-offer). */
export const pageQuery = z.looseObject({});

/** The offer of a logged-in customer (docs/product/offer.md#customers-offer). */
export const offers = {
  'GET /api/v1/clients/credit-ratings': endpoint({
    summary: "The customer's offer",
    access: 'customer',
    query: pageQuery,
    response: z.object({ result: offer }),
    failures: [],
  }),
  'GET /api/v1/clients/loan-options/{amount}': endpoint({
    summary: 'Plans for an amount in currency units',
    access: 'customer',
    params: z.object(amountParams),
    response: z.object({ result: planOptions }),
    failures: [
      'offer_none',
      'offer_held',
      'offer_expired',
      'amount_too_low',
      'amount_too_high',
      'amount_step',
    ],
  }),
};
