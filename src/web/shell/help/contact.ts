import { isOn } from '../../../countries/switch-value.ts';
import type { Settings } from '../../settings.ts';

/** The settings that hold a WhatsApp contact (docs/product/shell.md#environment-settings). */
export type ContactSetting =
  | 'whatsapp-origination-lead'
  | 'whatsapp-origination'
  | 'whatsapp-origination-loan-pending'
  | 'whatsapp-support'
  | 'whatsapp-autogestion';

/** Available support channel: the configured one, or none out of office (docs/product/shell.md#support). */
export function contactChannel(settings: Settings, setting: ContactSetting): 'whatsapp' | 'chat' | null {
  const away =
    isOn(settings['whatsapp-out-of-office']) ||
    (setting.startsWith('whatsapp-origination') && isOn(settings['whatsapp-origination-out-of-office']));
  if (away) return null;
  if (settings.channel?.toLowerCase().includes('chat')) return 'chat';
  return settings[setting] ? 'whatsapp' : null;
}

/** Address and token of the configured Chatwoot, or null. */
export function widgetOf(settings: Settings): { baseUrl: string; websiteToken: string } | null {
  const { 'chatwoot-base-url': baseUrl, 'chatwoot-website-token': websiteToken } = settings;
  return baseUrl && websiteToken ? { baseUrl, websiteToken } : null;
}

/** True if a chat is staffed; otherwise the chat channel is a message answered by e-mail. */
export function hasChatProvider(settings: Settings): boolean {
  return widgetOf(settings) !== null || Boolean(settings['chat-url']);
}
