import type { Dependencies } from '../dependencies.ts';
import { recordEvent } from '../platform/events.ts';
import { failTooMany, ok } from '../platform/http/result.ts';
import { callerOf, route, type Route } from '../platform/http/route.ts';
import { overLimit } from '../platform/limits/limits.ts';
import { requireProof } from '../customers/sessions/service.ts';
import { arrearsToTell } from './arrears.ts';
import { erasureOf, requestErasure } from './erasure.ts';
import { heldCounts, heldData } from './held.ts';

const dayS = 86_400;

/** Note added to the stored rows. */
const nota =
  'Los importes están en centavos. Los links a tus fotos y contratos se abren durante cinco minutos.';

/** Downloads the customer's stored data, and requests its erasure. */
export function ownDataRoutes(deps: Dependencies): Route[] {
  const { db, clock, config } = deps;
  return [
    route('GET /api/v3/own-data', async (call) => {
      const { customerId } = callerOf(call);
      return ok({
        result: {
          held: await heldCounts(db, customerId),
          arrears: await arrearsToTell(db, customerId, clock.now()),
          erasure: await erasureOf(db, call.country, customerId),
        },
      });
    }),
    route('GET /api/v3/own-data/file', async (call) => {
      const caller = callerOf(call);
      const { customerId } = caller;
      const { country, origin } = call;
      // docs/security.md#fresh-login: all data at once is worth more to a thief than any single page.
      const stale = requireProof(caller, deps);
      if (stale) return stale;
      const now = clock.now();
      const limit = { key: `own-data:${customerId}`, max: config.LIMIT_OWN_DATA_DAY, windowSeconds: dayS };
      const wait = await overLimit(db, limit, now);
      if (wait !== undefined) return failTooMany(wait);
      const data = {
        ...(await heldData(deps, customerId, origin.baseUrl)),
        'Hasta cuándo se pueden informar tus atrasos': await arrearsToTell(db, customerId, now),
      };
      await recordEvent(db, {
        at: now,
        country,
        kind: 'own-data-read',
        customerId,
        requestId: origin.requestId,
        address: origin.address,
      });
      return ok({ result: { generado: now.toISOString(), nota, datos: data } });
    }),
    route('POST /api/v3/own-data/erasure', async (call) => {
      const caller = callerOf(call);
      const { customerId } = caller;
      const stale = requireProof(caller, deps);
      if (stale) return stale;
      const { country, commit } = call;
      return commit(async (tx) => ok({ result: await requestErasure(tx, deps, { country, customerId }) }));
    }),
  ];
}
