import type { StaffRole } from '../../../contract/staff/permissions.ts';
import { COUNTRIES } from '../../../countries/countries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Actor } from '../actions/service.ts';
import { actorOf, addMember, changeMember } from './members.ts';

const NAMES: Readonly<Record<StaffRole, string>> = {
  agent: 'Alicia Atención',
  analyst: 'Andrés Análisis',
  collector: 'Carla Cobranzas',
  treasury: 'Teo Tesorería',
  accounting: 'Celia Contaduría',
  compliance: 'Camilo Cumplimiento',
  head: 'Julia Jefatura',
  auditor: 'Aldo Auditoría',
  administrator: 'Ada Administración',
};

export const sandboxEmail = (role: StaffRole): string => `${role}@consola.example`;

/** The sandbox's person for a role, created on first use; undefined once disabled. */
export async function sandboxPerson(
  tx: Tx,
  { clock }: { readonly clock: Clock },
  role: StaffRole,
): Promise<(Actor & { readonly email: string }) | undefined> {
  const at = clock.now();
  const [name, email] = [NAMES[role], sandboxEmail(role)];
  const made = await addMember(tx, { email, name, countries: COUNTRIES, roles: [role], by: name, at });
  if (made !== undefined) await changeMember(tx, made, { state: 'active' }, { by: name, at });
  const { id } = await tx
    .selectFrom('staff_member')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const actor = await actorOf(tx, id);
  return actor && { ...actor, email };
}
