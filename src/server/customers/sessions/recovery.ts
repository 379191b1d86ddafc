import { paths } from '../../../contract/paths.ts';
import { PASSWORDS_DIFFER, parseNewPassword } from '../../../countries/identifiers/passwords.ts';
import { packOf } from '../../../countries/index.ts';
import { passwordChangedEmail } from '../../../countries/messages/messages.ts';
import { stops } from '../holds/service.ts';
import { setPassword } from '../service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { OverloadedError } from '../../platform/work/bounded-line.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failFields, failTooMany, ok, type Failure } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { digestOf } from '../../platform/secrets.ts';
import { isCommonPassword, isPersonalPassword } from './common-passwords.ts';
import { countUse, guessLimits, refundUse } from './limits.ts';
import { forgetPasskeys } from './passkey-rows.ts';
import { hashPassword } from './passwords.ts';
import { customerById, liveLink, revokeSessions, spendLinks, useLink } from './queries.ts';

const overloadedRetrySeconds = 5;

/**
 * Sets the password with a recovery link, ends every session and tells the person
 * (docs/security.md#sessions).
 */
export function recoveryRoute(deps: Dependencies): Route {
  return route('POST /api/recovery', async ({ body, country, origin, commit }) => {
    const refused = refusePassword(body.password, body.password_confirmation, deps.config.BRAND);
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
    const facts = {
      email: customer.email,
      documentNumber: customer.document_number,
      cellphone: customer.cellphone,
    };
    if (isPersonalPassword(body.password, facts)) return fail('password_weak');
    const passwordHash = await hashed(body.password);
    if (passwordHash === undefined) return fail('unavailable', { retryAfterSeconds: overloadedRetrySeconds });
    return commit(async (tx) => {
      const at = deps.clock.now();
      if (!(await useLink(tx, link, at))) return fail('link_invalid');
      await setPassword(tx, customer.id, passwordHash);
      await spendLinks(tx, customer.id, at);
      const ended = await revokeSessions(tx, customer.id, at);
      const hadPasskeys = (await forgetPasskeys(tx, customer.id)) > 0;
      const sender = { brand: deps.config.BRAND, pack: packOf(country) };
      const url = origin.baseUrl + paths.login({ reset: '1' });
      const letter = passwordChangedEmail(sender, { firstName: customer.first_name, url, hadPasskeys });
      await enqueueMessage(tx, deps, country, { channel: 'email', to: customer.email, ...letter });
      await recordEvent(tx, {
        at,
        country,
        kind: 'password-changed',
        customerId: customer.id,
        requestId: origin.requestId,
        address: origin.address,
        detail: { sessionsEnded: ended },
      });
      return ok({ messages: ['Tu contraseña fue actualizada. Ya podés iniciar sesión.'] });
    });
  });
}

function refusePassword(password: string, confirmation: string, brand: string): Failure | undefined {
  const parsed = parseNewPassword(password);
  if (!parsed.ok) return failFields({ password: parsed.message });
  if (password !== confirmation) {
    return fail('password_mismatch', { fields: { password_confirmation: PASSWORDS_DIFFER } });
  }
  return isCommonPassword(password, brand) ? fail('password_weak') : undefined;
}

async function hashed(password: string): Promise<string | undefined> {
  try {
    return await hashPassword(password);
  } catch (error) {
    if (error instanceof OverloadedError) return undefined;
    throw error;
  }
}
