import type { Dependencies } from '../../dependencies.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import {
  askForNewPasskey,
  askForPasskey,
  countOfAnswer,
  credentialIdOf,
  newPasskeyOf,
} from '../../platform/passkey-ceremony.ts';
import { DONE, staffCommand, type Actor, type StaffCommand } from '../actions/service.ts';
import {
  addPasskey,
  consoleSite,
  leastPasskeys,
  lockPasskey,
  noteUse,
  passkeysOf,
  removePasskey,
  sendEnrolment,
  passkeyViews,
  notifyPasskeyChange,
} from '../passkeys/service.ts';
import { memberToChange } from './asked-of-member.ts';
import { lockMember } from './members.ts';
import { proveSession } from './sessions.ts';

/** Routes for one's own passkeys, and for step-up with one of them. */
export function passkeyRoutes(deps: Dependencies): Route[] {
  const { db, config } = deps;
  const site = consoleSite(config);
  return [
    route('GET /api/staff/passkeys', async (call) =>
      ok({ result: await passkeyViews(db, staffOf(call).staffId), least: leastPasskeys(config) }),
    ),
    route('GET /api/staff/passkeys/challenge', async (call) => {
      const { staffId, name, email } = staffOf(call);
      const known = await passkeysOf(db, staffId);
      return ok({
        result: await askForNewPasskey(deps, site, { aim: 'add', person: staffId, name, email }, known),
      });
    }),
    route('GET /api/staff/step-up', async (call) => {
      const { staffId } = staffOf(call);
      const known = await passkeysOf(db, staffId);
      const result =
        known.length > 0 ? await askForPasskey(deps, site, { aim: 'step-up', person: staffId }, known) : null;
      return ok({ result, sandbox: config.SANDBOX });
    }),
  ];
}

export function passkeyCommands(deps: Dependencies): StaffCommand[] {
  return [addCommand(deps), removeCommand(deps), proveCommand(deps), proveInSandbox(deps), linkCommand(deps)];
}

const own = ({ staffId, name: subjectName }: Actor) => ({ subject: `staff:${staffId}`, subjectName });

/** Adding the first passkey needs a recent sign-in, further ones an existing passkey. */
function addCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/passkeys', async (tx, { body, by }) => {
    const at = deps.clock.now();
    const member = await lockMember(tx, by.staffId);
    if (!member) return fail('not_found');
    const isFirst = (await passkeysOf(tx, by.staffId)).length === 0;
    if (!by.isProven && !(isFirst && by.isNew)) return fail('step_up');
    const passkey = await newPasskeyOf(
      tx,
      deps,
      consoleSite(deps.config),
      { aim: 'add', person: by.staffId },
      body,
    );
    if (!passkey || !(await addPasskey(tx, by.staffId, passkey, { name: body.name, at })))
      return fail('passkey_refused');
    await notifyPasskeyChange(tx, deps, member, body.name, 'added');
    const facts = { ...own(by), after: { passkey: body.name } };
    return ok({ answer: { result: await passkeyViews(tx, by.staffId) }, facts });
  });
}

function removeCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/passkeys/{id}/remove', async (tx, { params, by }) => {
    const member = await lockMember(tx, by.staffId);
    if (!member) return fail('not_found');
    const removed = await removePasskey(tx, by.staffId, params.id);
    if (removed === undefined) return fail('not_found');
    const left = await passkeyViews(tx, by.staffId);
    if (left.length < leastPasskeys(deps.config)) return fail('passkeys_least');
    await notifyPasskeyChange(tx, deps, member, removed, 'removed');
    return ok({ answer: { result: left }, facts: { ...own(by), before: { passkey: removed } } });
  });
}

function proveCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/step-up', async (tx, { body, by }) => {
    const passkey = await lockPasskey(tx, credentialIdOf(body.credential) ?? '');
    if (passkey?.staff_id !== by.staffId || !by.sessionDigest) return fail('passkey_refused');
    const to = { aim: 'step-up', person: by.staffId } as const;
    const counted = await countOfAnswer(tx, deps, consoleSite(deps.config), to, { ...body, passkey });
    if (counted === undefined) return fail('passkey_refused');
    const at = deps.clock.now();
    await noteUse(tx, passkey.id, counted, at);
    await proveSession(tx, at, by.sessionDigest);
    return ok({ answer: { messages: [] }, facts: own(by) });
  });
}

function proveInSandbox(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/step-up/sandbox', async (tx, { by }) => {
    if (!deps.config.SANDBOX || !by.sessionDigest) return fail('not_found');
    await proveSession(tx, deps.clock.now(), by.sessionDigest);
    return ok({ answer: { messages: [] }, facts: own(by) });
  });
}

/** Sends a link to a person who lost every passkey or never had one. */
function linkCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/people/{id}/enrolment', async (tx, asked) => {
    const found = await memberToChange(tx, asked);
    if (!found.ok) return found;
    const member = found.value;
    if (member.state === 'disabled') return fail('not_found');
    await sendEnrolment(tx, deps, member);
    const facts = { subject: `staff:${member.id}`, subjectName: member.name, reason: asked.body.reason };
    return ok({ answer: DONE, facts });
  });
}
