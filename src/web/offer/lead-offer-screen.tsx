import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import type { Plan } from '../plan.ts';
import { useProfileQuery } from '../profile.ts';
import { useLoggedIn } from '../session.ts';
import { usePathParam } from '../router/context.ts';
import { useGo } from '../shell/use-go.ts';
import { Approved } from './approved.tsx';
import { OfferFailed } from './failed.tsx';
import { nextPath } from './next-path.ts';
import { type ApprovedOffer, isApproved, type LeadOffer, leadOfferQuery, leadPlans } from './offer-source.ts';
import { Rejected } from './rejected.tsx';
import { Waiting } from './waiting.tsx';
import { laterDialog } from '../later.tsx';

const RegistrationDialog = laterDialog(
  () => import('./registration/registration-dialog.tsx'),
  'RegistrationDialog',
);

/** /vendors/{hash}: offer of a person without an account (docs/product/offer.md#leads-offer). */
export function LeadOfferScreen() {
  const hash = usePathParam('hash');
  const query = useQuery(leadOfferQuery(hash));
  if (query.isPending) return <Waiting />;
  if (query.isError) return <OfferFailed error={query.error} />;
  const offer = query.data;
  if (!isApproved(offer)) {
    return <Rejected firstName={offer.profile.first_name} offer={offer} />;
  }
  return <ApprovedLead key={hash} hash={hash} offer={offer} />;
}

function ApprovedLead({ hash, offer }: { hash: string; offer: ApprovedOffer & Pick<LeadOffer, 'profile'> }) {
  const pack = useCountry();
  const go = useGo();
  const loggedIn = useLoggedIn();
  const customer = useProfileQuery(loggedIn).data;
  const [chosen, setChosen] = useState<Plan | null>(null);
  const { first_name, document_number, email } = offer.profile;
  return (
    <>
      <Approved
        offer={offer}
        source={leadPlans(hash)}
        firstName={first_name}
        hasMembership
        feedbackHash={hash}
        contact={{ setting: 'whatsapp-origination-lead', values: { first_name, document_number, hash } }}
        onContinue={(plan) => {
          // A logged-in person has an account: continue with the next step.
          if (loggedIn) go.to(customer ? nextPath(pack, customer) : paths.requestLoan());
          else setChosen(plan);
        }}
      />
      {chosen && (
        <RegistrationDialog hash={hash} email={email} option={chosen.id} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
