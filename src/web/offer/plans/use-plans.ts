import { useQuery } from '@tanstack/react-query';
import type { ApprovedOffer, PlanSource } from '../offer-source.ts';
import type { AmountState } from '../use-amount.ts';

/** Plans of an amount stand for as long as a person looks at an offer. */
const staleMs = 5 * 60_000;

/**
 * The plans of the settled amount. None while plans for another amount than the shown ones are on their way, when
 * placeholders take their place, and none while the amount is out of bounds: prices of another amount would mislead.
 */
export function usePlans(source: PlanSource, offer: ApprovedOffer, { amount, settled }: AmountState) {
  const isMax = settled === offer.max_amount;
  const query = useQuery({
    queryKey: ['offer', 'plans', source.owner, settled],
    queryFn: ({ signal }) => source.plans(settled, signal),
    enabled: !isMax,
    staleTime: staleMs,
  });
  const options = isMax ? offer.max_option : query.data;
  const waits = amount !== settled;
  return {
    options: waits ? undefined : options,
    failed: !waits && query.isError && !isMax,
    retry: () => void query.refetch(),
  };
}
