import type { Dependencies } from '../../dependencies.ts';
import { incompatibleOf, permissionsOf, type StaffRole } from '../../../contract/staff/permissions.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import {
  askersOf,
  DONE,
  doerOf,
  staffCommand,
  type Actor,
  type Facts,
  type StaffCommand,
} from '../actions/service.ts';
import { addMember, changeMember, lockMember, memberView, type Member } from './members.ts';
import { leastPasskeys, sendEnrolment } from '../passkeys/service.ts';
import { memberToChange, refuseForeign, type AskedOfMember } from './asked-of-member.ts';
import { passkeyCommands } from './passkey-commands.ts';
import { endSessions } from './sessions.ts';

/** Two, because a single approver's own requests, including one to add another, could never be approved. */
const least = 2;

type Access = Pick<Member, 'id' | 'roles' | 'state'>;

const mayApprove = ({ roles, state }: Omit<Access, 'id'>): boolean =>
  state === 'active' && permissionsOf(roles).has('team.approve');

/** Checks whether a change leaves fewer than two people who may approve access. */
async function leavesTooFew(tx: Tx, before: Access, after: Access): Promise<boolean> {
  if (!mayApprove(before) || mayApprove(after)) return false;
  // Serializes changes, so that two approvers cannot remove each other.
  await lockName(tx, 'staff approvers');
  const rows = await tx
    .selectFrom('staff_member')
    .select(['roles', 'state'])
    .where('state', '=', 'active')
    .where('id', '<>', before.id)
    .execute();
  const left = rows.filter(({ roles }) => mayApprove({ roles: roles as StaffRole[], state: 'active' }));
  return left.length < least;
}

const dayMs = 86_400_000;

export function teamCommands(deps: Dependencies): StaffCommand[] {
  return [
    inviteCommand(deps),
    accessCommand(deps),
    disableCommand(deps),
    ownRecordCommand(deps),
    enableCommand(deps),
    endCommand(deps),
    ...passkeyCommands(deps),
  ];
}

function inviteCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/people', async (tx, { body, by }) => {
    const { name, email, countries } = body;
    const foreign = refuseForeign([by], countries);
    if (foreign) return foreign;
    const at = deps.clock.now();
    const id = await addMember(tx, { name, email, countries, by: by.name, at });
    if (id === undefined) return fail('staff_exists');
    if (leastPasskeys(deps.config) > 0) await sendEnrolment(tx, deps, { id, name, email, countries });
    const facts = { subject: `staff:${id}`, subjectName: name, after: { email, countries } };
    return ok({ answer: { result: await memberView(tx, at, id) }, facts });
  });
}

function accessCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/people/{id}/access', async (tx, asked) => {
    const found = await memberToChange(tx, asked);
    if (!found.ok) return found;
    const member = found.value;
    if (member.roles_from_provider) return fail('roles_elsewhere');
    const { roles, countries } = asked.body;
    const foreign = refuseForeign(askersOf(asked), countries);
    if (foreign) return foreign;
    const pair = incompatibleOf(roles);
    if (pair) return fail('roles_incompatible');
    // An invited person becomes active with their first roles.
    const state = member.state === 'invited' && roles.length > 0 ? { state: 'active' as const } : {};
    const next = { roles: [...new Set(roles)], countries: [...new Set(countries)], ...state };
    if (await leavesTooFew(tx, member, { ...member, ...next })) return fail('last_approvers');
    await changeMember(tx, member.id, next, stamp(deps, asked));
    const before = { roles: member.roles, countries: member.countries };
    return ok({ answer: DONE, facts: { ...aboutAccess(member, asked.body), before, after: next } });
  });
}

function disableCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/people/{id}/disable', async (tx, asked) => {
    const found = await memberToChange(tx, asked);
    if (!found.ok) return found;
    const member = found.value;
    const { at } = stamp(deps, asked);
    if (await leavesTooFew(tx, member, { ...member, state: 'disabled' })) return fail('last_approvers');
    const isFirst = !(await hasDisabled(tx, asked.by, at));
    await changeMember(tx, member.id, { state: 'disabled' }, stamp(deps, asked));
    const ended = await endSessions(tx, at, { staffId: member.id });
    const facts = {
      ...factsOf(member, asked.body),
      before: { state: member.state },
      after: { state: 'disabled', sessions_ended: ended },
    };
    return ok({ answer: DONE, facts, isSmall: isFirst });
  });
}

/**
 * Checks whether this person disabled an account in the last day: the first needs no approval, further ones
 * do.
 */
async function hasDisabled(tx: Tx, { staffId }: Actor, now: Date): Promise<boolean> {
  await lockName(tx, `shut out by ${staffId}`);
  const row = await tx
    .selectFrom('staff_audit')
    .select('id')
    .where('staff_id', '=', staffId)
    .where('action', '=', 'POST /api/staff/people/{id}/disable')
    .where('at', '>', new Date(now.getTime() - dayMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function ownRecordCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/people/{id}/own-record', async (tx, asked) => {
    const found = await memberToChange(tx, asked);
    if (!found.ok) return found;
    const member = found.value;
    const { document_number: document, cellphone, email } = asked.body;
    await changeMember(tx, member.id, { own: { document, cellphone, email } }, stamp(deps, asked));
    const given = { document: document !== '', phone: cellphone !== '', email: email !== '' };
    return ok({ answer: DONE, facts: { ...factsOf(member, asked.body), after: given } });
  });
}

function enableCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/people/{id}/enable', async (tx, asked) => {
    const found = await memberToChange(tx, asked);
    if (!found.ok) return found;
    const member = found.value;
    const state = member.roles.length > 0 ? 'active' : 'invited';
    await changeMember(tx, member.id, { state }, stamp(deps, asked));
    const change = { before: { state: member.state }, after: { state } };
    return ok({ answer: DONE, facts: { ...aboutAccess(member, asked.body), ...change } });
  });
}

/** Allowed for one's own sessions too, such as one left open on another computer. */
function endCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/people/{id}/end-sessions', async (tx, { params, body, by }) => {
    const member = await lockMember(tx, params.id);
    if (!member) return fail('not_found');
    const foreign = refuseForeign([by], member.countries);
    if (foreign) return foreign;
    const ended = await endSessions(tx, deps.clock.now(), { staffId: member.id });
    const facts = { ...factsOf(member, body), after: { sessions_ended: ended } };
    return ok({ answer: { messages: [`Sesiones cerradas: ${ended}.`] }, facts });
  });
}

function stamp({ clock }: Pick<Dependencies, 'clock'>, asked: AskedOfMember) {
  return { by: doerOf(asked).name, at: clock.now() };
}

function factsOf(member: Member, why: { readonly reason_code?: string; readonly reason: string }): Facts {
  return {
    subject: `staff:${member.id}`,
    subjectName: member.name,
    reason: why.reason,
    ...(why.reason_code === undefined ? {} : { reasonCode: why.reason_code }),
  };
}

/** Facts of a decision that gives access. */
const aboutAccess = (member: Member, why: Parameters<typeof factsOf>[1]): Facts => ({
  ...factsOf(member, why),
  slot: `access of ${member.id}`,
});
