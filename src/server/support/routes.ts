import type { Route } from '../platform/http/route.ts';
import { suggestionRoute } from './suggestions.ts';
import { ownTicketRoutes, type FileDependencies } from './tickets/service.ts';

/** Messages to the lender, and their answers. */
export function supportRoutes(deps: FileDependencies): Route[] {
  return [suggestionRoute(deps), ...ownTicketRoutes(deps)];
}
