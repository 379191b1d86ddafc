import { incompatibleOf, permissionsOf, type StaffRole } from '../../../contract/staff/permissions.ts';
import { COUNTRIES, type CountryCode } from '../../../countries/countries.ts';
import type { StaffPerson } from '../../integrations/staff-login/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/database.ts';
import type { Actor } from '../actions/service.ts';
import { addMember, changeMember, lockMember, type MemberChange } from './members.ts';

interface Deps {
  readonly clock: Clock;
  readonly groups: Config['staffGroups'];
}

/**
 * Staff member named by the identity provider: known from an earlier sign-in, invited under this address, or
 * admitted by a group.
 * @returns undefined for a person without access, or with groups that give incompatible roles
 */
export async function memberOfPerson(tx: Tx, deps: Deps, person: StaffPerson): Promise<Actor | undefined> {
  const given = rightsOf(deps.groups, person);
  if (given && incompatibleOf(given.roles)) return undefined;
  const id = (await knownId(tx, person)) ?? (await newcomer(tx, deps, person, given));
  if (id === undefined) return undefined;
  const member = await lockMember(tx, id);
  if (!member || member.state === 'disabled') return undefined;
  const change = changeOf(member, given);
  const roles = change.roles ?? member.roles;
  const state = roles.length > 0 ? 'active' : member.state;
  const next = { ...change, state, subject: person.subject, name: person.name } as const;
  const isSame = Object.keys(change).length === 0 && state === member.state && member.name === person.name;
  if (!isSame || (await subjectOf(tx, id)) === null)
    await changeMember(tx, id, next, { by: person.name, at: deps.clock.now() });
  if (state !== 'active' || roles.length === 0) return undefined;
  const countries = change.countries ?? member.countries;
  return { staffId: id, name: person.name, roles, countries, permissions: permissionsOf(roles) };
}

interface Rights {
  readonly roles: readonly StaffRole[];
  readonly countries: readonly CountryCode[];
}

/** Roles and countries given by the person's groups; all countries if no group names one. */
function rightsOf(groups: Config['staffGroups'], person: StaffPerson): Rights | undefined {
  if (!groups) return undefined;
  const gifts = person.groups.map((group) => groups.get(group));
  const named = COUNTRIES.filter((country) => gifts.includes(country));
  const roles = gifts.filter((gift) => gift !== undefined && !COUNTRIES.some((country) => country === gift));
  return { roles: [...new Set(roles as StaffRole[])], countries: named.length > 0 ? named : COUNTRIES };
}

const same = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join();

/** Changes to a member by their groups, which override the console if configured. */
function changeOf(
  member: Rights & { readonly roles_from_provider: boolean },
  given: Rights | undefined,
): MemberChange {
  if (!given) return member.roles_from_provider ? { isFromProvider: false } : {};
  return {
    ...(same(member.roles, given.roles) ? {} : { roles: given.roles }),
    ...(same(member.countries, given.countries) ? {} : { countries: given.countries }),
    ...(member.roles_from_provider ? {} : { isFromProvider: true }),
  };
}

/**
 * Matches by the provider's subject; an address counts only for a person who was invited and has not signed
 * in yet.
 */
async function knownId(tx: Tx, { subject, email }: StaffPerson): Promise<number | undefined> {
  const row = await tx
    .selectFrom('staff_member')
    .select('id')
    .where((eb) =>
      eb.or([eb('subject', '=', subject), eb.and([eb('subject', 'is', null), eb('email', '=', email)])]),
    )
    .orderBy('subject', (order) => order.asc().nullsLast())
    .executeTakeFirst();
  return row?.id;
}

async function subjectOf(tx: Tx, id: number): Promise<string | null> {
  const row = await tx
    .selectFrom('staff_member')
    .select('subject')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.subject;
}

async function newcomer(
  tx: Tx,
  { clock }: Deps,
  { email, name }: StaffPerson,
  given: Rights | undefined,
): Promise<number | undefined> {
  if (!given || given.roles.length === 0) return undefined;
  return addMember(tx, { email, name, ...given, isFromProvider: true, by: name, at: clock.now() });
}
