import { type KeyValue, tabStorage } from './storage.ts';

/**
 * The channels (docs/product/signup-and-login.md#channels): the site itself and three partners. Each one's
 * name is its application token's default.
 */
type Channel = 'web' | 'rappi' | 'victor-hogar' | 'plataforma-10';

const key = 'cuota.channel';
const partners: readonly string[] = ['rappi', 'victor-hogar', 'plataforma-10'];

/** Partner of this sign-up route, or null. */
function channelOfPath(pathname: string): Channel | null {
  const name = pathname.replace(/^\/|\/$/g, '');
  return partners.includes(name) ? (name as Channel) : null;
}

/** Entering a partner's route sets the channel of all later calls of this tab. */
export function enterChannel(pathname: string, storage: KeyValue = tabStorage): void {
  const channel = channelOfPath(pathname);
  if (channel) storage.setItem(key, channel);
}

/** Value of `X-Application-Token`. */
export function applicationToken(storage: KeyValue = tabStorage): Channel {
  return channelOfPath(storage.getItem(key) ?? '') ?? 'web';
}
