import type { KeyboardEvent } from 'react';
import { useSettings } from '../../settings.ts';
import { shellTexts } from '../../text/shared.ts';
import { helpTexts as texts } from './texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CloseButton } from '../../../ui/close-button.tsx';
import { hasChatProvider } from './contact.ts';
import css from './teaser-card.module.css';

/** A line and a button above the bottom bar. It takes no focus, and the chat opens only when asked for. */
export function TeaserCard({ onAsk, onClose }: { onAsk: () => void; onClose: () => void }) {
  const isAnswered = hasChatProvider(useSettings());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="dialog" aria-label={shellTexts.help} className={css.teaser} onKeyDown={onKeyDown}>
      <p className={css.words}>{isAnswered ? texts.teaserChat : texts.teaserForm}</p>
      <CloseButton className={css.close} onClick={onClose} />
      <Button small className={css.ask} onClick={onAsk}>
        {isAnswered ? texts.openChat : texts.formTitle}
      </Button>
    </div>
  );
}
