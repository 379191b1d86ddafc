import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { money, rate } from './fields.ts';

/** Path member of the plan calls: the amount in currency units. */
export const amountParams = { amount: z.string().max(20) };

/** Plan. Dates are DD-MM-YYYY; rates are fractions. */
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
  /**
   * Total savings by the membership against the same plan without it, less its price; 0 where it saves
   * nothing.
   */
  savings: money,
  /**
   * Price of the membership on top of the instalments, charged once, tax included; 0 in a plan without it.
   */
  membership_price: money,
  /**
   * The legal figures (docs/product/loan-and-money.md#effective-cost), fractions. `cftea` counts the real dates of
   * a loan confirmed and delivered today; `cftea_dated` repeats it for pages of earlier releases.
   */
  tna: rate,
  tea: rate,
  cftna: rate,
  cftea: rate,
  cftea_dated: rate,
  /** The same with the membership's price counted in, on the day it is charged; 0 in a plan without it. */
  cftea_with_membership: rate,
  /** Default interest: a fraction per year of 365 days, the TEA it comes to, months after each due date until it ends (0: no end). */
  default_interest: z.object({ rate, tea: rate, months: z.number() }),
  /** Instalments of a loan confirmed today, in order; `charges` with their tax are part of `amount`. */
  schedule: z.array(
    z.object({ due_date: z.string(), payable_until: z.string(), amount: money, charges: money }),
  ),
  /**
   * Composition of the total. `origination_tax` is no part of it: it is the tax within the amount withheld
   * from the money delivered (`principal` less `amount_delivery`); the rest of that amount is the charge
   * itself.
   */
  composition: z.object({
    principal: money,
    interest: money,
    tax: money,
    fees: money,
    origination_tax: money,
  }),
});

/** One variant (with or without membership). `start_date` DD-MM-YYYY. */
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
  /** The instant at which the offer ends. */
  expires: z.string().nullable(),
  /** Details of a rejection that is still valid; null for an offer, and once none is valid. */
  rejection: z
    .object({
      /** False for a person rejected by age: no credit bureau was asked. */
      consulted: z.boolean(),
      /** Earliest useful date for a new request, DD-MM-YYYY; '' where none is known. */
      again_from: z.string(),
      /** True while a hold bars any offer to this person; nothing was consulted for it. */
      held: z.boolean(),
    })
    .nullable(),
});

/** Query of the offer page's address; none of it is read (docs/product/offer.md#leads-offer). */
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
