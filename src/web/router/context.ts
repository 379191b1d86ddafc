import { type ComponentType, createContext, use, useSyncExternalStore } from 'react';
import type { Route } from './route.ts';
import type { Router, RouterState } from './router.ts';

export interface Routing {
  /** Shown while a page is on its way. */
  readonly pending: ComponentType<Pick<Route, 'columns'>>;
  /** Shown where a page broke; `reset` draws it again. */
  readonly broken: ComponentType<{ reset?: () => void }>;
}

export const RouterContext = createContext<Router | null>(null);

export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error('useRouter outside RouterContext');
  return router;
}

/** Selects from the router's state; `select` must return the same value for the same state. */
export function useRouterState<T>({ select }: { select: (state: RouterState) => T }): T {
  const { state } = useRouter();
  const read = () => select(state.get());
  return useSyncExternalStore(state.subscribe, read, read);
}

const never = () => () => undefined;

/** False in the HTML rendered at build time and while React takes it over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** A parameter of the current address; '' when the route has none of that name. */
export function usePathParam(name: string): string {
  return useRouterState({ select: (state) => state.shown?.params[name] ?? '' });
}

/** A query value of the current address as it is written there, or null. */
export function useQueryValue(name: string): string | null {
  return useRouterState({ select: (state) => new URLSearchParams(state.location.searchStr).get(name) });
}

/** The whole query of the current address without its '?'. */
export function useQueryText(): string {
  return useRouterState({ select: (state) => state.location.searchStr.replace(/^\?/, '') });
}
