import { type KeyboardEvent, useEffect, useSyncExternalStore } from 'react';
import { CHAT_OPENS_MS } from '../../countries/constants.ts';
import { isOn } from '../../countries/switch-value.ts';
import { useSettings } from '../settings.ts';
import { tabStorage } from '../storage.ts';
import { helpTexts as texts, shellTexts } from '../text/shared.ts';
import { Button } from '../ui/button.tsx';
import { hasChatProvider } from './chat-provider.ts';
import { contactChannel } from './contact.ts';
import { closeHelp, helpOpen, type HelpState, openHelp } from './help-store.ts';
import css from './help-teaser.module.css';

const closedKey = 'cuota.help-closed';

/** Once it was answered it does not come again in this tab. */
const answered = (act: () => void) => () => {
  tabStorage.setItem(closedKey, '1');
  act();
};

/**
 * What opens by itself 8 seconds after the chat's start with `chat-autostart` on, unless this tab's person has closed
 * it before: a line and a button above the bottom bar. It takes no focus, and the chat opens only when asked for.
 */
export function HelpTeaser() {
  const open = useSyncExternalStore(helpOpen.subscribe, helpOpen.get, (): HelpState => 'closed');
  const settings = useSettings();
  const hasChat = contactChannel(settings, 'whatsapp-support') === 'chat';
  const startsItself = hasChat && isOn(settings['chat-autostart']);

  useEffect(() => {
    if (!startsItself || tabStorage.getItem(closedKey)) return;
    const timer = setTimeout(() => {
      if (helpOpen.get() === 'closed') helpOpen.set('by-itself');
    }, CHAT_OPENS_MS);
    return () => clearTimeout(timer);
  }, [startsItself]);

  if (open !== 'by-itself') return null;
  const isAnswered = hasChatProvider(settings);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') answered(closeHelp)();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="dialog" aria-label={shellTexts.help} className={css.teaser} onKeyDown={onKeyDown}>
      <p className={css.words}>{isAnswered ? texts.teaserChat : texts.teaserForm}</p>
      <Button small onClick={answered(openHelp)}>
        {isAnswered ? texts.openChat : texts.formTitle}
      </Button>
      <button type="button" className={css.close} aria-label="Cerrar" onClick={answered(closeHelp)}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path
            d="M6 6l12 12M18 6L6 18"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.2"
            strokeLinecap="round"
          />
        </svg>
      </button>
    </div>
  );
}
