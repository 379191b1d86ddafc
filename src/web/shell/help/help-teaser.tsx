import { useEffect, useSyncExternalStore } from 'react';
import { CHAT_OPENS_MS } from '../../timings.ts';
import { isOn } from '../../../countries/switch-value.ts';
import { later } from '../../later.tsx';
import { useSettings } from '../../settings.ts';
import { tabStorage } from '../../storage.ts';
import { contactChannel } from './contact.ts';
import { closeHelp, helpOpen, type HelpState, openHelp } from './help-store.ts';

// Fetched when it comes, if it comes at all; where it is lost, help is where it always is.
const TeaserCard = later(() => import('./teaser-card.tsx'), 'TeaserCard', { lost: closeHelp });

const closedKey = 'cuota.help-closed';

/** Once it was answered it does not come again in this tab. */
const answered = (act: () => void) => () => {
  tabStorage.setItem(closedKey, '1');
  act();
};

/** Opens 8 seconds after the chat's start with `chat-autostart` on, unless the person has closed it in this tab. */
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
  return <TeaserCard onAsk={answered(openHelp)} onClose={answered(closeHelp)} />;
}
