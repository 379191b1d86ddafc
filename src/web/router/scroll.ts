import { readObject, tabStorage, writeObject } from '../storage.ts';
import type { Place } from './history.ts';

const storageKey = 'scroll';
/** Older pages are forgotten, so that a long visit does not fill the storage. */
const mostKept = 50;

/** Scroll position of each history entry: going back restores it, a new page starts at its top. */
export function createScroll() {
  if (typeof window === 'undefined') return { keep: () => undefined, bring: () => undefined };
  history.scrollRestoration = 'manual';
  const positions = new Map(Object.entries(readObject(tabStorage, storageKey) ?? {}));
  let current = '';
  const keep = (key: string) => {
    positions.delete(key);
    positions.set(key, window.scrollY);
    for (const old of Array.from(positions.keys()).slice(0, -mostKept)) positions.delete(old);
  };
  addEventListener('pagehide', () => {
    keep(current);
    writeObject(tabStorage, storageKey, Object.fromEntries(positions));
  });
  return {
    /** Notes the position of the page that is about to be left. */
    keep,
    /**
     * Brings a page that has just been shown to where it was, to its mark, or to its top. The first one may
     * have been scrolled before the script came.
     */
    bring({ key, hash }: Place, isFirst: boolean): void {
      current = key;
      const known = positions.get(key);
      const mark = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
      if (typeof known === 'number') window.scrollTo({ top: known, behavior: 'instant' });
      else if (mark) mark.scrollIntoView();
      else if (!isFirst) window.scrollTo({ top: 0, behavior: 'instant' });
    },
  };
}
