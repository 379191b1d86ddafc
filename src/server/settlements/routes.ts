import type { Dependencies } from '../dependencies.ts';
import { fail } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';

export function settlementRoutes(_deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/loan/{id}/settlement', async () => fail('not_found')),
    route('GET /api/v3/loan/{id}/prepayment', async () => fail('not_found')),
    route('POST /api/v3/loan/{id}/settlement', async () => fail('not_found')),
  ];
}
