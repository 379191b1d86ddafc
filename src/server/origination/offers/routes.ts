import { chooseOption } from '../../customers/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { customerOffer, customerPlans, isOptionOf } from './service.ts';

/** Routes for a logged-in customer's offer (docs/product/offer.md#customers-offer). */
export function offerRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v1/clients/credit-ratings', async (call) =>
      ok({ result: await customerOffer(deps, call.country, callerOf(call).customerId) }),
    ),
    route('GET /api/v1/clients/loan-options/{amount}', async (call) => {
      const plans = await customerPlans(deps, call.country, callerOf(call).customerId, call.params.amount);
      return plans.ok ? ok({ result: plans.value }) : plans;
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
