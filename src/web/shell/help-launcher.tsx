import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { CHAT_OPENS_MS } from '../../countries/constants.ts';
import { isOn, useSettings } from '../settings.ts';
import { contactChannel } from './contact.ts';
import { helpOpen } from './help-store.ts';

const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }));

/** The help panel, fetched when first opened; by itself 8 seconds after the start with `chat-autostart` on (A §1). */
export function HelpLauncher() {
  const open = useSyncExternalStore(helpOpen.subscribe, helpOpen.get, () => false);
  const settings = useSettings();
  const startsItself =
    isOn(settings['chat-autostart']) && contactChannel(settings, 'whatsapp-support') === 'chat';

  useEffect(() => {
    if (!startsItself) return;
    const timer = setTimeout(() => helpOpen.set(true), CHAT_OPENS_MS);
    return () => clearTimeout(timer);
  }, [startsItself]);

  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <HelpDialog onClose={() => helpOpen.set(false)} />
    </Suspense>
  );
}
