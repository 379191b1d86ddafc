import { parseEmail } from '../../../countries/identifiers/email.ts';
import type { Dependencies } from '../../dependencies.ts';
import { failFields, failTooMany, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Route } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { addressFactor, type Limit, overAny } from '../../platform/limits/limits.ts';
import { openSession, sessionAnswer, termsRefused } from '../../customers/sessions/service.ts';
import { profileOf } from './profile.ts';
import { awaitRenewal, requestRenewal } from '../offers/service.ts';
import { createAccount } from './service.ts';

export function accountRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/account', async ({ body, country, origin, commit }) => {
      const email = parseEmail(body.email);
      if (!email.ok) return failFields({ email: email.message });
      if (body.terms === false) return termsRefused();
      const wait = await overAny(deps.db, accountLimits(deps, origin.address), deps.clock.now());
      if (wait !== undefined) return failTooMany(wait);
      const { hash, option, referrer, parameter } = body;
      return commit(async (tx) => {
        const request = { email: email.value, hash, option, referrer, parameter, country, origin };
        const created = await createAccount(tx, deps, request);
        if (!created.ok) return created;
        const { customerId } = created.value;
        const session = await openSession(tx, deps, { customerId, country, method: 'registration', origin });
        await requestRenewal(tx, deps, customerId);
        return ok({ ...sessionAnswer(session), messages: ['¡Listo! Ya creamos tu cuenta.'] });
      });
    }),
    route('GET /api/v3/account-new', async (call) => {
      const caller = callerOf(call);
      await awaitRenewal(deps, caller);
      return ok({ result: await profileOf(deps, call.country, caller.customerId) });
    }),
  ];
}

/** Accounts created per address and hour (docs/product/calls.md#limits). */
function accountLimits({ config }: Dependencies, address: string): Limit[] {
  const max = config.LIMIT_SIGNUP_ADDRESS * addressFactor(config);
  return addressLimits('account', address, { max, windowSeconds: 60 * 60 });
}
