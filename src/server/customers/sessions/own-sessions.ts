import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { endOtherSessions, openSessionsOf } from './queries.ts';
import { requireProof } from './service.ts';

/** Prefix of the digest that identifies a session to its owner; useless without the token. */
const nameOf = (digest: Buffer): string => digest.subarray(0, 12).toString('hex');

/** Lists and ends the customer's sessions (docs/product/rights.md#sessions). */
export function ownSessionRoutes(deps: Dependencies): Route[] {
  const { db, clock, config } = deps;
  const idleSince = () => after(clock.now(), -config.SESSION_IDLE_HOURS, 'hours');
  return [
    route('GET /api/v3/sessions', async ({ identity }) => {
      const { customerId, sessionDigest } = callerOf({ identity });
      const rows = await openSessionsOf(db, customerId, { now: clock.now(), idleSince: idleSince() });
      const result = rows.map((row) => ({
        id: nameOf(row.digest),
        device: row.device,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        current: row.digest.equals(sessionDigest),
      }));
      return ok({ result });
    }),
    route('POST /api/v3/sessions/end', async ({ body, identity, country, origin, commit }) => {
      const caller = callerOf({ identity });
      const { customerId, sessionDigest } = caller;
      // Someone at an unlocked device must not log its owner out everywhere else.
      const stale = requireProof(caller, deps);
      if (stale) return stale;
      return commit(async (tx) => {
        const now = clock.now();
        // Includes sessions beyond the end of the list.
        const isAll = body.id === '';
        const open = isAll ? [] : await openSessionsOf(tx, customerId, { now, idleSince: idleSince() });
        const wanted = open
          .map(({ digest }) => digest)
          .filter((digest) => nameOf(digest) === body.id && !digest.equals(sessionDigest));
        if (!isAll && wanted.length === 0) return fail('not_found');
        const ended = await endOtherSessions(tx, customerId, {
          present: sessionDigest,
          now,
          ...(isAll ? {} : { wanted }),
        });
        const { requestId, address } = origin;
        const detail = { ended };
        await recordEvent(tx, {
          at: now,
          country,
          kind: 'sessions_ended',
          customerId,
          requestId,
          address,
          detail,
        });
        return ok({ messages: [isAll ? 'Cerramos las otras sesiones.' : 'Cerramos esa sesión.'] });
      });
    }),
  ];
}
