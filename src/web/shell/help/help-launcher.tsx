import { useEffect, useState, useSyncExternalStore } from 'react';
import { laterDialog } from '../../later.tsx';
import { useSettings } from '../../settings.ts';
import { widgetOf, contactChannel } from './contact.ts';
import { closeHelp, helpOpen, type HelpState, refusalShown } from './help-store.ts';

const HelpDialog = laterDialog(() => import('./help-dialog.tsx'), 'HelpDialog');

/** Requested help: the configured chat widget, or the built-in panel. */
export function HelpLauncher() {
  const open = useSyncExternalStore(helpOpen.subscribe, helpOpen.get, (): HelpState => 'closed');
  const refusal = useSyncExternalStore(refusalShown.subscribe, refusalShown.get, () => null);
  const settings = useSettings();
  const hasChat = contactChannel(settings, 'whatsapp-support') === 'chat';
  // After a refusal the panel opens, since it repeats the refusal; it offers the chat below.
  const widget = hasChat && refusal === null ? widgetOf(settings) : null;
  const usesWidget = useWidget(widget, open === 'asked');
  if (open !== 'asked' || usesWidget) return null;
  return <HelpDialog refusal={refusal} onClose={closeHelp} />;
}

/** Opens the widget when asked. False where there is none, or it cannot be reached: then the panel takes its place. */
function useWidget(widget: ReturnType<typeof widgetOf>, asked: boolean): boolean {
  const [broken, setBroken] = useState(false);
  const baseUrl = widget?.baseUrl;
  const websiteToken = widget?.websiteToken;
  const usable = baseUrl !== undefined && websiteToken !== undefined && !broken;

  useEffect(() => {
    if (!asked || !usable) return;
    import('./chatwoot.ts')
      .then(async ({ openChatwoot }) => openChatwoot({ baseUrl, websiteToken }))
      .then(closeHelp, () => setBroken(true));
  }, [asked, usable, baseUrl, websiteToken]);

  return usable;
}
