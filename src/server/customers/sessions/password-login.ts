import { parseEmail } from '../../../countries/identifiers/email.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failFields, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { lockCustomer } from '../service.ts';
import type { LoginDependencies } from './followers.ts';
import { logIn } from './log-in.ts';
import { checkPassword } from './password-check.ts';
import { customerByEmail } from './queries.ts';
import { sessionAnswer } from './service.ts';

export function passwordLoginRoute(deps: LoginDependencies): Route {
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
      // A new password, or another address, came in between and ended every session: none is opened by what was before.
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
