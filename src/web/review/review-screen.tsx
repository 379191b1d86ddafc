import { useState, useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { FinishError } from '../finish/finish-error.tsx';
import { type Profile, useProfile } from '../profile.ts';
import { type Proposal, readProposal } from '../proposal.ts';
import { placeBeforeReview } from './place-before.ts';
import { ReviewForm } from './review-form.tsx';
import { useConfirm } from './use-confirm.ts';
import { ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';

/** Redirects without a history entry; shows a placeholder meanwhile. */
function Forward({ to }: { to: string }) {
  const go = useGo();
  useEffect(() => go.replace(to), [go, to]);
  return <ScreenSkeleton shapes={['money', 'line', 'line', 'line', 'button']} />;
}

/** Review and confirm (docs/product/confirmation.md#review). Redirects a customer with open steps. */
export function ReviewScreen() {
  const profile = useProfile();
  const pack = useCountry();
  const [proposal] = useState(() => readProposal());
  const [confirmed, setConfirmed] = useState<string | null>(null);
  // The profile learns of the new loan while this screen leaves: that is not 'an active loan bars the way'.
  if (confirmed) return <Forward to={paths.finish(confirmed)} />;
  const before = placeBeforeReview(pack, profile, proposal);
  if (before || !proposal) return <Forward to={before ?? paths.offer()} />;
  return <Review profile={profile} proposal={proposal} onConfirmed={setConfirmed} />;
}

function Review({
  profile,
  proposal,
  onConfirmed,
}: {
  profile: Profile;
  proposal: Proposal;
  onConfirmed: (id: string) => void;
}) {
  const confirm = useConfirm(onConfirmed);
  if (confirm.refused) return <FinishError message={confirm.refused} />;
  return <ReviewForm profile={profile} proposal={proposal} onConfirm={confirm.send} />;
}
