import { useRouterState } from '../router/context.ts';

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
