import { useEffect } from 'react';
import { paths } from '../../contract/paths.ts';
import { FAILED_LOOKUP_REDIRECT_MS } from '../timings.ts';
import { track } from '../analytics.ts';
import { messageOf } from '../../ui/api-failure.ts';
import { Link } from '../shell/link.tsx';
import { Screen } from '../shell/screen.tsx';
import { useGo } from '../shell/use-go.ts';
import { Card } from '../ui/card.tsx';
import { Notice } from '../../ui/tag.tsx';
import { offerTexts as texts, rejectedTexts } from './texts.ts';

/** An offer that could not be loaded leads to sign-up after two seconds (docs/product/offer.md#loading). */
export function OfferFailed({ error }: { error: Error }) {
  const go = useGo();
  useEffect(() => {
    track('offer_failed');
    const timer = setTimeout(() => go.replace(paths.signup()), FAILED_LOOKUP_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [go]);
  return (
    <Screen title={texts.failed} intro={<p>{texts.failedNext}</p>}>
      <Card>
        <Notice tone="bad" urgent title={messageOf(error)} />
        <Link to={paths.signup()}>{rejectedTexts.home}</Link>
      </Card>
    </Screen>
  );
}
