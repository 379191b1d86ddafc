import { useCountry } from '../country.tsx';
import { LegalContent } from '../shell/legal-content.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../../ui/tag.tsx';
import { useRoundMoney } from '../ui/use-money.ts';
import type { DrawState } from './draw-store.ts';
import { drawTexts as texts } from './texts.ts';

/** Description of the draw, or its end, with the conditions below. */
export function DrawDialog({ state, onClose }: { state: DrawState; onClose: () => void }) {
  const money = useRoundMoney();
  const { drawPrize } = useCountry().amounts;
  return (
    <Dialog open onClose={onClose} title={texts.title}>
      {state === 'ended' ? (
        <Notice title={texts.ended}>{texts.endedNote}</Notice>
      ) : (
        <Notice tone="good" title={state === 'early' ? texts.early : undefined}>
          {texts.running(money(drawPrize))}
        </Notice>
      )}
      <LegalContent text="sorteo" />
    </Dialog>
  );
}
