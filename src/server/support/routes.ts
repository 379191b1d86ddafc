import type { Dependencies } from '../dependencies.ts';
import type { Route } from '../platform/http/route.ts';
import { suggestionRoute } from './suggestions.ts';
import { ownTicketRoutes } from './tickets/service.ts';

/** Messages to the lender, and their answers. */
export function supportRoutes(deps: Dependencies): Route[] {
  return [suggestionRoute(deps), ...ownTicketRoutes(deps)];
}
