import { PromotionBanner } from '../../promotion/promotion.tsx';
import css from './floating.module.css';
import { isFirstPlace, usePlace, isLeadPlace, isOnboardingPlace } from '../place.ts';
import { useEffect, useSyncExternalStore, useState } from 'react';
import { CHAT_OPENS_MS } from '../../timings.ts';
import { isOn } from '../../../countries/switch-value.ts';
import { later } from '../../later.tsx';
import { useSettings, onboardingDelayMs } from '../../settings.ts';
import { tabStorage } from '../../storage.ts';
import { contactChannel } from './contact.ts';
import { closeHelp, helpOpen, type HelpState, openHelp } from './help-store.ts';

const OnboardingButton = later(() => import('./onboarding-button.tsx'), 'OnboardingButton', {
  lost: () => undefined,
});

/**
 * WhatsApp button for slow applicants: appears `whatsapp-onboarding-top` seconds after arrival, 120000 ms if that is no
 * number, never for 0 (docs/product/shell.md#onboarding-button). Hidden out of office.
 */
function OnboardingContact() {
  const settings = useSettings();
  const place = usePlace();
  const [due, setDue] = useState(false);
  // The contact and the delay are unknown until the settings arrive.
  const known = Object.keys(settings).length > 0;
  const delay = known ? onboardingDelayMs(settings['whatsapp-onboarding-top']) : null;
  const waits = isOnboardingPlace(place);

  useEffect(() => {
    if (delay === null || !waits) return;
    const timer = setTimeout(() => setDue(true), delay);
    return () => clearTimeout(timer);
  }, [delay, waits]);

  const setting = isLeadPlace(place) ? 'whatsapp-origination-lead' : 'whatsapp-origination';
  if (!due || !waits || delay === null || contactChannel(settings, setting) !== 'whatsapp') return null;
  return <OnboardingButton setting={setting} />;
}

// Fetched when it comes, if it comes at all; where it is lost, help is where it always is.
const TeaserCard = later(() => import('./teaser-card.tsx'), 'TeaserCard', { lost: closeHelp });

const closedKey = 'cuota.help-closed';

/** Once it was answered it does not come again in this tab. */
const answered = (act: () => void) => () => {
  tabStorage.setItem(closedKey, '1');
  act();
};

/** Opens 8 seconds after the chat's start with `chat-autostart` on, unless the person has closed it in this tab. */
function HelpTeaser() {
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

/** Floats above the bottom bar unasked; nothing on the page moves for it. */
export function Floating() {
  const place = usePlace();
  return (
    <div className={css.floating} data-floating="">
      <HelpTeaser />
      <OnboardingContact />
      {isFirstPlace(place) && <PromotionBanner />}
    </div>
  );
}
