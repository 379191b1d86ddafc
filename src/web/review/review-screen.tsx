import { useState, useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { useCountry } from '../country.tsx';
import { FinishError } from '../finish/finish-error.tsx';
import { type Profile, useProfile } from '../profile.ts';
import { type Proposal, readProposal } from '../proposal.ts';
import { placeBeforeReview } from './place-before.ts';
import { ReviewForm } from './review-form.tsx';
import { useConfirm } from './use-confirm.ts';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useFromTop } from '../ui/scroll.ts';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { reviewTexts as texts } from './texts.ts';

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
  const [active, setActive] = useState<string | null>(null);
  // The profile learns of the new loan while this screen leaves: that is not 'an active loan bars the way'.
  if (confirmed) return <Forward to={paths.finish(confirmed)} />;
  if (active !== null) return <ConfirmedBefore id={active} />;
  const before = placeBeforeReview(pack, profile, proposal);
  if (before || !proposal) return <Forward to={before ?? paths.offer()} />;
  return <Review profile={profile} proposal={proposal} onConfirmed={setConfirmed} onActive={setActive} />;
}

/** The loan was confirmed in another tab or on another device; `id` is '' if unknown. */
function ConfirmedBefore({ id }: { id: string }) {
  const go = useGo();
  useFromTop();
  return (
    <Screen title={texts.confirmedBefore} intro={<p>{texts.confirmedBeforeIntro}</p>}>
      <Card>
        <p role="status">{texts.confirmedBeforeText}</p>
        <Button wide onClick={() => go.replace(id === '' ? paths.welcome() : paths.loan(id))}>
          {texts.seeLoan}
        </Button>
      </Card>
    </Screen>
  );
}

function Review({
  profile,
  proposal,
  onConfirmed,
  onActive,
}: {
  profile: Profile;
  proposal: Proposal;
  onConfirmed: (id: string) => void;
  onActive: (id: string) => void;
}) {
  const confirm = useConfirm({ onConfirmed, onActive });
  if (confirm.refused) return <FinishError message={confirm.refused} />;
  return <ReviewForm profile={profile} proposal={proposal} onConfirm={confirm.send} />;
}
