import { useEffect, useState } from 'react';
import { track } from '../analytics.ts';
import type { Plan } from '../plan.ts';
import { writeMaxAmount } from '../proposal.ts';
import { keepProposal, storedProposalOf } from './kept-proposal.ts';
import type { ApprovedOffer, PlanSource } from './offer-source.ts';
import { useAmount } from './use-amount.ts';
import { useChoice } from './use-choice.ts';
import { usePlans } from './plans/use-plans.ts';

export interface OfferProps {
  offer: ApprovedOffer;
  source: PlanSource;
  hasMembership: boolean;
  /** The chosen plan has been kept. */
  onContinue: (plan: Plan) => void;
  /**
   * Of a person with a loan in force, which is shown instead of going on (docs/product/offer.md#active-loan).
   */
  onSeeLoan?: (() => void) | undefined;
}

function startAmount({ max_amount, min_amount, max_option }: ApprovedOffer): number {
  const stored = storedProposalOf(max_option)?.amount;
  return stored && stored >= min_amount && stored <= max_amount ? stored : max_amount;
}

/** Amount, plans and choice of an offer, and what going on does. */
export function useOffer({ offer, source, hasMembership, onContinue, onSeeLoan }: OfferProps) {
  const { min_amount: minAmount, max_amount: maxAmount } = offer;
  const [start] = useState(() => startAmount(offer));
  const amount = useAmount({ minAmount, maxAmount }, start);
  const plans = usePlans(source, offer, amount);
  const choice = useChoice(offer.max_option, plans.options, hasMembership);

  useEffect(() => {
    track('offer_shown');
    writeMaxAmount(maxAmount);
  }, [maxAmount]);

  function keepAndGoOn() {
    const { options } = plans;
    if (!options || !choice.plan) return;
    const count = choice.plan.installmentsQuantity;
    keepProposal(options, { variant: choice.variant, count }, hasMembership);
    onContinue(choice.plan);
  }

  return {
    amount,
    plans,
    choice,
    ready: onSeeLoan !== undefined || (choice.plan !== undefined && amount.amount !== null),
    goOn: onSeeLoan ?? keepAndGoOn,
  };
}
