import { type Guard, type LazyComponent, lazyScreen, Redirect, type Route } from '../router/route.ts';

type ScreenOptions = Pick<Route, 'guard' | 'title' | 'menuHidden' | 'columns'>;

/** Layout of screens with server requests. */
const withQueries = lazyScreen(() => import('./query-layout.tsx'), 'QueryLayout');

/** A first screen, which loads without the code for queries: such a screen makes its calls by itself. */
export const firstScreen = (path: string, component: LazyComponent, options: ScreenOptions = {}): Route => ({
  path,
  screen: component,
  ...options,
});

/** A screen that asks the server for something. */
export const screen = (path: string, component: LazyComponent, options: ScreenOptions = {}): Route => ({
  ...firstScreen(path, component, options),
  layout: withQueries,
});

/** Leads to another address at once. */
export const elsewhere =
  (to: string): Guard =>
  () => {
    throw new Redirect(to);
  };
