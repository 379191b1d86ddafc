import { useEffect, useState, useSyncExternalStore } from 'react';
import { CHAT_OPENS_MS } from '../../countries/constants.ts';
import { isOn } from '../../countries/switch-value.ts';
import { type Settings, useSettings } from '../settings.ts';
import { tabStorage } from '../storage.ts';
import { contactChannel } from './contact.ts';
import { closeHelp, helpOpen, type HelpState } from './help-store.ts';
import { laterDialog } from '../later.tsx';

const HelpDialog = laterDialog(
  () => import('./help-dialog.tsx'),
  'HelpDialog',
  ({ beside }) => !beside,
);

const closedKey = 'cuota.help-closed';

/** Address and token of the configured Chatwoot, or null: then the built-in panel answers. */
function widgetOf(settings: Settings): { baseUrl: string; websiteToken: string } | null {
  const { 'chatwoot-base-url': baseUrl, 'chatwoot-website-token': websiteToken } = settings;
  return baseUrl && websiteToken ? { baseUrl, websiteToken } : null;
}

/**
 * Opens the support chat: the configured widget, or the built-in panel. By itself 8 seconds after the chat's
 * start with `chat-autostart` on (A §1), unless this tab's person has closed it before.
 */
export function HelpLauncher() {
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

  const widget = hasChat ? widgetOf(settings) : null;
  const usesWidget = useWidget(widget, open !== 'closed');
  if (open === 'closed' || usesWidget) return null;
  return (
    <HelpDialog
      beside={open === 'by-itself'}
      onClose={() => {
        tabStorage.setItem(closedKey, '1');
        closeHelp();
      }}
    />
  );
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
