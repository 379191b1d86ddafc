import { useQuery } from '@tanstack/react-query';
import { paths } from '../../contract/paths.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { useProfileQuery } from '../profile.ts';
import { useLoggedIn } from '../session.ts';
import { NotLoaded } from '../shell/not-loaded.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Landing } from './landing.tsx';
import { referralQuery } from './referral-query.ts';
import { referralTexts as texts } from './texts.ts';

/**
 * Referral landing: for a customer only, by their own legal number (docs/product/borrowers-area.md#landing).
 */
export function ReferralScreen() {
  const loggedIn = useLoggedIn();
  const profile = useProfileQuery(loggedIn);
  const account = profile.data?.account_information;
  const number = account?.legal_number || account?.document_number || '';
  const query = useQuery({ ...referralQuery(number), enabled: loggedIn && number !== '' });
  if (query.data) return <Landing referral={query.data} />;
  const error = profile.error ?? query.error;
  if (!loggedIn || error) {
    const isPassing = error instanceof ApiFailure && error.passing;
    return isPassing && loggedIn ? (
      <NotLoaded
        title={texts.notFoundTitle}
        message={messageOf(error)}
        retry={() => void (profile.error ? profile : query).refetch()}
      />
    ) : (
      <NotFound isLoggedIn={loggedIn} />
    );
  }
  return <ScreenSkeleton shapes={['money', 'line', 'button', 'field', 'line', 'line', 'line']} />;
}

/** No profile to show. */
function NotFound({ isLoggedIn }: { isLoggedIn: boolean }) {
  const go = useGo();
  return (
    <Screen title={texts.notFoundTitle}>
      <Card>
        <p role="alert">{texts.notFound}</p>
        {!isLoggedIn && <p>{texts.notFoundNext}</p>}
        <Button wide onClick={() => go.to(paths.login({ redirectTo: paths.referral() }))}>
          {texts.back}
        </Button>
      </Card>
    </Screen>
  );
}
