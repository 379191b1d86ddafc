import { sql } from 'kysely';
import { contract, type CallKey } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { failures, type FailureCode } from '../../../contract/failures.ts';
import type { Permission } from '../../../contract/staff/permissions.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enqueueMessage } from '../../messages/service.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { fail, type Failure, type Result } from '../../platform/http/result.ts';
import { actorOf } from '../team/service.ts';
import { lockApproval, type FrozenApproval } from './approval-rows.ts';
import type { Actor } from './askers.ts';
import { openRequest, undone, type Asked, type Done, type StaffCommand } from './command.ts';

/** Commands that approving can run, by their key. */
export type Commands = ReadonlyMap<string, StaffCommand>;

export const commandsByKey = (commands: readonly StaffCommand[]): Commands =>
  new Map(commands.map((command) => [command.key, command]));

/** Runs the requested command as its requester, against the current state. */
export async function runFrozen(
  tx: Tx,
  { vault }: Pick<Dependencies, 'vault'>,
  commands: Commands,
  frozen: FrozenApproval,
  approver: Actor,
): Promise<Result<Done<object>>> {
  const command = commands.get(frozen.action);
  // A request from an earlier version; its command is gone.
  if (!command) return fail('approval_state');
  const requester = await actorOf(tx, frozen.requested_by);
  // The requester has lost the permission since, so the request can no longer be approved.
  const { permission }: Endpoint = contract[command.key];
  if (!requester?.permissions.has(permission as Permission)) return fail('permission');
  const request = openRequest(vault, frozen.request);
  if (!request) return fail('approval_state');
  const asked = {
    ...request,
    seenVersion: frozen.seen_version ?? undefined,
    by: requester,
    approver,
    approval: frozen.id,
  };
  return command.work(tx, asked as unknown as Asked<CallKey>);
}

/** Refusals that pass or that concern the approver: the request waits on. */
const PASSING: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'own_account',
  'own_record',
  'own_request',
  'daily_limit',
  'refund_contact_changed',
  'refund_payment_open',
  'last_approvers',
  'settlement_untried',
  'pay_out_ask_first',
  'pay_out_in_progress',
  'pay_out_leaving',
  'unavailable',
]);

interface Which {
  /** One request. */
  readonly only?: number;
  /** Requests about the same record or customer as this one. */
  readonly besides?: number;
}

/**
 * Closes pending requests that can no longer be done, because their subject has changed, and notifies their
 * requesters. Each is tried as its approval would, and undone.
 * @returns how many were closed
 */
export async function closeObsolete(
  deps: Dependencies,
  commands: Commands,
  { only, besides }: Which = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select a.id from staff_approval a where a.state = 'pending'
      and ${only === undefined ? sql`true` : sql`a.id = ${only}`}
      and ${
        besides === undefined
          ? sql`true`
          : sql`exists (
        select from staff_approval o where o.id = ${besides} and (o.subject = a.subject or o.customer_id = a.customer_id))`
      }
    order by a.id
  `.execute(deps.db);
  let closed = 0;
  for (const { id } of rows)
    try {
      if (await closeIfObsolete(deps, commands, id)) closed++;
    } catch (error) {
      deps.log.error({ err: error, approval: id }, 'a pending request could not be tried');
    }
  return closed;
}

async function closeIfObsolete(deps: Dependencies, commands: Commands, id: number): Promise<boolean> {
  return transaction(deps.db, async (tx) => {
    const frozen = await lockApproval(tx, id);
    if (frozen?.state !== 'pending') return false;
    const approver = await anyApprover(tx, frozen);
    if (!approver) return false;
    const tried = await undone(tx, () => runFrozen(tx, deps, commands, frozen, approver));
    if (tried.ok || PASSING.has(tried.code)) return false;
    const because = sentenceOf(tried);
    await tx
      .updateTable('staff_approval')
      .set({ state: 'obsolete', decided_at: deps.clock.now(), closed_because: because })
      .where('id', '=', id)
      .execute();
    await notifyRequester(tx, deps, frozen, because);
    return true;
  });
}

/** Any person who may approve it; the trial leaves nothing under their name. */
async function anyApprover(tx: Tx, frozen: FrozenApproval): Promise<Actor | undefined> {
  const others = await tx
    .selectFrom('staff_member')
    .select('id')
    .where('id', '<>', frozen.requested_by)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute();
  for (const { id } of others) {
    const actor = await actorOf(tx, id);
    const isTheirs = frozen.country === null || actor?.countries.some((own) => own === frozen.country);
    if (isTheirs && actor?.permissions.has(frozen.permission as Permission)) return actor;
  }
  return undefined;
}

/** Reason of a failure for someone who does not look at the page now. */
function sentenceOf({ code, message }: Failure): string {
  if (code === 'permission') return 'Quien lo pidió ya no puede pedirlo.';
  return (message ?? failures[code][1])
    .replace(/ mientras l[oa]s? mirabas/, '')
    .replace(/\s*(Actualizá|Mirá) [^.]*\.$/, '')
    .trim();
}

/** E-mails the requester; the request itself is in the console. */
async function notifyRequester(
  tx: Tx,
  deps: Pick<Dependencies, 'clock' | 'config' | 'vault' | 'jobs'>,
  frozen: FrozenApproval,
  because: string,
): Promise<void> {
  const requester = await tx
    .selectFrom('staff_member')
    .select(['email', 'countries', 'state'])
    .where('id', '=', frozen.requested_by)
    .executeTakeFirst();
  const [country] = (requester?.countries ?? []) as Actor['countries'];
  if (requester?.state !== 'active' || country === undefined) return;
  await enqueueMessage(tx, deps, frozen.country ?? country, {
    channel: 'email',
    to: requester.email,
    subject: 'Un pedido tuyo se cerró',
    text: `Tu pedido ${frozen.id} (${frozen.subject_name}) se cerró sin hacerse: cambió lo que tenía que cambiar. ${because} Si todavía hace falta, pedilo de nuevo en la consola. Está en Aprobaciones, entre los cerrados.`,
  });
}
