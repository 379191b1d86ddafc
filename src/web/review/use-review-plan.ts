import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { isMembershipId, storeProposal } from '../offer/kept-proposal.ts';
import { customerPlans } from '../offer/offer-source.ts';
import { planOf, type VariantName } from '../offer/plans/shown-plans.ts';
import type { Plan } from '../plan.ts';
import { type Proposal, readProposal } from '../proposal.ts';

/** Failures after which the chosen plan cannot be had any more. */
const goneCodes: ReadonlySet<string> = new Set([
  'offer_none',
  'offer_expired',
  'amount_too_low',
  'amount_too_high',
  'amount_step',
]);

type Figures = Omit<Plan, 'deliveryType' | 'bank' | 'card'>;

/** The kept proposal of a variant, if it is of the same amount and instalments as the selected one. */
function keptVariant(selected: Proposal, variant: VariantName): Figures | undefined {
  const kept = isMembershipId(selected.id) === (variant === 'membership') ? selected : readProposal(variant);
  const fits =
    kept?.amount === selected.amount && kept.installmentsQuantity === selected.installmentsQuantity;
  if (!fits) return undefined;
  const { default_interest, schedule } = kept;
  return default_interest && schedule ? { ...kept, default_interest, schedule } : undefined;
}

/**
 * The plan under review, with and without membership. What was kept on the device is shown at once; it is
 * confirmed only with the figures that the server gives today, since the first due date moves with the day.
 */
export function useReviewPlan(proposal: Proposal, hasMembership: boolean) {
  const { amount, installmentsQuantity: count } = proposal;
  const [isIncluded, setIncluded] = useState(hasMembership && isMembershipId(proposal.id));
  const query = useQuery({
    queryKey: ['offer', 'plans', customerPlans.owner, amount],
    queryFn: ({ signal }) => customerPlans.plans(amount, signal),
    staleTime: 0,
    meta: { quiet: true },
  });
  const figures = (variant: VariantName): Figures | undefined =>
    query.data ? planOf(query.data, variant, count) : keptVariant(proposal, variant);
  const variant: VariantName = isIncluded ? 'membership' : 'no_membership';
  const isGone =
    (query.error instanceof ApiFailure && goneCodes.has(query.error.code)) ||
    (query.isSuccess && !figures(variant));

  function include(next: boolean) {
    setIncluded(next);
    if (query.data)
      storeProposal(query.data, { variant: next ? 'membership' : 'no_membership', count }, hasMembership);
  }

  return {
    plan: figures(variant),
    /** Id of the variant at the offer's maximum; '' until the server has given today's figures. */
    maxId: query.data?.[variant].max_id ?? '',
    withMembership: figures('membership'),
    without: figures('no_membership'),
    /** The plan without membership of a loan with it, which is accepted too. */
    basic: isIncluded ? figures('no_membership') : undefined,
    isIncluded,
    include,
    isCurrent: query.isSuccess && !query.isFetching,
    isGone,
    failed: query.isError && !isGone,
    retry: () => void query.refetch(),
  };
}

export type ReviewPlan = ReturnType<typeof useReviewPlan>;
export type { Figures };
