import type { Dependencies } from '../../dependencies.ts';
import type { Queryable } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import {
  askForNewPasskey,
  askForPasskey,
  countOfAnswer,
  credentialIdOf,
  newPasskeyOf,
} from '../../platform/passkey-ceremony.ts';
import {
  addPasskey,
  consoleSite,
  enrolmentPerson,
  lockPasskey,
  noteUse,
  passkeysOf,
  takeEnrolment,
  notifyPasskeyChange,
} from '../passkeys/service.ts';
import { writeAudit } from '../actions/service.ts';
import { actorOf, lockMember } from './members.ts';
import { enter } from './sign-in.ts';

const enrolled = 'POST /api/staff/enrolment/finish';

/** Routes for signing in by a passkey, and by the link for adding the first one. */
export function passkeySignInRoutes(deps: Dependencies): Route[] {
  const { clock, db, config } = deps;
  const site = consoleSite(config);
  return [
    route('POST /api/staff/sign-in/passkey', async () =>
      ok({ result: await askForPasskey(deps, site, { aim: 'sign-in', person: 0 }) }),
    ),
    route('POST /api/staff/sign-in/passkey/finish', async (call) =>
      call.commit(async (tx) => {
        const passkey = await lockPasskey(tx, credentialIdOf(call.body.credential) ?? '');
        if (!passkey) return fail('passkey_refused');
        const counted = await countOfAnswer(
          tx,
          deps,
          site,
          { aim: 'sign-in', person: 0 },
          { ...call.body, passkey },
        );
        if (counted === undefined) return fail('passkey_refused');
        const person = await personOf(tx, passkey.staff_id);
        if (!person) return fail('staff_unknown');
        await noteUse(tx, passkey.id, counted, clock.now());
        return ok(await enter(tx, deps, person, 'passkey', call));
      }),
    ),
    route('POST /api/staff/enrolment', async ({ body }) => {
      const found = await enrolmentPerson(db, clock.now(), body.token);
      const person = found && (await contactOf(db, found.staffId));
      if (!person) return fail('enrolment_link');
      const known = await passkeysOf(db, person.staffId);
      const challenge = await askForNewPasskey(
        deps,
        site,
        { aim: 'enrol', person: person.staffId, ...person },
        known,
      );
      return ok({ result: { ...challenge, name: person.name } });
    }),
    route('POST /api/staff/enrolment/finish', async (call) =>
      call.commit(async (tx) => {
        const { token, name } = call.body;
        const at = clock.now();
        const found = await enrolmentPerson(tx, at, token);
        if (!found || !(await takeEnrolment(tx, at, token))) return fail('enrolment_link');
        const to = { aim: 'enrol', person: found.staffId } as const;
        const passkey = await newPasskeyOf(tx, deps, site, to, call.body);
        if (!passkey || !(await addPasskey(tx, found.staffId, passkey, { name, at })))
          return fail('passkey_refused');
        const member = await lockMember(tx, found.staffId);
        if (!member || member.state === 'disabled') return fail('staff_unknown');
        await notifyPasskeyChange(tx, deps, member, name, 'added');
        const person = await personOf(tx, found.staffId);
        if (person) return ok(await enter(tx, deps, person, 'passkey', call, enrolled));
        // The passkey of a person without a role is stored until a role is approved.
        const { origin } = call;
        const facts = { subject: `staff:${member.id}`, subjectName: member.name, after: { passkey: name } };
        await writeAudit(tx, { ...facts, at, staffId: member.id, action: enrolled, origin });
        return ok({ result: null });
      }),
    ),
  ];
}

/** Active person; an invited person without a role cannot sign in yet. */
async function personOf(db: Queryable, staffId: number) {
  const [actor, contact] = [await actorOf(db, staffId), await contactOf(db, staffId)];
  return actor && contact && { ...actor, email: contact.email };
}

async function contactOf(db: Queryable, staffId: number) {
  const row = await db
    .selectFrom('staff_member')
    .select(['name', 'email'])
    .where('id', '=', staffId)
    .where('state', '<>', 'disabled')
    .executeTakeFirst();
  return row && { staffId, ...row };
}
