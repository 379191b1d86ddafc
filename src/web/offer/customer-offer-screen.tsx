import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { useProfile } from '../profile.ts';
import { useGo } from '../shell/use-go.ts';
import { Approved } from './approved.tsx';
import { OfferFailed } from './failed.tsx';
import { nextPath } from './next-path.ts';
import { customerOfferQuery, customerPlans, isApproved } from './offer-source.ts';
import { Rejected } from './rejected.tsx';
import { Waiting } from './waiting.tsx';

/** /oferta-comercial: the offer of a customer (docs/product/offer.md#customers-offer). */
export function CustomerOfferScreen() {
  const pack = useCountry();
  const go = useGo();
  const profile = useProfile();
  const query = useQuery(customerOfferQuery);
  if (query.isPending) return <Waiting />;
  if (query.isError) return <OfferFailed error={query.error} />;
  const offer = query.data;
  const { first_name, account_information, hash, credit_rating } = profile;
  if (!isApproved(offer)) return <Rejected firstName={first_name} offer={offer} />;
  const loan = credit_rating.active_loan;
  const { document_number } = account_information;
  return (
    <Approved
      offer={offer}
      source={customerPlans}
      firstName={first_name}
      hasMembership={profile.has_membership_enabled}
      feedbackHash={hash}
      contact={{ setting: 'whatsapp-origination', values: { first_name, document_number, hash } }}
      onContinue={() => go.to(nextPath(pack, profile))}
      onSeeLoan={loan === null ? undefined : () => go.to(paths.loan(loan))}
    />
  );
}
