import { useEffect, useState } from 'react';
import { onboardingDelayMs, useSettings } from '../../settings.ts';
import { contactChannel } from './contact.ts';
import { isLeadPlace, isOnboardingPlace, usePlace } from '../place.ts';
import { later } from '../../later.tsx';

const OnboardingButton = later(() => import('./onboarding-button.tsx'), 'OnboardingButton', {
  lost: () => undefined,
});

/**
 * WhatsApp button for slow applicants: appears `whatsapp-onboarding-top` seconds after arrival, 120000 ms if that is no
 * number, never for 0 (docs/product/shell.md#onboarding-button). Hidden out of office.
 */
export function OnboardingContact() {
  const settings = useSettings();
  const place = usePlace();
  const [due, setDue] = useState(false);
  // Without settings there is no contact and no delay.
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
