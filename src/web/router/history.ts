/** An address within the site. */
export interface Place {
  readonly pathname: string;
  /** Includes '?'; '' if empty. */
  readonly searchStr: string;
  /** Includes '#'; '' if empty. */
  readonly hash: string;
  /** Names the entry of the history: going back to it finds its scroll position by it. */
  readonly key: string;
}

/** Current address and navigation: the browser's history, or one fixed address at build time. */
export interface History {
  readonly place: () => Place;
  /** Navigates and notifies the listeners. */
  readonly push: (href: string) => void;
  readonly replace: (href: string) => void;
  /** Replaces the address without telling the listeners: for a redirect while the address is loading. */
  readonly correct: (href: string) => void;
  readonly back: () => void;
  readonly subscribe: (listener: () => void) => void;
  /**
   * While an overlay is open, going back closes it (the newest one) and stays on the page.
   * @param close asks it to close; false if it cannot
   * @returns function to call once it has closed by any means
   */
  readonly holdBack: (close: () => boolean) => () => void;
}

function placeOf(href: string, key: string): Place {
  // Two slashes would begin another host, and so would backslashes, which mean the same.
  const { pathname, search, hash } = new URL(href.replace(/^[/\\]+/, '/'), 'http://site');
  return { pathname, searchStr: search, hash, key };
}

const nothing = () => undefined;

/** A history of one address, for rendering outside a browser: a page that leads elsewhere is not drawn. */
export function fixedHistory(href: string): History {
  const place = placeOf(href, '');
  return {
    place: () => place,
    push: nothing,
    replace: nothing,
    correct: (to) => {
      throw new Error(`${href} leads to ${to}`);
    },
    back: nothing,
    subscribe: nothing,
    holdBack: () => nothing,
  };
}

const newKey = () => Math.random().toString(36).slice(2, 10);

function keyOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : undefined;
}

const here = () => location.href.slice(location.origin.length);

const isGuard = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'guard' in state && state.guard === true;

/**
 * Browser history. While a dialog is open, a second entry of the same page, the guard, follows the page's own: going
 * back then ends on the page itself, which closes the dialog. A guard of a dialog closed by other means stays until it
 * is reused, becomes the next page, or is skipped on the way back.
 */
export function browserHistory(): History {
  const listeners = new Set<() => void>();
  /** Open overlays, newest last. */
  const closers: (() => boolean)[] = [];
  /** Entries that were left by a replacement made on their guard; they are not shown again. */
  const stale = new Set<string>();
  // Separate from the address bar, since a one-time secret may have been removed from it (login/addresses.ts).
  let place = placeOf(here(), keyOf(history.state) ?? newKey());
  let onGuard = isGuard(history.state);
  history.replaceState({ key: place.key, guard: onGuard }, '');
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const put = (how: 'pushState' | 'replaceState', href: string) => {
    place = placeOf(href, newKey());
    onGuard = false;
    history[how]({ key: place.key }, '', href);
  };
  const guard = () => {
    if (onGuard) return;
    onGuard = true;
    history.pushState({ key: place.key, guard: true }, '');
  };
  /** Going back from the guard to its page: closes the newest overlay, or goes on to the previous page. */
  const stepBack = () => {
    const close = closers.at(-1);
    if (close === undefined) return history.back();
    const isLast = closers.length === 1;
    const closes = close();
    if (!closes || !isLast) guard();
  };

  addEventListener('popstate', ({ state }) => {
    const before = place;
    const wasOnGuard = onGuard;
    const key = keyOf(state);
    if (key !== undefined && stale.has(key)) return history.back();
    onGuard = isGuard(state);
    if (key === before.key) return wasOnGuard && !onGuard ? stepBack() : undefined;
    place = placeOf(here(), key ?? newKey());
    // A jump within the page is the browser's own.
    if (before.pathname !== place.pathname || before.searchStr !== place.searchStr || state !== null) tell();
  });
  return {
    place: () => place,
    push: (href) => {
      put(onGuard ? 'replaceState' : 'pushState', href);
      tell();
    },
    replace: (href) => {
      const wasOnGuard = onGuard;
      if (wasOnGuard) stale.add(place.key);
      put('replaceState', href);
      // The dialog may stay open over the new address.
      if (wasOnGuard && closers.length > 0) guard();
      tell();
    },
    correct: (href) => put('replaceState', href),
    back: () => history.back(),
    subscribe: (listener) => void listeners.add(listener),
    holdBack: (close) => {
      closers.push(close);
      guard();
      return () => void closers.splice(closers.indexOf(close), 1);
    },
  };
}
