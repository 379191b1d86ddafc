import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { applyTexts as texts } from './texts.ts';

/** Shown when a list fails to load. */
export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="bad" urgent>
      <p>{texts.listFailed}</p>
      <Button small kind="text" onClick={onRetry}>
        {texts.retry}
      </Button>
    </Notice>
  );
}
