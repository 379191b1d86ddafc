import { sql } from 'kysely';
import type { CallKey } from '../../contract/contract.ts';
import type { Dependencies } from '../dependencies.ts';
import { openApi } from '../platform/http/openapi.ts';
import { fail, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { isCurrent } from '../platform/migrate.ts';

/** What operators and machines ask. `served` is read late: it includes these routes themselves. */
export function operationRoutes({ db, log }: Dependencies, served: () => readonly CallKey[]): Route[] {
  return [
    route('GET /healthz', async () => ok({})),
    route('GET /readyz', async () => {
      try {
        await sql`select 1`.execute(db);
        if (!(await isCurrent(db))) return fail('unavailable');
      } catch (error) {
        log.warn({ err: error }, 'not ready');
        return fail('unavailable');
      }
      return ok({ database: 'ok', migrations: 'ok' });
    }),
    route('GET /api/openapi.json', async ({ origin }) =>
      ok({ type: 'application/json', body: JSON.stringify(openApi(served(), origin.baseUrl)) }),
    ),
  ];
}
