import { useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { useProfile } from '../profile.ts';
import { readProposal } from '../proposal.ts';
import { ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { nextPath } from './next-path.ts';

/**
 * /solicitar-prestamo redirects to the current step of the request (docs/product/offer.md#customers-offer):
 * the loan in force, the offer while nothing is chosen, the next step otherwise.
 */
export function RequestLoanScreen() {
  const pack = useCountry();
  const profile = useProfile();
  const go = useGo();
  useEffect(() => {
    if (profile.credit_rating.active_loan !== null) go.replace(paths.welcome());
    else go.replace(readProposal() ? nextPath(pack, profile) : paths.offer());
  }, [go, pack, profile]);
  return <ScreenSkeleton />;
}
