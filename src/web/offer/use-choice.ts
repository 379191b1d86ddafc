import { useEffect, useState } from 'react';
import { track } from '../analytics.ts';
import type { PlanOptions } from '../plan.ts';
import { readMembershipChoice, writeMembershipChoice } from '../proposal.ts';
import { clearProposal, isMembershipId, storeProposal, storedProposalOf } from './kept-proposal.ts';
import { defaultCount, planOf, type VariantName } from './plans/shown-plans.ts';

/** A number once chosen, null once removed, undefined while nothing was decided: then the default is marked. */
type Chosen = number | null | undefined;

function startOf(offered: PlanOptions, hasMembership: boolean): { variant: VariantName; chosen: Chosen } {
  const stored = storedProposalOf(offered);
  // The default is tab 1, or the stored choice (docs/product/offer.md#membership-variant).
  const isMember = readMembershipChoice() ?? (stored ? isMembershipId(stored.id) : true);
  return {
    variant: hasMembership && isMember ? 'membership' : 'no_membership',
    chosen: stored?.installmentsQuantity,
  };
}

/**
 * Tab and instalments. A choice is stored at once, and again when the amount changes its figures; removing it clears
 * the stored one (docs/product/offer.md#choice).
 */
export function useChoice(offered: PlanOptions, options: PlanOptions | undefined, hasMembership: boolean) {
  const [start] = useState(() => startOf(offered, hasMembership));
  const [variant, setVariant] = useState<VariantName>(start.variant);
  const [chosen, setChosen] = useState<Chosen>(start.chosen);

  const known = options ?? offered;
  const preset = defaultCount(known, variant);
  const count = chosen === undefined || (chosen && !planOf(known, variant, chosen)) ? preset : chosen;

  useEffect(() => {
    if (options && typeof chosen === 'number' && planOf(options, variant, chosen))
      storeProposal(options, { variant, count: chosen }, hasMembership);
  }, [options, variant, chosen, hasMembership]);

  return {
    variant,
    count,
    plan: options ? planOf(options, variant, count) : undefined,
    isKept: typeof chosen === 'number',
    selectVariant: (next: VariantName) => {
      setVariant(next);
      writeMembershipChoice(next === 'membership');
      track('membership_tab', { membership: next === 'membership' });
    },
    select: (next: number) => {
      setChosen(next);
      track('proposal_selected', { instalments: next, membership: variant === 'membership' });
    },
    remove: () => {
      setChosen(null);
      clearProposal();
    },
  };
}

export type ChoiceState = ReturnType<typeof useChoice>;
