import { parseEmail } from '../../../countries/identifiers/email.ts';
import { OverloadedError } from '../../platform/work/bounded-line.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failFields, failTooMany, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { countUse, passwordLimits, refundUse } from './limits.ts';
import type { LoginDependencies } from './followers.ts';
import { logIn } from './log-in.ts';
import { verifyPassword } from './passwords.ts';
import { customerByEmail } from './queries.ts';
import { sessionAnswer } from './service.ts';

/** A full line of password checks is shorter than this. */
const overloadedRetrySeconds = 5;

export function passwordLoginRoute(deps: LoginDependencies): Route {
  return route('POST /api/v3/authenticate-new', async ({ body, country, origin, commit }) => {
    const email = parseEmail(body.email);
    if (!email.ok) return failFields({ email: email.message });
    const limits = passwordLimits(deps, country, email.value, origin.address);
    // Counted before the password is looked at: of a thousand guesses at once, only the limit is tried.
    const wait = await countUse(deps, limits);
    if (wait !== undefined) return failTooMany(wait);
    const customer = await customerByEmail(deps.db, country, email.value);
    const isRight = await checked(body.password, customer?.password_hash);
    if (isRight === undefined) {
      await refundUse(deps, limits);
      return fail('unavailable', { retryAfterSeconds: overloadedRetrySeconds });
    }
    const event = { country, requestId: origin.requestId, address: origin.address };
    if (!isRight || !customer || customer.disabled_at) {
      await recordEvent(deps.db, {
        ...event,
        at: deps.clock.now(),
        kind: 'login-failed',
        customerId: customer?.id,
      });
      return fail('credentials');
    }
    await refundUse(deps, limits);
    return commit(async (tx) => {
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

async function checked(password: string, stored: string | null | undefined): Promise<boolean | undefined> {
  try {
    return await verifyPassword(password, stored);
  } catch (error) {
    if (error instanceof OverloadedError) return undefined;
    throw error;
  }
}
