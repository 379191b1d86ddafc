import type { CountryCode } from '../../../countries/country-pack.ts';
import { maskEmail } from '../../staff/masks/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import { callerOf, route, type Origin, type Route } from '../../platform/http/route.ts';
import { askForPasskey, countOfAnswer, credentialIdOf } from '../../platform/passkey-ceremony.ts';
import { lockCustomer } from '../service.ts';
import type { LoginDependencies } from './followers.ts';
import { proveEmail } from './first-proof.ts';
import { countUse, guessLimits, refundUse } from './limits.ts';
import { logIn } from './log-in.ts';
import { customerSite, noteUse, passkeyOf, passkeysOf } from './passkey-rows.ts';
import { checkPassword } from './password-check.ts';
import { customerById, isSessionOpen, phoneOfProof } from './queries.ts';
import { sessionAnswer, type LoginMethod } from './service.ts';

/**
 * Re-authentication of the logged-in person (docs/product/signup-and-login.md#new-proof). Opens a new
 * session, as a login does; the browser ends the previous one.
 */
export function proofRoutes(deps: LoginDependencies): Route[] {
  return [waysRoute(deps), passwordRoute(deps), ...passkeyRoutes(deps)];
}

function waysRoute({ db }: LoginDependencies): Route {
  return route('GET /api/v3/proof', async ({ identity }) => {
    const caller = callerOf({ identity });
    const customer = await customerById(db, caller.customerId);
    if (!customer) return fail('not_found');
    const [passkeys, phone] = [await passkeysOf(db, customer.id), await phoneOfProof(db, caller)];
    return ok({
      result: {
        password: customer.password_hash !== null,
        passkey: passkeys.length > 0,
        sms: phone.slice(-4),
        email: maskEmail(customer.email),
      },
    });
  });
}

function passwordRoute(deps: LoginDependencies): Route {
  return route('POST /api/v3/proof/password', async ({ body, identity, country, origin, commit }) => {
    const { customerId, sessionDigest } = callerOf({ identity });
    const customer = await customerById(deps.db, customerId);
    if (!customer) return fail('not_found');
    const { address, requestId } = origin;
    const whose = { country, email: customer.email.toLowerCase(), address, find: async () => customer };
    const checked = await checkPassword(deps, whose, body.password);
    if (!checked.ok) return checked;
    if (!checked.value.isRight) {
      const event = { at: deps.clock.now(), country, kind: 'login-failed', customerId, requestId, address };
      await recordEvent(deps.db, { ...event, detail: { by: 'proof' } });
      return fail('password_wrong', { fields: { password: 'La contraseña no es correcta.' } });
    }
    return commit((tx) =>
      prove(tx, deps, { customerId, sessionDigest, country, origin, method: 'password' }),
    );
  });
}

const toProve = (person: number) => ({ aim: 'step-up', person }) as const;

function passkeyRoutes(deps: LoginDependencies): Route[] {
  const siteOf = ({ baseUrl }: Origin) => customerSite(deps.config.BRAND, baseUrl);
  return [
    route('POST /api/v3/proof/passkey', async ({ identity, origin }) => {
      const { customerId } = callerOf({ identity });
      const known = await passkeysOf(deps.db, customerId);
      return ok({ result: await askForPasskey(deps, siteOf(origin), toProve(customerId), known) });
    }),
    route('POST /api/v3/proof/passkey/finish', async ({ body, identity, country, origin, commit }) => {
      const { customerId, sessionDigest } = callerOf({ identity });
      const limits = guessLimits(deps, 'passkey', origin.address);
      const wait = await countUse(deps, limits);
      if (wait !== undefined) return failTooMany(wait);
      const answer = await commit(async (tx) => {
        await lockCustomer(tx, customerId);
        const passkey = await passkeyOf(tx, credentialIdOf(body.credential) ?? '');
        if (passkey?.customer_id !== customerId) return fail('passkey_refused');
        const given = { ...body, passkey };
        const counted = await countOfAnswer(tx, deps, siteOf(origin), toProve(customerId), given);
        if (counted === undefined) return fail('passkey_refused');
        await noteUse(tx, passkey.id, counted, deps.clock.now());
        return prove(tx, deps, { customerId, sessionDigest, country, origin, method: 'passkey' });
      });
      if (answer.ok) await refundUse(deps, limits);
      return answer;
    }),
  ];
}

interface Proof {
  readonly customerId: number;
  readonly sessionDigest: Buffer;
  readonly country: CountryCode;
  readonly origin: Origin;
  readonly method: LoginMethod;
  /** A code sent to the address was confirmed. */
  readonly isByEmail?: boolean;
}

/** Opens the session of a re-authentication; none if the requesting session was ended in the meantime. */
export async function prove(
  tx: Tx,
  deps: LoginDependencies,
  proof: Proof,
): Promise<Result<ReturnType<typeof sessionAnswer>>> {
  await lockCustomer(tx, proof.customerId);
  if (!(await isSessionOpen(tx, proof.sessionDigest))) return fail('unauthenticated');
  if (proof.isByEmail) await proveEmail(tx, deps, { ...proof, by: 'code', session: proof.sessionDigest });
  const opened = await logIn(tx, deps, proof);
  if (!opened.ok) return opened;
  const { customerId, country, method, origin } = proof;
  const { requestId, address } = origin;
  const at = deps.clock.now();
  const detail = { method };
  await recordEvent(tx, { at, country, kind: 'proof', customerId, requestId, address, detail });
  return ok(sessionAnswer(opened.value));
}
