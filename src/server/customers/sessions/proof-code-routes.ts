import { ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import type { LoginDependencies } from './followers.ts';
import { checkCode, CODE_SENT, prepareCode } from './proof-codes.ts';
import { prove } from './proof.ts';

/**
 * Re-authentication by a six-digit code to the customer's phone or e-mail, for those who log in by links and
 * know no password.
 */
export function proofCodeRoutes(deps: LoginDependencies): Route[] {
  return [sendRoute(deps), checkRoute(deps)];
}

function sendRoute(deps: LoginDependencies): Route {
  return route('POST /api/v3/proof/code', async ({ body, identity, country, origin, commit }) => {
    const asking = { caller: callerOf({ identity }), country, origin };
    const send = await prepareCode(deps, asking, body.channel);
    if (!send.ok) return send;
    return commit(async (tx) => ok({ result: { state: await send.value(tx) }, messages: [CODE_SENT] }));
  });
}

function checkRoute(deps: LoginDependencies): Route {
  return route('POST /api/v3/proof/code/check', async ({ body, identity, country, origin, commit }) => {
    const caller = callerOf({ identity });
    const checked = await checkCode(deps, { caller, country, origin }, body);
    if (!checked.ok) return checked;
    return commit(async (tx) => {
      const channel = await checked.value(tx);
      if (!channel.ok) return channel;
      const method = channel.value === 'sms' ? 'sms' : 'magic';
      return prove(tx, deps, { ...caller, country, origin, method, isByEmail: channel.value === 'email' });
    });
  });
}
