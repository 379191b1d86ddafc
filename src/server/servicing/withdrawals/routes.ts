import type { Dependencies } from '../../dependencies.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { ownRequestRoute } from './own-request.ts';
import { requestRoute } from './request.ts';
import { fail, failTooMany, ok } from '../../platform/http/result.ts';
import { overAny, uncount } from '../../platform/limits/limits.ts';
import { transaction } from '../../platform/database.ts';
import { digestOf } from '../../platform/secrets.ts';
import { endingAnswer } from '../memberships/service.ts';
import { endingOfRequest } from './decide.ts';
import { guessLimits, overRequestLimit } from './limits.ts';
import { requestOfLink, waitingRequest } from './queries.ts';
import { takeEffect } from './take-effect.ts';
import { linkAgainText } from '../../../countries/messages/withdrawal-messages.ts';
import { requestQueue, type RequestJob } from './request-job.ts';

/**
 * Sends the link of a request again, to the address on file. The answer is always the same: the holder of a
 * code must not learn if a request waits, was decided or never existed.
 */
function linkAgainRoute(deps: Dependencies): Route {
  return route('POST /api/v3/withdrawal/link', async ({ body, country, origin, commit }) => {
    const wait = await overAny(deps.db, guessLimits(deps, origin.address), deps.clock.now());
    if (wait !== undefined) return failTooMany(wait);
    const code = body.code.trim();
    const request = await waitingRequest(deps.db, country, code.toUpperCase(), digestOf(code));
    if (request) {
      const tooOften = await overRequestLimit(deps, country, request.document_number, origin.address);
      if (tooOften !== undefined) return failTooMany(tooOften);
    }
    return commit(async (tx) => {
      if (request) {
        const { baseUrl, requestId, address } = origin;
        const job: RequestJob = { withdrawalId: request.id, baseUrl, requestId, address, isAgain: true };
        await deps.jobs.send(tx, requestQueue, job);
      }
      return ok({ messages: [linkAgainText] });
    });
  });
}

/** Effects of a link's request as of now: the figures of its letter. Reads only. */
function previewRoute(deps: Dependencies): Route {
  return route('POST /api/v3/withdrawal/preview', async ({ body, country, origin }) => {
    const limits = guessLimits(deps, origin.address);
    const wait = await overAny(deps.db, limits, deps.clock.now());
    if (wait !== undefined) return failTooMany(wait);
    const found = await transaction(deps.db, async (tx) => {
      const request = await requestOfLink(tx, country, digestOf(body.code), deps.clock.now());
      if (request?.kind !== 'membership') return request && { kind: 'loan' as const, ending: null };
      const ending = await endingOfRequest(tx, deps, { ...request, country });
      return { kind: 'membership' as const, ending: ending && endingAnswer(ending) };
    });
    if (!found) return fail('link_invalid');
    await uncount(
      deps.db,
      limits.map(({ key }) => key),
    );
    return ok({ model: found });
  });
}

/** The link of the e-mail proves access to the address on file, so the request takes effect. */
function confirmRoute(deps: Dependencies): Route {
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

/** Customer routes for withdrawing from a loan and ending the membership. */
export function withdrawalRoutes(deps: Dependencies): Route[] {
  return [
    requestRoute(deps),
    linkAgainRoute(deps),
    ownRequestRoute(deps),
    previewRoute(deps),
    confirmRoute(deps),
  ];
}
