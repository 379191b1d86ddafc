import { permissionsOf, type StaffRole } from '../../../contract/staff/permissions.ts';
import type { Tx } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import type { Member } from './members.ts';

/** A single approver's own requests, including to add another, could not be approved. */
const least = 2;

type Access = Pick<Member, 'id' | 'roles' | 'state'>;

const mayApprove = ({ roles, state }: Omit<Access, 'id'>): boolean =>
  state === 'active' && permissionsOf(roles).has('team.approve');

/** True if a change leaves fewer than two people who may approve access. */
export async function leavesTooFew(tx: Tx, before: Access, after: Access): Promise<boolean> {
  if (!mayApprove(before) || mayApprove(after)) return false;
  // Two people who shut each other out come one after the other.
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
