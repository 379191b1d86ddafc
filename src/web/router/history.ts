/** An address within the site. */
export interface Place {
  readonly pathname: string;
  /** With its '?'; '' when there is none. */
  readonly searchStr: string;
  /** With its '#'; '' when there is none. */
  readonly hash: string;
  /** Names the entry of the history: going back to it finds its scroll position by it. */
  readonly key: string;
}

/** Where the person is, and how to go elsewhere: the browser's history, or one address at build time. */
export interface History {
  readonly place: () => Place;
  /** Goes to an address; whoever follows is told. */
  readonly push: (href: string) => void;
  readonly replace: (href: string) => void;
  /** Replaces the address and tells nobody: a redirect of who is loading it anyway. */
  readonly correct: (href: string) => void;
  readonly back: () => void;
  readonly subscribe: (listener: () => void) => void;
}

function placeOf(href: string, key: string): Place {
  const { pathname, search, hash } = new URL(href, 'http://site');
  return { pathname, searchStr: search, hash, key };
}

const nothing = () => undefined;

/** A history of one address, for rendering at build time. */
export function fixedHistory(href: string): History {
  const place = placeOf(href, '');
  return {
    place: () => place,
    push: nothing,
    replace: nothing,
    correct: nothing,
    back: nothing,
    subscribe: nothing,
  };
}

const newKey = () => Math.random().toString(36).slice(2, 10);

function keyOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'key' in state ? String(state.key) : undefined;
}

const here = () => location.href.slice(location.origin.length);

/** The browser's history. */
export function browserHistory(): History {
  const listeners = new Set<() => void>();
  // Kept apart from the address bar, from which a one-time secret may have been taken out (hide-secret.ts).
  let place = placeOf(here(), keyOf(history.state) ?? newKey());
  history.replaceState({ key: place.key }, '');
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const put = (how: 'pushState' | 'replaceState', href: string) => {
    place = placeOf(href, newKey());
    history[how]({ key: place.key }, '', href);
  };
  addEventListener('popstate', ({ state }) => {
    const before = place;
    place = placeOf(here(), keyOf(state) ?? newKey());
    // A jump within the page is the browser's own.
    if (before.pathname !== place.pathname || before.searchStr !== place.searchStr || state !== null) tell();
  });
  return {
    place: () => place,
    push: (href) => {
      put('pushState', href);
      tell();
    },
    replace: (href) => {
      put('replaceState', href);
      tell();
    },
    correct: (href) => put('replaceState', href),
    back: () => history.back(),
    subscribe: (listener) => void listeners.add(listener),
  };
}
