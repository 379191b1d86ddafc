import type { Dependencies } from '../../dependencies.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { exchangeRoutes } from './exchange.ts';
import type { LoginFollowers, LoginDependencies } from './followers.ts';
import { ownSessionRoutes } from './own-sessions.ts';
import { ownPasskeyRoutes, passkeyLoginRoutes } from './passkeys.ts';
import { ownPasswordRoute } from './own-password.ts';
import { proofCodeRoutes } from './proof-code-routes.ts';
import { proofRoutes } from './proof.ts';
import { sendLinkRoutes } from './send-link.ts';
import { socialLoginRoutes } from './social-login.ts';
import { parseEmail } from '../../../countries/identifiers/email.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failFields, ok, failTooMany } from '../../platform/http/result.ts';
import { lockCustomer } from '../service.ts';
import { logIn } from './log-in.ts';
import { checkPassword, hashOfNew } from './password-check.ts';
import { customerByEmail, customerById, liveLink, revokeSessions, useLink } from './queries.ts';
import { sessionAnswer } from './service.ts';
import { stops } from '../holds/service.ts';
import { digestOf } from '../../platform/secrets.ts';
import { proveEmail } from './first-proof.ts';
import { countUse, guessLimits, refundUse } from './limits.ts';
import { refuseNewPassword, refusePasswordOf } from './new-password.ts';
import { forgetPasskeys } from './passkey-rows.ts';
import { changePassword } from './change-password.ts';

/**
 * Sets the password by a recovery link, ends every session and notifies the person
 * (docs/security.md#sessions).
 */
function recoveryRoute(deps: Dependencies): Route {
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
    // The link was valid, so later faults are not guesses.
    await refundUse(deps, limits);
    if (await stops(deps.db, 'login', customer.id)) return fail('account_held');
    const weak = await refusePasswordOf(deps, { ...customer, country }, body.password);
    if (weak) return weak;
    const hash = await hashOfNew(body.password);
    if (!hash.ok) return hash;
    return commit(async (tx) => {
      const at = deps.clock.now();
      // Waits for concurrent logins and passkey changes, so that they are ended as well.
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

function passwordLoginRoute(deps: LoginDependencies): Route {
  return route('POST /api/v3/authenticate-new', async ({ body, country, origin, commit }) => {
    const email = parseEmail(body.email);
    if (!email.ok) return failFields({ email: email.message });
    const { address } = origin;
    const find = () => customerByEmail(deps.db, country, email.value);
    const checked = await checkPassword(deps, { country, email: email.value, address, find }, body.password);
    if (!checked.ok) return checked;
    const { isRight, customer } = checked.value;
    const event = { country, requestId: origin.requestId, address };
    if (!isRight || !customer) {
      await recordEvent(deps.db, {
        ...event,
        at: deps.clock.now(),
        kind: 'login-failed',
        customerId: customer?.id,
      });
      return fail('credentials');
    }
    return commit(async (tx) => {
      const present = await lockCustomer(tx, customer.id);
      // A new password or address in the meantime ended every session, so the earlier proof opens none.
      const isSame = present.password_hash === customer.password_hash && present.email === customer.email;
      if (!isSame || present.disabled_at !== null) return fail('credentials');
      const opened = await logIn(tx, deps, { customerId: customer.id, country, method: 'password', origin });
      if (!opened.ok) return opened;
      await recordEvent(tx, {
        ...event,
        at: deps.clock.now(),
        kind: 'login',
        customerId: customer.id,
        detail: { method: 'password' },
      });
      return ok(sessionAnswer(opened.value));
    });
  });
}

/** Routes for opening and ending sessions; `followers` are the effects in higher features. */
export function sessionRoutes(deps: Dependencies, followers: LoginFollowers): Route[] {
  const logins = { ...deps, ...followers };
  return [
    passwordLoginRoute(logins),
    ...sendLinkRoutes(deps),
    ...exchangeRoutes(logins),
    ...socialLoginRoutes(logins),
    recoveryRoute(deps),
    ...ownSessionRoutes(deps),
    ...passkeyLoginRoutes(logins),
    ...ownPasskeyRoutes(deps),
    ...proofRoutes(logins),
    ...proofCodeRoutes(logins),
    ownPasswordRoute(deps),
  ];
}
