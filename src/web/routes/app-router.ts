import type { History } from '../router/history.ts';
import { createRouter, type Router } from '../router/router.ts';
import type { Route } from '../router/route.ts';
import { routes as allRoutes } from './routes.tsx';

/** A page that loads longer than this shows its skeleton, milliseconds. */
const pendingMs = 250;

/** The router over a history: the browser's, or a fixed one at build time. */
export function createAppRouter(history: History, routes: readonly Route[] = allRoutes): Router {
  return createRouter({ routes, history, pendingMs });
}

export type AppRouter = Router;
