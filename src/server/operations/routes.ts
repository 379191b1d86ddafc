import { contract, type CallKey } from '../../contract/contract.ts';
import { isOfConsole } from '../../contract/endpoint.ts';
import { openApi } from '../platform/http/openapi.ts';
import { fail, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import type { Readiness } from './readiness.ts';

/** What operators and machines ask. `served` is read late: it includes these routes themselves. */
export function operationRoutes(
  readiness: Pick<Readiness, 'isReady'>,
  served: () => readonly CallKey[],
): Route[] {
  return [
    route('GET /healthz', async () => ok({})),
    route('GET /readyz', async () =>
      (await readiness.isReady()) ? ok({ database: 'ok', migrations: 'ok' }) : fail('unavailable'),
    ),
    // Each host publishes what it serves.
    route('GET /api/openapi.json', async ({ isConsole, origin }) => {
      const own = served().filter((key) => isOfConsole(contract[key]) === isConsole);
      return ok({ type: 'application/json', body: JSON.stringify(openApi(own, origin.baseUrl)) });
    }),
  ];
}
