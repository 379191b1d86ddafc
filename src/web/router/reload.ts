import { tabStorage } from '../storage.ts';

const storageKey = 'reloaded';

/**
 * Reloads the page if its code failed to load: a new release removed the old files. Once per address, and not offline,
 * where a reload would fail too.
 * @returns false if it was tried before or cannot help
 */
export function reloadOnce(): boolean {
  if (typeof window === 'undefined' || !navigator.onLine) return false;
  if (tabStorage.getItem(storageKey) === location.href) return false;
  tabStorage.setItem(storageKey, location.href);
  location.reload();
  return true;
}
