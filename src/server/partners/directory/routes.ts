import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { keysOf, keyVersions } from '../keys/service.ts';
import { webhooksOf } from '../webhooks/service.ts';
import { partnersOf } from './service.ts';

/** Staff page of the outside systems of a country. */
export function integrationRoutes({ db, clock }: Dependencies): Route[] {
  return [
    route('GET /api/staff/integrations', async (call) => {
      const [partners, keys, webhooks] = await Promise.all([
        partnersOf(db, call.country),
        keysOf(db, call.country, { staffId: staffOf(call).staffId, now: clock.now() }),
        webhooksOf(db, call.country),
      ]);
      const versions = await keyVersions(
        db,
        partners.map(({ id }) => id),
      );
      return ok({
        partners: partners.map(({ id, ...partner }) => ({
          ...partner,
          id: String(id),
          version: versions.get(id) ?? 0,
          keys: keys.get(id) ?? [],
          webhooks: webhooks.get(id) ?? [],
        })),
      });
    }),
  ];
}
