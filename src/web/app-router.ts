import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routes.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { ScreenSkeleton } from './shell/screen.tsx';

/** A page that loads longer than this shows its skeleton, milliseconds. */
const pendingMs = 250;

/** The router over a history: the browser's, or one in memory at build time. */
export function createAppRouter(history: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    // Query values stay the text they are: a document number is no number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (values) => {
      const pairs = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]);
      const search = new URLSearchParams(pairs).toString();
      return search ? `?${search}` : '';
    },
    // While rendering at build time it would add an inline script, which our policy refuses.
    scrollRestoration: typeof window !== 'undefined',
    defaultPreload: false,
    defaultPendingMs: pendingMs,
    defaultPendingComponent: ScreenSkeleton,
    defaultErrorComponent: ErrorPage,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
