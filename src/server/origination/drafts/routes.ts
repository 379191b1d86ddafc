import { chooseOption } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { isOptionOf } from '../offers/service.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { keepDraft } from './service.ts';

/** A half-finished application comes back on another device (decision 0037). */
export function draftRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/application-draft', async (call) => {
      const { customerId } = callerOf(call);
      return call.commit(async (tx) => {
        await keepDraft(tx, deps, { customerId, ...call.body });
        return ok({ messages: [] });
      });
    }),
    route('POST /api/v3/selected-option', async (call) => {
      const { customerId } = callerOf(call);
      const { option } = call.body;
      if (option !== '' && !(await isOptionOf(deps.db, customerId, option))) return fail('offer_unknown');
      return call.commit(async (tx) => {
        await chooseOption(tx, customerId, option);
        return ok({ messages: [] });
      });
    }),
  ];
}
