import type { Dependencies } from '../../dependencies.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Failure } from '../../platform/http/result.ts';
import { callerOf, route, type Call, type Route } from '../../platform/http/route.ts';
import { lockCustomer } from '../service.ts';
import { changePassword } from './change-password.ts';
import { refuseNewPassword, refusePasswordOf } from './new-password.ts';
import { passkeysOf } from './passkey-rows.ts';
import { checkPassword, hashOfNew } from './password-check.ts';
import { customerById, endOtherSessions, isSessionOpen } from './queries.ts';
import { requireProof } from './service.ts';

const key = 'POST /api/v3/password';

/**
 * Changes the password of a logged-in person (docs/product/signup-and-login.md#changing-the-password). The
 * current password is the proof; a person without one needs re-authentication.
 */
export function ownPasswordRoute(deps: Dependencies): Route {
  return route(key, async (call) => {
    const { body, country, origin, commit } = call;
    const { customerId, sessionDigest } = callerOf(call);
    const refused = refuseNewPassword(body, deps);
    if (refused) return refused;
    const customer = await customerById(deps.db, customerId);
    if (!customer) return fail('not_found');
    const unproven = await refuseUnproven(deps, call, customer);
    if (unproven) return unproven;
    const weak = await refusePasswordOf(deps, { ...customer, country }, body.password);
    if (weak) return weak;
    const hash = await hashOfNew(body.password);
    if (!hash.ok) return hash;
    return commit(async (tx) => {
      const { password_hash: stored } = await lockCustomer(tx, customerId);
      // A concurrent recovery or change replaced the password that was just verified.
      if (stored !== customer.password_hash) return wrongPassword();
      if (!(await isSessionOpen(tx, sessionDigest))) return fail('unauthenticated');
      const now = deps.clock.now();
      const sessionsEnded = await endOtherSessions(tx, customerId, { present: sessionDigest, now });
      const hasPasskeys = (await passkeysOf(tx, customerId)).length > 0;
      await changePassword(tx, deps, {
        customer: { ...customer, country },
        hash: hash.value,
        origin,
        sessionsEnded,
        passkeys: hasPasskeys ? 'kept' : 'none',
      });
      return ok({ messages: ['Guardamos tu contraseña nueva y cerramos tus otras sesiones.'] });
    });
  });
}

async function refuseUnproven(
  deps: Dependencies,
  call: Call<typeof key>,
  customer: NonNullable<Awaited<ReturnType<typeof customerById>>>,
): Promise<Failure | undefined> {
  if (customer.password_hash === null) return requireProof(callerOf(call), deps);
  const { country, origin } = call;
  const { address, requestId } = origin;
  const whose = { country, email: customer.email.toLowerCase(), address, find: async () => customer };
  const checked = await checkPassword(deps, whose, call.body.current_password);
  if (!checked.ok) return checked;
  if (checked.value.isRight) return undefined;
  const event = { at: deps.clock.now(), country, kind: 'login-failed', customerId: customer.id };
  await recordEvent(deps.db, { ...event, requestId, address, detail: { by: 'password-change' } });
  return wrongPassword();
}

function wrongPassword(): Failure {
  return fail('password_wrong', { fields: { current_password: 'La contraseña no es correcta.' } });
}
