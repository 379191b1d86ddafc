import { ok } from '../../platform/http/result.ts';
import { partnerOf, route, type Route } from '../../platform/http/route.ts';

/** Scopes and limits of a key, for its holder. */
export function keyRoutes(): Route[] {
  return [
    route('GET /partners-api/v1/key', async (call) => {
      const { code, scopes, hourlyLimit, expiresAt } = partnerOf(call);
      return ok({
        partner: code,
        country: call.country,
        scopes: [...scopes],
        hourly_limit: hourlyLimit,
        expires_at: expiresAt.toISOString(),
      });
    }),
  ];
}
