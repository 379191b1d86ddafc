import type { Settings } from '../../settings.ts';

/** Address and token of the configured Chatwoot, or null. */
export function widgetOf(settings: Settings): { baseUrl: string; websiteToken: string } | null {
  const { 'chatwoot-base-url': baseUrl, 'chatwoot-website-token': websiteToken } = settings;
  return baseUrl && websiteToken ? { baseUrl, websiteToken } : null;
}

/** True if a chat is staffed; otherwise the chat channel is a message answered by e-mail. */
export function hasChatProvider(settings: Settings): boolean {
  return widgetOf(settings) !== null || Boolean(settings['chat-url']);
}
