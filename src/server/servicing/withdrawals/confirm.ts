import type { Dependencies } from '../../dependencies.ts';
import { fail, failTooMany, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { overAny, uncount } from '../../platform/limits/limits.ts';
import { digestOf } from '../../platform/secrets.ts';
import { guessLimits } from './limits.ts';
import { requestOfLink } from './queries.ts';
import { takeEffect } from './take-effect.ts';

/** The link of the e-mail proves access to the address on file, so the request takes effect. */
export function confirmRoute(deps: Dependencies): Route {
  return route('POST /api/v3/withdrawal/confirm', async ({ body, country, origin, commit }) => {
    const limits = guessLimits(deps, origin.address);
    const wait = await overAny(deps.db, limits, deps.clock.now());
    if (wait !== undefined) return failTooMany(wait);
    const result = await commit(async (tx) => {
      const request = await requestOfLink(tx, country, digestOf(body.code), deps.clock.now());
      if (!request) return fail('link_invalid');
      return ok(await takeEffect(tx, deps, { ...request, country }, origin));
    });
    if (result.ok)
      await uncount(
        deps.db,
        limits.map(({ key }) => key),
      );
    return result;
  });
}
