import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { customerOffer, customerPlans } from './service.ts';

/** The offer of a logged-in customer (docs/product/offer.md#customers-offer). */
export function offerRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v1/clients/credit-ratings', async (call) =>
      ok({ result: await customerOffer(deps, call.country, callerOf(call).customerId) }),
    ),
    route('GET /api/v1/clients/loan-options/{amount}', async (call) => {
      const plans = await customerPlans(deps, call.country, callerOf(call).customerId, call.params.amount);
      return plans.ok ? ok({ result: plans.value }) : plans;
    }),
  ];
}
