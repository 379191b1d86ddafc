import { linkAgainText } from '../../../countries/messages/withdrawal-messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { failTooMany, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { overAny } from '../../platform/limits/limits.ts';
import { digestOf } from '../../platform/secrets.ts';
import { guessLimits, overRequestLimit } from './limits.ts';
import { waitingRequest } from './queries.ts';
import { requestQueue, type RequestJob } from './request-job.ts';

/**
 * Sends the link of a request again, to the address on file. Everyone gets one answer: whether a request waits,
 * was decided or never existed is nothing for who holds only a code.
 */
export function linkAgainRoute(deps: Dependencies): Route {
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
