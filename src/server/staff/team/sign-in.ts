import { contract } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { mayMake, STAFF_ROLES, type Permission } from '../../../contract/staff/permissions.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { SignInSecrets } from '../../integrations/staff-login/port.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, failTooMany, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Origin, type Route } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { overAny } from '../../platform/limits/limits.ts';
import { digestOf } from '../../platform/secrets.ts';
import { staffCommand, type Actor, type StaffCommand } from '../actions/service.ts';
import { leastPasskeys, passkeysOf } from '../passkeys/service.ts';
import { memberOfPerson } from './provider-person.ts';
import { endSessions, openStaffSession, type StaffSignIn } from './sessions.ts';

/** Time allowed at the identity provider, minutes. */
const signInMinutes = 10;
const purpose = 'staff-sign-in';

/** Limited, because anyone who reaches the console's host can begin a sign-in, and each creates a row. */
const signInLimits = ({ address }: Origin) =>
  addressLimits('staff-sign-in', address, { max: 60, windowSeconds: signInMinutes * 60 });

/** Routes for signing in to the console and out of it. */
export function signInRoutes(deps: Dependencies): Route[] {
  const { config, ports } = deps;
  return [
    route('GET /api/staff/sign-in', async () =>
      ok({ roles: config.SANDBOX ? [...STAFF_ROLES] : [], provider: ports.staffLogin?.name ?? '' }),
    ),
    route('POST /api/staff/sign-in/sandbox', async (call) => {
      if (!config.SANDBOX) return fail('not_found');
      const { sandboxPerson } = await import('./sandbox-person.ts');
      return call.commit(async (tx) => {
        const person = await sandboxPerson(tx, deps, call.body.as_role);
        if (!person) return fail('staff_unknown');
        return ok(await enter(tx, deps, person, 'sandbox', call));
      });
    }),
    ...providerRoutes(deps),
    route('GET /api/staff/me', async (call) => {
      const staff = staffOf(call);
      return ok({ result: shown(staff, staff.email, staff.passkeysMissing) });
    }),
  ];
}

export function signOutCommand(deps: Dependencies): StaffCommand {
  const command = staffCommand(deps, 'POST /api/staff/sign-out', async (tx, { by }) => {
    const { staffId, name: subjectName } = by;
    await endSessions(tx, deps.clock.now(), {
      staffId,
      ...(by.sessionDigest ? { digest: by.sessionDigest } : {}),
    });
    return ok({ answer: { messages: [] }, facts: { subject: `staff:${staffId}`, subjectName } });
  });
  const { handle } = command.route;
  return {
    ...command,
    route: {
      ...command.route,
      handle: async (call) => {
        const result = await handle(call);
        if (result.ok) call.setStaffSession(undefined);
        return result;
      },
    },
  };
}

const back = ({ baseUrl }: Origin) => `${baseUrl.replace(/\/$/, '')}/ingreso/vuelta`;

function providerRoutes(deps: Dependencies): Route[] {
  const { ports, clock, random, vault, db } = deps;
  return [
    route('POST /api/staff/sign-in/provider', async ({ origin }) => {
      if (!ports.staffLogin) return fail('not_found');
      const wait = await overAny(db, signInLimits(origin), clock.now());
      if (wait !== undefined) return failTooMany(wait);
      const state = random.token();
      const { url, secrets } = await ports.staffLogin.begin(state, back(origin));
      await db
        .insertInto('staff_sign_in')
        .values({
          digest: digestOf(state),
          secrets: vault.encrypt(purpose, JSON.stringify(secrets)),
          created_at: clock.now(),
        })
        .execute();
      return ok({ url, state });
    }),
    route('POST /api/staff/sign-in/provider/finish', async (call) => {
      if (!ports.staffLogin) return fail('not_found');
      // Deleted when read, so that a second use of the same return finds nothing.
      const begun = await db
        .deleteFrom('staff_sign_in')
        .where('digest', '=', digestOf(call.body.state))
        .returning(['secrets', 'created_at'])
        .executeTakeFirst();
      if (!begun || after(begun.created_at, signInMinutes, 'minutes') < clock.now())
        return fail('staff_sign_in');
      const secrets = JSON.parse(vault.decrypt(purpose, begun.secrets)) as SignInSecrets;
      const person = await ports.staffLogin.finish(call.body.code, back(call.origin), secrets);
      if (!person) return fail('staff_sign_in');
      return call.commit(async (tx) => {
        const member = await memberOfPerson(tx, { clock, groups: deps.config.staffGroups }, person);
        if (!member) return fail('staff_unknown');
        return ok(await enter(tx, deps, { ...member, email: person.email }, 'provider', call));
      });
    }),
  ];
}

/** Audit name of the call that completes each kind of sign-in. */
const ENTRIES: Readonly<Record<StaffSignIn, string>> = {
  sandbox: 'POST /api/staff/sign-in/sandbox',
  provider: 'POST /api/staff/sign-in/provider/finish',
  passkey: 'POST /api/staff/sign-in/passkey/finish',
};

export async function enter(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'random' | 'config'>,
  person: Actor & { readonly email: string },
  method: StaffSignIn,
  { origin, setStaffSession }: { readonly origin: Origin; readonly setStaffSession: (token: string) => void },
  action = ENTRIES[method],
) {
  const token = await openStaffSession(
    tx,
    deps,
    { id: person.staffId, name: person.name, method, action },
    origin,
  );
  setStaffSession(token);
  const missing = leastPasskeys(deps.config) - (await passkeysOf(tx, person.staffId)).length;
  return { result: shown(person, person.email, Math.max(0, missing)) };
}

function shown(
  { staffId, name, roles, countries, permissions }: Actor,
  email: string,
  passkeysMissing: number,
) {
  return {
    id: String(staffId),
    name,
    email,
    roles: [...roles],
    countries: [...countries],
    permissions: [...permissions],
    calls: callsOf(permissions),
    passkeys_missing: passkeysMissing,
  };
}

function callsOf(permissions: ReadonlySet<Permission>): string[] {
  return (Object.entries(contract) as [string, Endpoint][]).flatMap(([key, call]) =>
    call.access === 'staff' && mayMake(call, permissions) ? [key] : [],
  );
}
