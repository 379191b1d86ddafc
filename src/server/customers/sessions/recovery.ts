import { stops } from '../holds/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fail, failTooMany, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { digestOf } from '../../platform/secrets.ts';
import { lockCustomer } from '../service.ts';
import { proveEmail } from './first-proof.ts';
import { countUse, guessLimits, refundUse } from './limits.ts';
import { refuseNewPassword, refusePasswordOf } from './new-password.ts';
import { forgetPasskeys } from './passkey-rows.ts';
import { hashOfNew } from './password-check.ts';
import { customerById, liveLink, revokeSessions, useLink } from './queries.ts';
import { changePassword } from './change-password.ts';

/**
 * Sets the password with a recovery link, ends every session and tells the person
 * (docs/security.md#sessions).
 */
export function recoveryRoute(deps: Dependencies): Route {
  return route('POST /api/recovery', async ({ body, country, origin, commit }) => {
    const refused = refuseNewPassword(body, deps);
    if (refused) return refused;
    const limits = guessLimits(deps, 'link', origin.address);
    const wait = await countUse(deps, limits);
    if (wait !== undefined) return failTooMany(wait);
    const link = { digest: digestOf(body.token), kinds: ['recovery'] as const, country };
    const found = await liveLink(deps.db, link, deps.clock.now());
    const customer = found && (await customerById(deps.db, found.customer_id));
    if (!customer || customer.disabled_at || customer.email.toLowerCase() !== body.email.toLowerCase()) {
      return fail('link_invalid');
    }
    // From here on the link was right: other faults are no guesses.
    await refundUse(deps, limits);
    if (await stops(deps.db, 'login', customer.id)) return fail('account_held');
    const weak = await refusePasswordOf(deps, { ...customer, country }, body.password);
    if (weak) return weak;
    const hash = await hashOfNew(body.password);
    if (!hash.ok) return hash;
    return commit(async (tx) => {
      const at = deps.clock.now();
      // A login or a passkey under way is waited for, and ends with the others.
      await lockCustomer(tx, customer.id);
      if (!(await useLink(tx, link, at))) return fail('link_invalid');
      const sessionsEnded = await revokeSessions(tx, customer.id, at);
      const hadPasskeys = (await forgetPasskeys(tx, customer.id)) > 0;
      await proveEmail(tx, deps, { customerId: customer.id, country, by: 'link', origin });
      await changePassword(tx, deps, {
        customer: { ...customer, country },
        hash: hash.value,
        origin,
        sessionsEnded,
        passkeys: hadPasskeys ? 'removed' : 'none',
      });
      return ok({ messages: ['Tu contraseña fue actualizada. Ya podés iniciar sesión.'] });
    });
  });
}
