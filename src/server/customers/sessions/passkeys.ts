import { paths } from '../../../contract/paths.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { passkeyEmail } from '../../../countries/messages/access-messages.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failTooMany, ok } from '../../platform/http/result.ts';
import { callerOf, route, type Origin, type Route } from '../../platform/http/route.ts';
import {
  askForNewPasskey,
  askForPasskey,
  countOfAnswer,
  credentialIdOf,
  newPasskeyOf,
} from '../../platform/passkey-ceremony.ts';
import { lockCustomer } from '../service.ts';
import { deviceName } from '../../platform/http/device.ts';
import type { LoginDependencies } from './followers.ts';
import { countUse, guessLimits, refundUse } from './limits.ts';
import { logIn } from './log-in.ts';
import {
  addPasskey,
  customerSite,
  noteUse,
  passkeyOf,
  passkeysOf,
  removePasskey,
  passkeyViews,
} from './passkey-rows.ts';
import { customerById, isSessionOpen } from './queries.ts';
import { requireProof, sessionAnswer } from './service.ts';

/** Routes for logging in with a passkey (docs/product/signup-and-login.md#passkeys). */
export function passkeyLoginRoutes(deps: LoginDependencies): Route[] {
  const siteOf = ({ baseUrl }: Origin) => customerSite(deps.config.BRAND, baseUrl);
  const anybody = { aim: 'sign-in', person: 0 } as const;
  return [
    route('POST /api/auth/passkey', async ({ origin }) =>
      ok({ result: await askForPasskey(deps, siteOf(origin), anybody) }),
    ),
    route('POST /api/auth/passkey/finish', async ({ body, country, origin, commit }) => {
      const limits = guessLimits(deps, 'passkey', origin.address);
      const wait = await countUse(deps, limits);
      if (wait !== undefined) return failTooMany(wait);
      const answer = await commit(async (tx) => {
        const credentialId = credentialIdOf(body.credential) ?? '';
        const found = await passkeyOf(tx, credentialId);
        if (!found) return fail('passkey_refused');
        const {
          id: customerId,
          country: home,
          disabled_at: disabledAt,
        } = await lockCustomer(tx, found.customer_id);
        // Re-read after locking the customer, because it may have been removed or used in the meantime.
        const passkey = await passkeyOf(tx, credentialId);
        if (!passkey || disabledAt !== null || home !== country) return fail('passkey_refused');
        const given = { ...body, passkey };
        const counted = await countOfAnswer(tx, deps, siteOf(origin), anybody, given);
        if (counted === undefined) return fail('passkey_refused');
        const at = deps.clock.now();
        await noteUse(tx, passkey.id, counted, at);
        const opened = await logIn(tx, deps, { customerId, country, method: 'passkey', origin });
        if (!opened.ok) return opened;
        const { requestId, address } = origin;
        const detail = { method: 'passkey' };
        await recordEvent(tx, { at, country, kind: 'login', customerId, requestId, address, detail });
        return ok(sessionAnswer(opened.value));
      });
      if (answer.ok) await refundUse(deps, limits);
      return answer;
    }),
  ];
}

/** Customer's passkeys. Adding and removing one requires re-authentication and is notified by e-mail. */
export function ownPasskeyRoutes(deps: Dependencies): Route[] {
  const { db, clock, config } = deps;
  const siteOf = ({ baseUrl }: Origin) => customerSite(config.BRAND, baseUrl);
  return [
    route('GET /api/v3/passkeys', async (call) =>
      ok({ result: await passkeyViews(db, callerOf(call).customerId) }),
    ),
    route('POST /api/v3/passkeys/challenge', async ({ identity, origin }) => {
      const caller = callerOf({ identity });
      const stale = requireProof(caller, deps);
      if (stale) return stale;
      const customer = await customerById(db, caller.customerId);
      if (!customer) return fail('not_found');
      const known = await passkeysOf(db, customer.id);
      const { first_name: name, email } = customer;
      const to = { aim: 'add', person: customer.id, name, email } as const;
      return ok({ result: await askForNewPasskey(deps, siteOf(origin), to, known) });
    }),
    route('POST /api/v3/passkeys', async ({ body, identity, country, origin, commit }) => {
      const caller = callerOf({ identity });
      const stale = requireProof(caller, deps);
      if (stale) return stale;
      return commit(async (tx) => {
        const { id, email, first_name: firstName } = await lockCustomer(tx, caller.customerId);
        // Ending the session also removed the passkeys added by it.
        if (!(await isSessionOpen(tx, caller.sessionDigest))) return fail('unauthenticated');
        const passkey = await newPasskeyOf(tx, deps, siteOf(origin), { aim: 'add', person: id }, body);
        const device = deviceName(origin.device);
        if (!passkey || !(await addPasskey(tx, id, passkey, { device, at: clock.now() })))
          return fail('passkey_refused');
        await tell(tx, deps, { id, email, firstName, country, device, origin, change: 'added' });
        return ok({
          result: await passkeyViews(tx, id),
          messages: ['Listo: ya podés ingresar sin contraseña.'],
        });
      });
    }),
    route('POST /api/v3/passkeys/{id}/remove', async ({ params, identity, country, origin, commit }) => {
      const caller = callerOf({ identity });
      const stale = requireProof(caller, deps);
      if (stale) return stale;
      return commit(async (tx) => {
        const { id, email, first_name: firstName } = await lockCustomer(tx, caller.customerId);
        const device = await removePasskey(tx, id, params.id);
        if (device === undefined) return fail('not_found');
        await tell(tx, deps, { id, email, firstName, country, device, origin, change: 'removed' });
        return ok({ result: await passkeyViews(tx, id), messages: ['Quitamos esa llave.'] });
      });
    }),
  ];
}

interface PasskeyChange {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly country: CountryCode;
  readonly device: string;
  readonly origin: Origin;
  readonly change: 'added' | 'removed';
}

/** Notifies the customer by e-mail, with instructions in case the change was not theirs. */
async function tell(
  tx: Tx,
  deps: Dependencies,
  { id: customerId, email, firstName, country, device, origin, change }: PasskeyChange,
): Promise<void> {
  const sender = { brand: deps.config.BRAND, pack: packOf(country) };
  const url = origin.baseUrl + paths.login({ reset: '1' });
  const letter = passkeyEmail(sender, { firstName, device, url, change });
  await enqueueMessage(tx, deps, country, { channel: 'email', to: email, customerId, ...letter });
  const { requestId, address } = origin;
  const at = deps.clock.now();
  await recordEvent(tx, { at, country, kind: `passkey-${change}`, customerId, requestId, address });
}
