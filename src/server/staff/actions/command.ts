import { sql } from 'kysely';
import { contract, type CallKey, type ParsedOf } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Dependencies } from '../../dependencies.ts';
import { transaction, type Database, type Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { route, staffOf, type Answer, type Call, type Route } from '../../platform/http/route.ts';
import type { Vault } from '../../platform/secrets.ts';
import { isOwnRecord } from '../own-records/service.ts';
import { askersOf, type Actor, type Askers } from './askers.ts';
import { writeAudit, type Deed, type Facts } from './audit.ts';

/** Requested command. Approval runs the same one against the state at that time. */
export interface Asked<K extends CallKey> extends Askers {
  readonly params: ParsedOf<K, 'params'>;
  readonly query: ParsedOf<K, 'query'>;
  readonly body: ParsedOf<K, 'body'>;
  readonly seenVersion: number | undefined;
  /** Id of the approved request; undefined on the request itself. */
  readonly approval?: number;
}

/** Outcome of a command: its response and its audit facts. */
export interface Done<T> {
  readonly answer: T;
  readonly facts: Facts;
  /** True for an amount below the contract's limit for a second person. */
  readonly isSmall?: boolean;
}

/**
 * Runs queries in the transaction and has no other effects, since it may run more than once, or for a preview
 * only.
 */
export type Work<K extends CallKey> = (tx: Tx, asked: Asked<K>) => Promise<Result<Done<Answer<K>>>>;

/** Staff command: its route, and the work that its approval runs. */
export interface StaffCommand {
  readonly key: CallKey;
  readonly route: Route;
  // The registry holds commands of all calls; `staffCommand` checked each against its own call.
  readonly work: Work<CallKey>;
}

/**
 * Implements a staff command. The change and its audit row share one transaction. A command with an
 * `approval` in its contract is only checked and stored here.
 */
export function staffCommand<K extends CallKey>(
  deps: Pick<Dependencies, 'clock' | 'vault'>,
  key: K,
  work: Work<K>,
): StaffCommand {
  const definition: Endpoint = contract[key];
  const anyWork = reasoned(work);
  const handle = (call: Call<K>) =>
    call.commit(async (tx) => {
      const by = staffOf(call);
      const { params, query, body, seenVersion, origin } = call;
      const asked: Asked<CallKey> = {
        params: params as never,
        query: query as never,
        body: body as never,
        seenVersion,
        by,
        approver: undefined,
      };
      const at = deps.clock.now();
      if (definition.previewed && isPreview(query)) {
        const shown = await preview(tx, anyWork, asked);
        return (await refuseWaiting(tx, key, shown)) ?? previewed(shown);
      }
      if (definition.daily && (await isOverDaily(tx, by, key, definition.daily, at)))
        return fail('daily_limit');
      const seen = definition.approval === undefined ? undefined : await preview(tx, anyWork, asked);
      if (seen && !seen.ok) return seen;
      const waiting = await refuseWaiting(tx, key, seen);
      if (waiting) return waiting;
      const isOneEnough = definition.approvalFromLimit && seen?.value.isSmall === true;
      if (definition.approval !== undefined && seen && !isOneEnough) {
        const answer = await askApproval(tx, deps.vault, key, { asked, facts: seen.value.facts, at, origin });
        return answer as unknown as Result<Answer<K>>;
      }
      const done = await anyWork(tx, asked);
      if (!done.ok) return done;
      const overtaken = await refuseWaiting(tx, key, done);
      if (overtaken) return overtaken;
      await writeAudit(tx, { ...done.value.facts, at, staffId: by.staffId, action: key, origin });
      return ok(done.value.answer as unknown as Answer<K>);
    });
  return { key, route: route(key, handle, { isAudited: true }), work: anyWork };
}

/**
 * Refuses actions on one's own customer record. The audit takes the reason from the body, unless the command
 * provides its own.
 */
function reasoned(work: Work<CallKey>): Work<CallKey> {
  return async (tx, asked) => {
    const done = await work(tx, asked);
    if (!done.ok) return done;
    const own = await refuseOwnRecord(tx, asked, done.value.facts);
    if (own) return own;
    const { reason_code: reasonCode, reason = '' }: { reason_code?: string; reason?: string } =
      asked.body ?? {};
    const why = reasonCode === undefined ? {} : { reasonCode, reason };
    return ok({ ...done.value, facts: { ...why, ...done.value.facts } });
  };
}

/** Kinds of subject about which several independent decisions are made. */
const WIDE_SUBJECTS: readonly string[] = ['customer', 'staff', 'partner', 'settlement'];

/** Name of the decision, equal for commands that exclude each other while one waits (docs/console.md#cuatro-ojos). */
function slotOf(key: CallKey, { slot, subject }: Facts): string {
  if (slot !== undefined) return slot;
  return WIDE_SUBJECTS.includes(subject.replace(/:.*/, '')) ? `${key} ${subject}` : subject;
}

/** Refusal of a decision on a subject that waits for a second person, unless the contract allows it meanwhile. */
export async function refuseWaiting(
  tx: Tx,
  key: CallKey,
  done: Result<Done<unknown>> | undefined,
): Promise<Failure | undefined> {
  const definition: Endpoint = contract[key];
  // A decision on the request itself carries its approval.
  if (!done?.ok || definition.whileWaiting || done.value.facts.approval) return undefined;
  const slot = slotOf(key, done.value.facts);
  const { rows } = await sql`
    select from staff_approval where state = 'pending' and (slot = ${slot} or subject = ${slot}) limit 1
  `.execute(tx);
  return rows.length === 0 ? undefined : fail('already_asked');
}

/** Refusal of an action on the customer record of its requester or approver. */
export async function refuseOwnRecord(
  tx: Tx,
  asked: Askers,
  { customerId }: Pick<Facts, 'customerId'>,
): Promise<Failure | undefined> {
  if (customerId === undefined) return undefined;
  for (const { staffId } of askersOf(asked))
    if (await isOwnRecord(tx, staffId, customerId)) return fail('own_record');
  return undefined;
}

interface Asking {
  readonly asked: Asked<CallKey>;
  readonly facts: Facts;
  readonly at: Date;
  readonly origin: Deed['origin'];
}

/**
 * Stores a request until a second person decides it.
 * @returns the answer for the requester; a failure while another one asks for the same
 */
export async function askApproval(
  tx: Tx,
  vault: Vault,
  key: CallKey,
  { asked, facts, at, origin }: Asking,
): Promise<Result<object>> {
  const definition: Endpoint = contract[key];
  const request = frozenRequest(vault, definition, asked);
  const id = await freeze(tx, key, definition.approval ?? '', { asked, request }, facts, at);
  if (id === undefined) return fail('already_asked');
  const { staffId } = asked.by;
  const requested = {
    ...facts,
    after: { requested: facts.after },
    approval: { id, requestedBy: staffId },
  };
  await writeAudit(tx, { ...requested, at, staffId, action: key, origin });
  return ok({ outcome: 'pending_approval', approval: String(id), before: '', after: '' });
}

const isPreview = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'preview' in query && query.preview === '1';

function previewed<T>(seen: Result<Done<unknown>>): Result<T> {
  if (!seen.ok) return seen;
  const { before = {}, after = {} } = seen.value.facts;
  const answer = {
    outcome: 'preview',
    approval: '',
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  };
  return ok(answer as T);
}

/**
 * Checks whether the person has reached their roles' daily limit (UTC) for the call; counted under a lock.
 */
export async function isOverDaily(
  tx: Tx,
  { staffId, roles }: Actor,
  action: CallKey,
  daily: NonNullable<Endpoint['daily']>,
  now: Date,
): Promise<boolean> {
  const most = Math.max(...roles.map((role) => daily[role] ?? daily.everybody), 0);
  // The weakest sufficient lock, so that rows of other calls that reference the person, such as notes, do not
  // wait.
  await sql`select id from staff_member where id = ${staffId} for no key update`.execute(tx);
  const latest = await tx
    .selectFrom('staff_audit')
    .select('at')
    .where('staff_id', '=', staffId)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const today = new Date(now.toISOString().slice(0, 10));
  return latest.filter(({ at }) => at >= today).length >= most;
}

/** Records in the audit that a person opened a record. @returns false over their daily limit */
export function recordOpening<K extends CallKey>(
  db: Database,
  call: Pick<Call<K>, 'staff' | 'origin'>,
  key: K,
  facts: Facts,
  at: Date,
): Promise<boolean> {
  const staff = staffOf(call);
  const { daily }: Endpoint = contract[key];
  return transaction(db, async (tx) => {
    if (daily && (await isOverDaily(tx, staff, key, daily, at))) return false;
    await writeAudit(tx, { ...facts, at, staffId: staff.staffId, action: key, origin: call.origin });
    return true;
  });
}

/** Effects of running the command now, rolled back afterwards. */
const preview = (tx: Tx, work: Work<CallKey>, asked: Asked<CallKey>) => undone(tx, () => work(tx, asked));

export async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint preview`.execute(tx);
  const seen = await work();
  await sql`rollback to savepoint preview`.execute(tx);
  return seen;
}

const sealPurpose = 'staff-approval';

/** Stored form of a request, encrypted if it contains personal data. */
function frozenRequest(
  vault: Vault,
  { personal }: Endpoint,
  { params, query, body }: Asked<CallKey>,
): object {
  const request = { params, query, body };
  if (!personal) return request;
  return { sealed: vault.encrypt(sealPurpose, JSON.stringify(request)).toString('base64') };
}

/** @returns undefined for a request with erased data */
export function openRequest(vault: Vault, frozen: object): FrozenRequest | undefined {
  if ('sealed' in frozen)
    return JSON.parse(
      vault.decrypt(sealPurpose, Buffer.from(String(frozen.sealed), 'base64')),
    ) as FrozenRequest;
  // JSON omits `params` of a call without any.
  return 'params' in frozen || 'body' in frozen ? (frozen as FrozenRequest) : undefined;
}

type FrozenRequest = Readonly<Record<'params' | 'query' | 'body', object>>;

/** @returns undefined while another request asks for the same */
async function freeze(
  tx: Tx,
  action: CallKey,
  permission: string,
  { asked, request }: { readonly asked: Asked<CallKey>; readonly request: object },
  facts: Facts,
  at: Date,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('staff_approval')
    .values({
      action,
      request: JSON.stringify(request),
      seen_version: asked.seenVersion ?? null,
      permission,
      subject: facts.subject,
      subject_name: facts.subjectName,
      country: facts.country ?? null,
      customer_id: facts.customerId ?? null,
      reason_code: facts.reasonCode ?? '',
      reason: facts.reason ?? '',
      before: JSON.stringify(facts.before ?? {}),
      after: JSON.stringify(facts.after ?? {}),
      requested_by: asked.by.staffId,
      requested_at: at,
      slot: slotOf(action, facts),
      amount: facts.amount ?? null,
    })
    // Waits for a concurrent request for the same.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
