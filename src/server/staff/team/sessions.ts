import { permissionsOf } from '../../../contract/staff/permissions.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Origin, StaffIdentity } from '../../platform/http/route.ts';
import { digestOf } from '../../platform/secrets.ts';
import type { SweptRows } from '../../platform/swept-rows.ts';
import { deviceName } from '../../platform/http/device.ts';
import { writeAudit } from '../actions/service.ts';
import { type Member, IDLE_MINUTES, LONGEST_HOURS, NEW_MINUTES, PROOF_MINUTES } from './members.ts';
import { leastPasskeys, passkeyCount } from '../passkeys/service.ts';

/** Ended sessions are kept for a while, to answer who was signed in from where. */
export const sweptStaff: readonly SweptRows[] = [
  { table: 'staff_session', time: 'expires_at', days: 90 },
  { table: 'staff_sign_in', time: 'created_at', days: 1 },
];

export type StaffSignIn = 'sandbox' | 'provider' | 'passkey';

/** Opens a session and audits it; only the token's digest is stored. */
export async function openStaffSession(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  who: { readonly id: number; readonly name: string; readonly method: StaffSignIn; readonly action: string },
  origin: Origin,
): Promise<string> {
  const token = random.token();
  const at = clock.now();
  await tx
    .insertInto('staff_session')
    .values({
      digest: digestOf(token),
      staff_id: who.id,
      method: who.method,
      address: origin.address,
      device: origin.device,
      created_at: at,
      last_used_at: at,
      expires_at: after(at, LONGEST_HOURS, 'hours'),
      // A provider may sign in anyone at the machine; a passkey verifies the person.
      proven_at: who.method === 'provider' ? null : at,
    })
    .execute();
  const facts = { subject: `staff:${who.id}`, subjectName: who.name };
  await writeAudit(tx, { ...facts, at, staffId: who.id, action: who.action, origin });
  return token;
}

/** Tolerated staleness of `last_used_at`, so that reading a session writes at most once a minute. */
const touchAfterMs = 60_000;

/** Person of a token, unless the session has ended or was idle too long, or the person has no access. */
export async function authenticateStaff(
  { db, clock, config }: Pick<Dependencies, 'db' | 'clock' | 'config'>,
  token: string,
): Promise<StaffIdentity | undefined> {
  const now = clock.now();
  const digest = digestOf(token);
  const row = await openSessions(db, now)
    .innerJoin('staff_member as m', 'm.id', 's.staff_id')
    .select(['s.staff_id', 's.last_used_at', 's.proven_at', 's.created_at'])
    .select(['m.name', 'm.email', 'm.roles', 'm.countries', passkeyCount.as('passkeys')])
    .where('s.digest', '=', digest)
    .where('m.state', '=', 'active')
    .executeTakeFirst();
  if (!row) return undefined;
  if (now.getTime() - row.last_used_at.getTime() > touchAfterMs)
    await db.updateTable('staff_session').set({ last_used_at: now }).where('digest', '=', digest).execute();
  const { roles, countries } = row as unknown as Pick<Member, 'roles' | 'countries'>;
  return {
    staffId: row.staff_id,
    name: row.name,
    email: row.email,
    roles,
    countries,
    permissions: permissionsOf(roles),
    sessionDigest: digest,
    isProven: row.proven_at !== null && after(row.proven_at, PROOF_MINUTES, 'minutes') > now,
    isNew: after(row.created_at, NEW_MINUTES, 'minutes') > now,
    passkeysMissing: Math.max(0, leastPasskeys(config) - row.passkeys),
  };
}

/** Records a step-up of the session's person. */
export async function proveSession(tx: Tx, now: Date, digest: Buffer): Promise<void> {
  await tx.updateTable('staff_session').set({ proven_at: now }).where('digest', '=', digest).execute();
}

function openSessions(db: Queryable, now: Date) {
  return db
    .selectFrom('staff_session as s')
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('s.last_used_at', '>', after(now, -IDLE_MINUTES, 'minutes'));
}

/** Open sessions of a person, newest first. */
export async function sessionsOf(db: Queryable, now: Date, staffId: number) {
  const rows = await openSessions(db, now)
    .select(['s.id', 's.method', 's.address', 's.device', 's.created_at', 's.last_used_at'])
    .where('s.staff_id', '=', staffId)
    .orderBy('s.id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({
    ...row,
    id: String(row.id),
    device: deviceName(row.device),
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
  }));
}

/** @returns number of sessions that were open */
export async function endSessions(
  tx: Tx,
  now: Date,
  which: { readonly staffId: number; readonly digest?: Buffer },
): Promise<number> {
  const { digest } = which;
  const { numUpdatedRows } = await tx
    .updateTable('staff_session')
    .set({ ended_at: now })
    .where('staff_id', '=', which.staffId)
    .where('ended_at', 'is', null)
    .$if(digest !== undefined, (query) => query.where('digest', '=', digest ?? Buffer.alloc(0)))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
