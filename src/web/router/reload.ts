import { tabStorage } from '../storage.ts';

const storageKey = 'reloaded';

/**
 * Fetches the whole page anew where its code could not be loaded: a new release has taken the old one's files
 * away. Once an address, and not while there is no network, which a new page would not find either.
 * @returns false when it was tried before or cannot help
 */
export function reloadOnce(): boolean {
  if (typeof window === 'undefined' || !navigator.onLine) return false;
  if (tabStorage.getItem(storageKey) === location.href) return false;
  tabStorage.setItem(storageKey, location.href);
  location.reload();
  return true;
}
