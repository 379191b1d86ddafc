import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { paths } from '../../contract/paths.ts';
import { call } from '../api.ts';
import type { PlanOptions } from '../plan.ts';
import { callAsService } from '../service-token.ts';

/** Commercial offer; a lead's also carries the lead's profile. */
export type Offer = OutputOf<'GET /api/v1/clients/credit-ratings'>['result'];
export type LeadOffer = OutputOf<'GET /vendors-api/v1/leads/{hash}'>['result'];
/** An offer that can be taken. */
export type ApprovedOffer = Offer & { max_amount: number; min_amount: number; max_option: PlanOptions };

/** Source of the plans: the lead's calls or the customer's. */
export interface PlanSource {
  /** Owner of the plans, part of the query keys. */
  readonly owner: string;
  readonly plans: (amount: number, signal: AbortSignal) => Promise<PlanOptions>;
}

/** The query in the address of the offer's page, which its call repeats; other pages show figures of the offer too. */
function queryOfPage(path: string): Readonly<Record<string, string>> {
  if (location.pathname !== path) return {};
  return Object.fromEntries(new URLSearchParams(location.search));
}

/**
 * The offer of a lead, under the service token (docs/product/calls.md#service-token). The screen itself says
 * when it fails.
 */
export const leadOfferQuery = (hash: string) =>
  queryOptions({
    queryKey: ['offer', 'lead', hash],
    queryFn: async ({ signal }) =>
      (
        await callAsService('GET /vendors-api/v1/leads/{hash}', {
          params: { hash },
          query: queryOfPage(paths.vendor(hash)),
          signal,
        })
      ).result,
    meta: { quiet: true },
  });

/** The offer of the logged-in customer. */
export const customerOfferQuery = queryOptions({
  queryKey: ['offer', 'customer'],
  queryFn: async ({ signal }) =>
    (await call('GET /api/v1/clients/credit-ratings', { query: queryOfPage(paths.offer()), signal })).result,
  meta: { quiet: true },
});

export const leadPlans = (hash: string): PlanSource => ({
  owner: hash,
  plans: async (amount, signal) => {
    const input = { params: { hash, amount: String(amount) }, signal };
    return (await callAsService('GET /vendors-api/v1/leads/{hash}/loan-options/{amount}', input)).result;
  },
});

export const customerPlans: PlanSource = {
  owner: 'customer',
  plans: async (amount, signal) =>
    (await call('GET /api/v1/clients/loan-options/{amount}', { params: { amount: String(amount) }, signal }))
      .result,
};

/**
 * True if an offer can be taken: without a maximum or without any plan it is a rejection
 * (docs/product/offer.md#rejection).
 */
export function isApproved(offer: Offer): offer is ApprovedOffer {
  const { max_amount, min_amount, max_option } = offer;
  if (!max_amount || !min_amount || !max_option) return false;
  return max_option.membership.plans.length + max_option.no_membership.plans.length > 0;
}
