import type { ComponentType, ReactNode } from 'react';
import { createStore, type Store } from '../store.ts';
import type { History, Place } from './history.ts';
import { type Match, matchRoute, Redirect, type Route } from './route.ts';
import { readObject, tabStorage, writeObject } from '../storage.ts';

const storageKey = 'scroll';
/** Older pages are forgotten, so that a long visit does not fill the storage. */
const mostKept = 50;

/** Scroll position of each history entry: going back restores it, a new page starts at its top. */
function createScroll() {
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

/** Page on the screen. */
interface Shown extends Match {
  readonly Screen: ComponentType;
  readonly Layout: ComponentType<{ children: ReactNode }> | undefined;
}

export interface RouterState {
  /** Address of the shown page; while the first page loads, of that page. */
  readonly location: Place;
  readonly shown: Shown | null;
  /** Page being loaded, or the last one loaded. */
  readonly coming: Route | null;
  readonly isLoading: boolean;
  /** Loading takes so long that the old page is put away. */
  readonly isSlow: boolean;
  /** The page could not be loaded. */
  readonly hasFailed: boolean;
}

export interface Rendered {
  readonly fromLocation: Place | undefined;
  readonly pathChanged: boolean;
}

interface RouterOptions {
  readonly routes: readonly Route[];
  readonly history: History;
  /** A page that loads longer than this is shown as on its way, milliseconds. */
  readonly pendingMs: number;
}

/** Finds the route of an address, asks its guard and fetches its code. */
async function prepare(routes: readonly Route[], place: Place): Promise<Shown> {
  const { route, params } = matchRoute(routes, place.pathname);
  const code = Promise.all([route.screen?.load(), route.layout?.load()]);
  // Fetched while the guard asks. Of a page that is not shown it does not matter whether it came.
  code.catch(() => undefined);
  await route.guard?.(place);
  const [Screen, Layout] = await code;
  if (!Screen) throw new Error(`${route.path} leads nowhere`);
  return { route, params, Screen, Layout };
}

/**
 * Brings the page of the current address into the state. Of several loads under way only the last counts.
 * @returns loads it; done when it, or a later one, is there
 */
function createLoader(
  { routes, history, pendingMs }: RouterOptions,
  state: Store<RouterState>,
  onStart: (place: Place) => void,
) {
  let last: Promise<void> = Promise.resolve();
  let turn = 0;
  const set = (change: Partial<RouterState>) => state.set({ ...state.get(), ...change });

  function load(): Promise<void> {
    turn += 1;
    last = show(turn);
    return last;
  }

  async function show(mine: number): Promise<void> {
    const place = history.place();
    onStart(place);
    set({ isLoading: true, coming: matchRoute(routes, place.pathname).route });
    const slow = setTimeout(() => mine === turn && set({ isSlow: true }), pendingMs);
    try {
      const shown = await prepare(routes, place);
      if (mine !== turn) return await last;
      set({ location: place, shown, isLoading: false, isSlow: false, hasFailed: false });
    } catch (error) {
      if (mine !== turn) return await last;
      if (error instanceof Redirect) {
        history.correct(error.to);
        return await load();
      }
      if (!reloadOnce()) set({ isLoading: false, isSlow: false, hasFailed: true });
    } finally {
      clearTimeout(slow);
    }
  }

  return load;
}

/** Router: current address, shown page, and subscriptions. */
export function createRouter(options: RouterOptions) {
  const { routes, history } = options;
  const location = history.place();
  const state = createStore<RouterState>({
    location,
    shown: null,
    coming: null,
    isLoading: false,
    isSlow: false,
    hasFailed: false,
  });
  const scroll = createScroll();
  const before = new Set<(to: Place) => void>();
  const after = new Set<(rendered: Rendered) => void>();
  let rendered: Place | undefined;
  const load = createLoader(options, state, (place) => {
    for (const listener of before) listener(place);
    if (state.get().shown) scroll.keep(state.get().location.key);
  });
  history.subscribe(() => void load());

  return {
    history,
    state,
    load,
    /** Asks the guard of the current page once more and tries again what failed. */
    invalidate: load,
    /** Fetches the code of an address's page, asking no guard. */
    async preload(pathname: string): Promise<void> {
      const { route } = matchRoute(routes, pathname);
      await Promise.all([route.screen?.load(), route.layout?.load()]);
    },
    onBeforeLoad: (listener: (to: Place) => void) => void before.add(listener),
    onRendered: (listener: (rendered: Rendered) => void) => void after.add(listener),
    /** To be called once the state is rendered. */
    settle(): void {
      const from = rendered;
      const to = state.get().location;
      if (from?.key === to.key) return;
      rendered = to;
      scroll.bring(to, from === undefined);
      const news = { fromLocation: from, pathChanged: from?.pathname !== to.pathname };
      for (const listener of after) listener(news);
    },
  };
}

export type Router = ReturnType<typeof createRouter>;

const reloadedKey = 'reloaded';

/**
 * Reloads the page if its code failed to load: a new release removed the old files. Once per address, and not offline,
 * where a reload would fail too.
 * @returns false if it was tried before or cannot help
 */
export function reloadOnce(): boolean {
  if (typeof window === 'undefined' || !navigator.onLine) return false;
  if (tabStorage.getItem(reloadedKey) === location.href) return false;
  tabStorage.setItem(reloadedKey, location.href);
  location.reload();
  return true;
}
