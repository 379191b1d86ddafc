import { sql } from 'kysely';
import type { MEMBER_STATES } from '../../../contract/staff/team.ts';
import { permissionsOf, type Permission, type StaffRole } from '../../../contract/staff/permissions.ts';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Actor } from '../actions/service.ts';

type MemberState = (typeof MEMBER_STATES)[number];

export interface Member {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly countries: readonly CountryCode[];
  readonly roles_from_provider: boolean;
  readonly state: MemberState;
  readonly version: number;
  readonly changed_by: string;
  readonly changed_at: Date;
}

const columns = [
  'id',
  'email',
  'name',
  'roles',
  'countries',
  'roles_from_provider',
  'state',
  'version',
  'changed_by',
  'changed_at',
] as const;

/** Active staff member, with the permissions of their current roles; undefined for all others. */
export async function actorOf(db: Queryable, id: number): Promise<Actor | undefined> {
  const row = await db
    .selectFrom('staff_member')
    .select(columns)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (!row) return undefined;
  const { name, roles, countries } = row as Member;
  return { staffId: id, name, roles, countries, permissions: permissionsOf(roles) };
}

/** People with a permission in a country, by name. */
export async function membersWho(
  db: Queryable,
  permission: Permission,
  country: CountryCode,
): Promise<{ readonly id: number; readonly name: string }[]> {
  const rows = await db
    .selectFrom('staff_member')
    .select(['id', 'name', 'roles'])
    .where('state', '=', 'active')
    .where(sql<boolean>`${country} = any(countries)`)
    .orderBy('name')
    .execute();
  return rows
    .filter(({ roles }) => permissionsOf(roles as StaffRole[]).has(permission))
    .map(({ id, name }) => ({ id, name }));
}

export async function lockMember(tx: Tx, id: number): Promise<Member | undefined> {
  const row = await tx
    .selectFrom('staff_member')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as Member | undefined;
}

interface NewMember {
  readonly email: string;
  readonly name: string;
  readonly countries: readonly CountryCode[];
  readonly roles?: readonly StaffRole[];
  readonly isFromProvider?: boolean;
  readonly by: string;
  readonly at: Date;
}

/** @returns undefined if the address is taken */
export async function addMember(tx: Tx, person: NewMember): Promise<number | undefined> {
  const row = await tx
    .insertInto('staff_member')
    .values({
      email: person.email,
      name: person.name,
      countries: [...person.countries],
      roles: [...(person.roles ?? [])],
      roles_from_provider: person.isFromProvider ?? false,
      changed_by: person.by,
      created_at: person.at,
      changed_at: person.at,
    })
    .onConflict((on) => on.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export interface MemberChange {
  readonly roles?: readonly StaffRole[];
  readonly countries?: readonly CountryCode[];
  readonly state?: MemberState;
  readonly name?: string;
  readonly subject?: string;
  readonly isFromProvider?: boolean;
  /** Identifies the person's own customer record; '' if unknown. */
  readonly own?: { readonly document: string; readonly cellphone: string; readonly email: string };
}

/** Changes the row and increments its version. */
export async function changeMember(
  tx: Tx,
  id: number,
  { roles, countries, isFromProvider, own, ...plain }: MemberChange,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('staff_member')
    .set({
      ...plain,
      ...(roles ? { roles: [...roles] } : {}),
      ...(countries ? { countries: [...countries] } : {}),
      ...(own ? { own_document: own.document, own_cellphone: own.cellphone, own_email: own.email } : {}),
      ...(isFromProvider === undefined ? {} : { roles_from_provider: isFromProvider }),
      version: sql`version + 1`,
      changed_by: by,
      changed_at: at,
    })
    .where('id', '=', id)
    .execute();
}

export const pageSize = 50;

/** People, newest first, with their number of open sessions. */
export async function membersPage(
  db: Queryable,
  now: Date,
  { before, id }: { readonly before?: number | undefined; readonly id?: number },
) {
  const idleSince = new Date(now.getTime() - IDLE_MINUTES * 60_000);
  const rows = await db
    .selectFrom('staff_member as m')
    .select(columns.map((column) => `m.${column}` as const))
    .select((eb) => [
      eb
        .selectFrom('staff_session as s')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('s.staff_id', '=', 'm.id')
        .where('s.ended_at', 'is', null)
        .where('s.expires_at', '>', now)
        .where('s.last_used_at', '>', idleSince)
        .as('sessions'),
      eb
        .selectFrom('staff_session as s')
        .select((last) => last.fn.max('s.last_used_at').as('at'))
        .whereRef('s.staff_id', '=', 'm.id')
        .as('last_seen'),
    ])
    .$if(before !== undefined, (query) => query.where('m.id', '<', before ?? 0))
    .$if(id !== undefined, (query) => query.where('m.id', '=', id ?? 0))
    .orderBy('m.id', 'desc')
    .limit(pageSize + 1)
    .execute();
  return rows.map((row) => {
    const member = row as unknown as Member;
    return {
      id: String(row.id),
      name: row.name,
      email: row.email,
      roles: [...member.roles],
      // Drops countries that the product no longer serves.
      countries: COUNTRIES.filter((code) => member.countries.includes(code)),
      state: member.state,
      from_provider: row.roles_from_provider,
      version: row.version,
      sessions: row.sessions ?? 0,
      last_seen: row.last_seen?.toISOString() ?? null,
    };
  });
}

export async function memberView(db: Queryable, now: Date, id: number) {
  const [member] = await membersPage(db, now, { id });
  if (!member) throw new Error(`there is no staff member ${id}`);
  return member;
}

/** Idle time after which a session ends, minutes. */
export const IDLE_MINUTES = 30;
/** Longest duration of a session even in constant use, hours. */
export const LONGEST_HOURS = 12;
/** Validity of a passkey check (step-up), minutes. */
export const PROOF_MINUTES = 5;
/** Maximum age of a session to add the person's first passkey without a step-up, minutes. */
export const NEW_MINUTES = 10;
