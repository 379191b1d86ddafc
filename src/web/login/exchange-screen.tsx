import { Screen } from '../shell/screen.tsx';
import { Card } from '../ui/card.tsx';
import { SkeletonGroup } from '../../ui/skeleton.tsx';
import { exchangeTexts as texts } from './texts.ts';

/** Shown while a link is exchanged. */
export function ExchangeScreen() {
  return (
    <Screen title={texts.title} intro={<p role="status">{texts.wait}</p>}>
      <Card>
        <SkeletonGroup shapes={['title', 'line', 'line', 'button']} />
      </Card>
    </Screen>
  );
}
