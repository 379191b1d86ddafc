import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import { callerOf, route, type Origin, type Route } from '../../platform/http/route.ts';
import { digestOf } from '../../platform/secrets.ts';
import { lockCustomer } from '../service.ts';
import { proveEmail } from './first-proof.ts';
import { countUse, guessLimits, refundUse } from './limits.ts';
import type { LoginDependencies } from './followers.ts';
import { logIn } from './log-in.ts';
import { liveLink, revokeSession, useLink, type LinkKind } from './queries.ts';
import { sessionAnswer, type OpenedSession } from './service.ts';

interface Exchanged extends OpenedSession {
  readonly target: string;
}

/** Routes that exchange links for sessions, and log out. */
export function exchangeRoutes(deps: LoginDependencies): Route[] {
  return [
    route('POST /api/auth/autologin', ({ body, country, origin, commit }) =>
      guarded(deps, origin, () =>
        commit(async (tx) => {
          const session = await exchange(tx, deps, {
            hash: body.hash,
            kinds: ['sms', 'magic'],
            country,
            origin,
          });
          return session.ok ? ok(sessionAnswer(session.value)) : session;
        }),
      ),
    ),
    route('POST /api/auth/token', ({ body, country, origin, commit }) =>
      guarded(deps, origin, () =>
        commit(async (tx) => {
          const session = await exchange(tx, deps, { hash: body.code, kinds: ['sms'], country, origin });
          return session.ok ? ok(sessionAnswer(session.value)) : session;
        }),
      ),
    ),
    route('POST /api/auth/magicLink', ({ body, country, origin, commit }) =>
      guarded(deps, origin, () =>
        commit(async (tx) => {
          const session = await exchange(tx, deps, { hash: body.code, kinds: ['magic'], country, origin });
          if (!session.ok) return session;
          const { target } = session.value;
          const answer = sessionAnswer(session.value);
          return ok({ ...answer, result: { ...answer.result, target }, target });
        }),
      ),
    ),
    route('POST /api/auth/logout', ({ identity, country, origin, commit }) => {
      const caller = callerOf({ identity });
      return commit(async (tx) => {
        const at = deps.clock.now();
        await revokeSession(tx, caller.sessionDigest, at);
        await recordEvent(tx, {
          at,
          country,
          kind: 'logout',
          customerId: caller.customerId,
          requestId: origin.requestId,
          address: origin.address,
        });
        return ok({ messages: ['Cerraste tu sesión.'] });
      });
    }),
  ];
}

/** Limits invalid links per address; a valid one does not count. */
async function guarded<T>(
  deps: Dependencies,
  origin: Origin,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const limits = guessLimits(deps, 'link', origin.address);
  const wait = await countUse(deps, limits);
  if (wait !== undefined) return failTooMany(wait);
  const result = await work();
  if (result.ok) await refundUse(deps, limits);
  return result;
}

/**
 * @returns `link_invalid` alike for a link that is unknown, used, expired, of another kind or of a disabled
 * customer
 */
async function exchange(
  tx: Tx,
  deps: LoginDependencies,
  link: {
    readonly hash: string;
    readonly kinds: readonly LinkKind[];
    readonly country: CountryCode;
    readonly origin: Origin;
  },
): Promise<Result<Exchanged>> {
  const { kinds, country, origin } = link;
  const at = deps.clock.now();
  const given = { digest: digestOf(link.hash), kinds, country };
  const live = await liveLink(tx, given, at);
  // Locks the customer before the link, as all code that ends both does.
  const customer = live && (await lockCustomer(tx, live.customer_id));
  const used = customer && (await useLink(tx, given, at));
  if (!used || customer.disabled_at) return fail('link_invalid');
  const method = used.kind === 'magic' ? 'magic' : 'sms';
  // The link was sent before another person verified the number.
  if (method === 'sms' && customer.phone_proved_at === null) return fail('link_invalid');
  if (method === 'magic')
    await proveEmail(tx, deps, { customerId: customer.id, country, by: 'link', origin });
  const opened = await logIn(tx, deps, { customerId: customer.id, country, method, origin });
  if (!opened.ok) return opened;
  await recordEvent(tx, {
    at,
    country,
    kind: 'login',
    customerId: customer.id,
    requestId: origin.requestId,
    address: origin.address,
    detail: { method },
  });
  return ok({ ...opened.value, target: used.target });
}
