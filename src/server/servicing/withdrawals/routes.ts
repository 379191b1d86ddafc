import type { Dependencies } from '../../dependencies.ts';
import type { Route } from '../../platform/http/route.ts';
import { confirmRoute } from './confirm.ts';
import { linkAgainRoute } from './link-again.ts';
import { ownRequestRoute } from './own-request.ts';
import { requestRoute } from './request.ts';

/** Ways out of a loan and of the membership. */
export function withdrawalRoutes(deps: Dependencies): Route[] {
  return [requestRoute(deps), linkAgainRoute(deps), ownRequestRoute(deps), confirmRoute(deps)];
}
