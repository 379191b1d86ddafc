import { useSyncExternalStore } from 'react';
import { hasRunOut, isAlive, keptSession, type Session, sessionKey as key } from './kept-session.ts';
import { createStore, type Store } from './store.ts';
import { clearChoices, forgetCellphone } from './proposal.ts';
import { deviceStorage, type KeyValue, writeObject } from './storage.ts';

export type { Session } from './kept-session.ts';

const DAY_S = 86_400;

/** Session operations for the rest of the browser code. */
interface SessionStore extends Store<Session | null> {
  /** Keeps a new session on the device; the number that a link was sent to has done its work. */
  readonly login: (session: Session) => void;
  /**
   * Clears the session and the data that a logout clears (docs/product/signup-and-login.md#life). The caller revokes it
   * on the server.
   */
  readonly logout: () => void;
  /**
   * Clears a session after the server refused its token, or refused a call without one (null) because it had run out; a
   * session begun during the call stays.
   */
  readonly refuse: (token: string | null) => void;
  /** True if the last session ended by itself: refused or run out, also before this visit, and neither closed nor followed by another. */
  readonly hasEnded: () => boolean;
  /** The token, unless there is none or it has ended. */
  readonly token: () => string | null;
  /** Reads the device again: another tab has logged in or out. */
  readonly reload: () => void;
}

/** Session kept in `storage`; the clock in milliseconds is passed in. */
export function createSession(storage: KeyValue, now: () => number): SessionStore {
  const read = () => keptSession(storage, now());
  const store = createStore(read());
  let ended = hasRunOut(storage, now());
  const clear = (byItself: boolean) => {
    ended = byItself;
    storage.removeItem(key);
    clearChoices(storage);
    store.set(null);
  };
  return {
    ...store,
    login: ({ token, expired }) => {
      const given = { token, expired };
      ended = false;
      const begun: Session = isAlive(given, now()) ? given : { ...given, isServersToEnd: true };
      writeObject(storage, key, begun);
      forgetCellphone(storage);
      store.set(begun);
    },
    logout: () => clear(false),
    refuse: (token) => {
      const current = store.get();
      if (!current) return;
      const isOver = token === null ? !isAlive(current, now()) : current.token === token;
      if (isOver) clear(true);
    },
    hasEnded: () => ended,
    token: () => {
      const session = store.get();
      return session && isAlive(session, now()) ? session.token : null;
    },
    reload: () => {
      const session = read();
      if (session) ended = false;
      if (session?.token !== store.get()?.token) store.set(session);
    },
  };
}

export const session = createSession(deviceStorage, Date.now);

/**
 * Cookie that only shows the server that a session exists: a page for a logged-in person is not rendered as
 * for a visitor (decision 0079).
 */
function markSession(): void {
  const current = session.get();
  const leftMs = current ? Date.parse(current.expired) - Date.now() : 0;
  // Each page renews the mark.
  const seconds = current?.isServersToEnd ? DAY_S : Math.max(0, Math.round(leftMs / 1000));
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `cuota-session=1; path=/; max-age=${seconds}; samesite=lax${secure}`;
}

if (typeof window !== 'undefined') {
  // There is nothing to clear if there is no session, unless it has just ended.
  if (session.get() !== null) markSession();
  session.subscribe(markSession);
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) session.reload();
  });
}

let isDrawnLoggedIn = false;

/** Sets whether the page is rendered, or was before hydration, for a logged-in person. */
export function drawLoggedIn(isLoggedIn: boolean): void {
  isDrawnLoggedIn = isLoggedIn;
}

/** True if a customer is logged in on this device, followed across tabs. */
export function useLoggedIn(): boolean {
  return useSyncExternalStore(
    session.subscribe,
    () => session.token() !== null,
    () => isDrawnLoggedIn,
  );
}
