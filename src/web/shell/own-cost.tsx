import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCountry } from '../country.tsx';
import { loanQuery } from '../loan/loan-query.ts';
import { customerOfferQuery } from '../offer/offer-source.ts';
import { plansByCount } from '../offer/plans/shown-plans.ts';
import { useProfileQuery } from '../profile.ts';
import { readProposal } from '../proposal.ts';
import { queryClient } from '../query-client.ts';
import { formatPercentExact } from '../ui/percent.ts';
import css from './footer.module.css';

const texts = {
  of: {
    loan: 'Tu préstamo',
    choice: 'El préstamo que elegiste',
    offer: 'Tu oferta, en el plazo más largo y sin membresía',
  },
} as const;

/** Fractions; `of` is their label. */
interface Cost {
  readonly of: 'loan' | 'choice' | 'offer';
  readonly cftea: number;
  readonly tea: number;
}

/** The yearly cost of the borrower's own loan in force, else of the chosen plan, else of the offer. */
function useOwnCost(): Cost | null {
  const profile = useProfileQuery(false).data;
  const loan = profile?.credit_rating.active_loan ?? null;
  const [proposal] = useState(() => readProposal());
  const own = useQuery(
    // The cost never changes; the page polls the state.
    { ...loanQuery(loan ?? ''), enabled: loan !== null, staleTime: Infinity, refetchInterval: false },
    queryClient,
  ).data;
  const offer = useQuery(
    { ...customerOfferQuery, enabled: profile !== undefined && loan === null && !proposal },
    queryClient,
  ).data;
  if (loan !== null) return own ? { of: 'loan', cftea: own.cftea, tea: own.tea } : null;
  // An earlier release kept the cost by periods as `cftea`.
  if (proposal?.cftea_dated) return { of: 'choice', cftea: proposal.cftea_dated, tea: proposal.tea };
  const plan = plansByCount(offer?.max_option?.no_membership.plans ?? []).at(-1);
  return plan ? { of: 'offer', cftea: plan.cftea, tea: plan.tea } : null;
}

/**
 * The footer's sentence on the cost for a logged-in customer: the own one instead of the advertised example.
 */
export function OwnCost() {
  const { showsCft } = useCountry();
  const cost = useOwnCost();
  if (!cost) return null;
  return (
    <p className={css.own}>
      {texts.of[cost.of]}
      <strong>
        {showsCft ? `CFTEA ${formatPercentExact(cost.cftea)}` : `TEA ${formatPercentExact(cost.tea)}`}
      </strong>
    </p>
  );
}
