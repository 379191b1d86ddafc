import type { Permission } from '../../../contract/staff/permissions.ts';
import { WORK_COUNTED } from '../../../contract/staff/worklist.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Route, type StaffIdentity } from '../../platform/http/route.ts';
import {
  approvalCounts,
  approvalsPage,
  expiryOf,
  isLarge,
  lockApproval,
  settle,
  type FrozenApproval,
} from './approval-rows.ts';
import { workLine, type WorkSource } from '../worklist/service.ts';
import type { Actor } from './askers.ts';
import type { Facts } from './audit.ts';
import { openRequest, staffCommand, type Done, type StaffCommand } from './command.ts';
import { closeObsolete, commandsByKey, runFrozen, type Commands } from './obsolete.ts';

/**
 * Commands that decide approval requests.
 * @param commands all commands that can be approved, from every feature
 */
export function approvalCommands(deps: Dependencies, commands: readonly StaffCommand[]): StaffCommand[] {
  const byKey = commandsByKey(commands);
  return [
    approveCommand(deps, byKey),
    staffCommand(deps, 'POST /api/staff/approvals/{id}/reject', async (tx, { params, body, by }) => {
      const found = await pending(tx, params.id, by);
      if (!found.ok) return found;
      await settle(tx, found.value.id, { state: 'rejected', by: by.staffId, at: deps.clock.now() });
      return decided(found.value, 'Rechazado.', { reason: body.reason });
    }),
    staffCommand(deps, 'POST /api/staff/approvals/{id}/show', async (tx, { params, by }) => {
      const found = await lockApproval(tx, params.id);
      const isTheirs = found?.requested_by === by.staffId || (found && !objection(found, by));
      if (!found || !isTheirs || !isOf(by, found.country)) return fail('not_found');
      const request = openRequest(deps.vault, found.request);
      if (!request) return fail('approval_state');
      const { subject, subject_name: subjectName, action } = found;
      const facts = { subject, subjectName, ...whose(found), after: { action }, approval: approvalOf(found) };
      const customer = found.customer_id === null ? '' : String(found.customer_id);
      return ok({ answer: { body: JSON.stringify(withoutReasons(request.body)), customer }, facts });
    }),
    staffCommand(deps, 'POST /api/staff/approvals/{id}/withdraw', async (tx, { params, by }) => {
      const found = await lockApproval(tx, params.id);
      if (found?.requested_by !== by.staffId) return fail('not_found');
      if (found.state !== 'pending') return fail('approval_state');
      await settle(tx, found.id, { state: 'withdrawn', by: by.staffId, at: deps.clock.now() });
      return decided(found, 'Retirado.', {});
    }),
  ];
}

/**
 * Approves a request. One that cannot be done any more, or that this approval overtakes, is closed at once in a
 * transaction of its own.
 */
function approveCommand(deps: Dependencies, commands: Commands): StaffCommand {
  const key = 'POST /api/staff/approvals/{id}/approve';
  const command = staffCommand(deps, key, async (tx, { params, body, by }) => {
    const found = await pending(tx, params.id, by);
    if (!found.ok) return found;
    const frozen = found.value;
    if (isExpired(deps, frozen)) return fail('approval_expired');
    const done = await runFrozen(tx, deps, commands, frozen, by);
    if (!done.ok) return done;
    if (isLarge(frozen) && frozen.amount !== Math.round((body?.amount ?? 0) * 100))
      return fail('approval_amount');
    await settle(tx, frozen.id, { state: 'approved', by: by.staffId, at: deps.clock.now() });
    const { facts } = done.value;
    const after = { action: frozen.action, ...facts.after };
    return ok({
      answer: { messages: ['Aprobado.'] },
      facts: { ...facts, after, approval: approvalOf(frozen) },
    });
  });
  return {
    ...command,
    route: {
      ...command.route,
      handle: async (call) => {
        const result = await command.route.handle(call);
        const { id } = call.params as unknown as { readonly id: number };
        await closeObsolete(deps, commands, result.ok ? { besides: id } : { only: id });
        return result;
      },
    },
  };
}

export function approvalRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/staff/approvals', async (call) => {
      const staff = staffOf(call);
      const isDecidable = (row: Parameters<typeof objection>[0] & Pick<FrozenApproval, 'requested_at'>) =>
        !isExpired(deps, row) && objection(row, staff) === undefined;
      const days = deps.config.APPROVAL_DAYS;
      return ok(await approvalsPage(deps.db, staff, { ...call.query, days }, isDecidable));
    }),
  ];
}

/** Requests that wait for the person, and their own. */
export function approvalWork({ db, config }: Pick<Dependencies, 'db' | 'config'>): WorkSource {
  return {
    lines: ['approvals', 'own-requests', 'own-closed'],
    async read(staff, now) {
      const days = config.APPROVAL_DAYS;
      const counts = await approvalCounts(db, staff, { now, days, most: WORK_COUNTED + 1 });
      return [
        ...workLine('approvals', { count: counts.decidable, oldestAt: counts.oldest_at }),
        ...workLine('own-closed', { count: counts.closed }),
        ...workLine('own-requests', { count: counts.own }),
      ];
    },
  };
}

const isExpired = (
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  { requested_at: requestedAt }: Pick<FrozenApproval, 'requested_at'>,
): boolean => expiryOf(requestedAt, config.APPROVAL_DAYS) <= clock.now();

function decided(
  found: FrozenApproval,
  message: string,
  { reason = '' }: { readonly reason?: string },
): Result<Done<{ messages: string[] }>> {
  const { action, subject, subject_name: subjectName } = found;
  const facts = {
    subject,
    subjectName,
    ...whose(found),
    reason,
    after: { action },
    approval: approvalOf(found),
  };
  return ok({ answer: { messages: [message] }, facts });
}

const isOf = ({ countries }: Actor, country: string | null) =>
  country === null || countries.some((own) => own === country);

/** Links the audit row to the customer, so that it appears in their history. */
function whose({ customer_id: customerId, country }: FrozenApproval): Pick<Facts, 'customerId' | 'country'> {
  return {
    ...(customerId === null ? {} : { customerId }),
    ...(country === null ? {} : { country: country }),
  };
}

/** Body to run, without its reasons, which the list shows separately. */
function withoutReasons(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('reason')));
}

const approvalOf = ({ id, requested_by: requestedBy }: FrozenApproval) => ({ id, requestedBy });

/** Locks a request that this person may decide; `not_found` for those who may not see it. */
async function pending(tx: Tx, id: number, by: Actor): Promise<Result<FrozenApproval>> {
  const found = await lockApproval(tx, id);
  if (!found || !isOf(by, found.country)) return fail('not_found');
  const why = objection(found, by);
  if (why) return why;
  if (found.state === 'obsolete')
    return fail('changed_meanwhile', {
      message: `Este pedido se cerró sin hacerse. ${found.closed_because}`,
    });
  return found.state === 'pending' ? ok(found) : fail('approval_state');
}

function objection(
  {
    permission,
    requested_by: requestedBy,
    subject,
  }: Pick<FrozenApproval, 'permission' | 'requested_by' | 'subject'>,
  by: Pick<StaffIdentity, 'staffId' | 'permissions'>,
): Failure | undefined {
  if (!by.permissions.has(permission as Permission)) return fail('permission');
  if (requestedBy === by.staffId) return fail('own_request');
  return subject === `staff:${by.staffId}` ? fail('own_account') : undefined;
}
