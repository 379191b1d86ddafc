import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { saveDraft } from './service.ts';

/** Drafts, so that an application can be continued on another device (docs/product/application.md#drafts). */
export function draftRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/application-draft', async (call) => {
      const { customerId } = callerOf(call);
      return call.commit(async (tx) => {
        await saveDraft(tx, deps, { customerId, ...call.body });
        return ok({ messages: [] });
      });
    }),
  ];
}
