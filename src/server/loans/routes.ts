import type { Dependencies } from '../dependencies.ts';
import type { Route } from '../platform/http/route.ts';

export function loanRoutes(_deps: Dependencies): Route[] {
  return [];
}
