import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { dataUse } from './service.ts';

export function dataViewRoutes(deps: Dependencies): Route[] {
  return [route('GET /api/staff/data-views', async () => ok(await dataUse(deps)))];
}
