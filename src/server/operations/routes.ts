import { contract, type CallKey } from '../../contract/contract.ts';
import { isOfConsole } from '../../contract/endpoint.ts';
import { openApi } from '../platform/http/openapi.ts';
import { fail, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import type { Readiness } from './readiness.ts';

/** Routes for operators and machines. `served` is read late, since it includes these routes. */
export function operationRoutes(
  readiness: Pick<Readiness, 'isReady'>,
  served: () => readonly CallKey[],
): Route[] {
  // Cached per host: building it blocks the event loop for tens of milliseconds.
  const published = new Map<boolean, object>();
  return [
    route('GET /healthz', async () => ok({})),
    route('GET /readyz', async () =>
      (await readiness.isReady()) ? ok({ database: 'ok', migrations: 'ok' }) : fail('unavailable'),
    ),
    // Each host publishes its own routes.
    route('GET /api/openapi.json', async ({ isConsole, origin }) => {
      const document =
        published.get(isConsole) ??
        openApi(served().filter((key) => isOfConsole(contract[key]) === isConsole));
      published.set(isConsole, document);
      const body = JSON.stringify({ ...document, servers: [{ url: origin.baseUrl }] });
      return ok({ type: 'application/json', body });
    }),
  ];
}
